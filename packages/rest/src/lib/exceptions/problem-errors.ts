import type { ProblemError } from './rest-error.js'
import { EntityExistsException, ValidationException } from './rest-exceptions.js'

/** What an exception says of single values. */
export function problemErrors(error: unknown): readonly ProblemError[] {
  if (error instanceof ValidationException)
    return error.issues.map(({ path, code = 'invalid', message }) => ({
      pointer: pointerTo(path),
      code,
      message,
    }))
  if (error instanceof EntityExistsException && error.property !== undefined)
    return [{ pointer: pointerTo(error.property), code: 'unique', message: 'is taken' }]
  return []
}

/** `/address/street` for `address.street`, RFC 6901. */
function pointerTo(path: string): string {
  if (path === '') return ''
  const segments = path.split('.').map((name) => name.replaceAll('~', '~0').replaceAll('/', '~1'))
  return `/${segments.join('/')}`
}
