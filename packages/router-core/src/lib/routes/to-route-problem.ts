import type { RouteFileProblem } from '../exceptions.js'
import type { Route } from './route.js'

/** A finding about a whole line of a table, which no longer has the text of its file. */
export function toRouteProblem(
  { method, host = '', path, action, file, line }: Route,
  problem: Pick<RouteFileProblem, 'code' | 'message' | 'hint'>,
): RouteFileProblem {
  return { ...problem, file, line, column: 1, lineText: `${method} ${host}${path} ${action}` }
}
