import { printable, withCause, type RouteFileProblem } from '../exceptions.js'
import type { RouteFile } from '../syntax/route-file.js'
import { readFailure, type ReadFailure } from './read-route-text.js'

/** The hint for files that somebody is still writing. */
export const hintToRest = 'write the whole file under another name, and rename it'

/** The place of a problem that belongs to no line. */
export const nowhere = { line: 0, column: 0, lineText: '' } as const

/** A file with no entries, and with the failure as its only problem. */
export function unreadableFile(
  file: string,
  { code, reason, hint, error, place = nowhere }: ReadFailure,
): RouteFile {
  const problem = withCause({ code, message: reason, hint, file, ...place }, error)
  return { file, entries: [], problems: [problem] }
}

export function listedTwice(file: string, earlier: string): RouteFileProblem {
  const message = `${printable(file)} is listed twice${file === earlier ? '' : `, first as ${printable(earlier)}`}: the second is left out`
  return { code: 'E_ROUTE_FILE_DUP', message, hint: 'list each file once', file, ...nowhere }
}

export function noRoutes(file: string): RouteFileProblem {
  return {
    code: 'E_ROUTE_EMPTY',
    message: 'There are no routes',
    hint: 'a route is a line such as GET /users userController.list',
    file,
    ...nowhere,
  }
}

/** The failure for a file of another kind. It does not show the text of the file. */
export function notARouteFile(name: string): ReadFailure {
  const reason = `${printable(name)} is no route file: no line of it can be read`
  return readFailure(reason, 'a line of a route file is "GET /user/{id} userController.showUser"')
}

/** A limit for mistakes such as a folder that links to itself. */
export const maxFiles = 10_000

export const tooManyFiles: ReadFailure = {
  ...readFailure(`More than ${maxFiles} route files`, 'does a folder link to itself?'),
  code: 'E_ROUTE_LIMIT',
}
