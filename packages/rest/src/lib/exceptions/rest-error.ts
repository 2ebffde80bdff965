import { InvalidParameterException } from '@mvc-router/router-core'
import { http } from '@mvc-router/router-core/tools'
import { MessageNotReadableException } from './http-exceptions.js'
import {
  DataIntegrityViolationException,
  EntityExistsException,
  IllegalArgumentException,
  type RequestPlace,
  ValidationException,
} from './rest-exceptions.js'

/** The body of an error. In XML its root is `<RestError>`. */
export class RestError {
  /** The reason phrase: `Not Found`. */
  readonly status: string
  /** The HTTP status code. */
  readonly code: number
  readonly message: string
  readonly developerMessage: string | null
  readonly moreInfoUrl: string | null
  readonly #errors: readonly ProblemError[]

  constructor(
    code: number,
    message: string,
    {
      developerMessage = null,
      moreInfoUrl = null,
      errors = [],
    }: {
      developerMessage?: string | null
      moreInfoUrl?: string | null
      errors?: readonly ProblemError[]
    } = {},
  ) {
    this.status = reasonPhrase(code)
    this.code = code
    this.message = message
    this.developerMessage = developerMessage
    this.moreInfoUrl = moreInfoUrl
    this.#errors = errors
  }

  /** Returns the errors of single values. Only problem details show these errors. */
  errors(): readonly ProblemError[] {
    return this.#errors
  }
}

export function reasonPhrase(code: number): string {
  return http().STATUS_CODES[code] ?? 'Unknown Status'
}

/** An error in the form of problem details (RFC 9457). */
export interface ProblemDetails {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly errors?: readonly ProblemError[]
}

/** An error in one part of a request. `code` is the broken rule. */
export interface ProblemError {
  /** The JSON Pointer (RFC 6901) of a value in the body. An empty pointer means the whole body. */
  readonly pointer?: string
  /** The name of a path or query parameter. */
  readonly parameter?: string
  /** The name of a header. */
  readonly header?: string
  readonly code: string
  readonly message: string
}

export function toProblemDetails(error: RestError): ProblemDetails {
  const { status, code, message, moreInfoUrl } = error
  const errors = error.errors()
  return {
    type: moreInfoUrl ?? 'about:blank',
    title: status,
    status: code,
    detail: message,
    ...(errors.length > 0 && { errors }),
  }
}

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
