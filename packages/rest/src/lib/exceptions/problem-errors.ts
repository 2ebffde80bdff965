import { InvalidParameterException } from '@mvc-router/router-core'
import { MessageNotReadableException } from './http-exceptions.js'
import type { ProblemError } from './rest-error.js'
import {
  DataIntegrityViolationException,
  EntityExistsException,
  IllegalArgumentException,
  type RequestPlace,
  ValidationException,
} from './rest-exceptions.js'

export function problemErrors(error: unknown): readonly ProblemError[] {
  if (error instanceof ValidationException)
    return error.issues.map(({ path, code, message }) => problemError({ path, code }, message))
  if (error instanceof EntityExistsException && error.property !== undefined)
    return [problemError({ path: error.property, code: 'unique' }, 'is taken')]
  if (error instanceof DataIntegrityViolationException && error.property !== undefined)
    return [problemError({ path: error.property, code: 'reference' }, 'refers to nothing')]
  if (error instanceof IllegalArgumentException && error.place !== undefined)
    return [problemError(error.place, error.message)]
  if (error instanceof MessageNotReadableException)
    return [problemError({ path: '', code: 'unreadable' }, error.message)]
  if (error instanceof InvalidParameterException) return [problemError(placeOf(error), error.message)]
  return []
}

type Place = { readonly [Name in keyof RequestPlace]: RequestPlace[Name] | undefined }

function problemError({ path, parameter, header, code = 'invalid' }: Place, message: string): ProblemError {
  return {
    ...(path !== undefined && { pointer: pointerTo(path) }),
    ...(parameter !== undefined && { parameter }),
    ...(header !== undefined && { header }),
    code,
    message,
  }
}

function placeOf({ source, parameter }: InvalidParameterException): Place {
  switch (source) {
    case 'body':
      return { path: '' }
    case 'header':
      return { header: parameter }
    case 'cookie':
      return { header: 'Cookie' }
    default:
      return { parameter }
  }
}

/** Converts `address.street` to the JSON Pointer `/address/street` (RFC 6901). */
function pointerTo(path: string): string {
  if (path === '') return ''
  const segments = path.split('.').map((name) => name.replaceAll('~', '~0').replaceAll('/', '~1'))
  return `/${segments.join('/')}`
}
