import type { RouteFileProblem } from '../exceptions.js'
import type { Route } from './route.js'

/** A problem of a whole line. A table has no text of the file, so `lineText` is written from the route. */
export function toRouteProblem(
  { method, host = '', path, action, file, line }: Route,
  problem: Pick<RouteFileProblem, 'code' | 'message' | 'hint'>,
): RouteFileProblem {
  return { ...problem, file, line, column: 1, lineText: `${method} ${host}${path} ${action}` }
}
