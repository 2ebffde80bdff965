import { checkActions } from './controllers/check-actions.js'
import { ControllerRegistry } from './controllers/controller-registry.js'
import { RouteFileParsingException, type RouteFileProblem } from './exceptions.js'
import { nowhere } from './loading/load-route-files.js'
import type { MatchOptions } from './matching/match-request.js'
import type { RouterOptions } from './router-options.js'
import type { Sliced } from './slices.js'
import { expandIncludes, type FindInclude } from './syntax/expand-includes.js'
import type { RouteFile } from './syntax/route-file.js'
import type { RouteLine } from './syntax/route-line.js'
import { buildRoutes } from './table/build-routes.js'
import { findMistakenText } from './table/find-mistaken-text.js'
import { findOverriddenVariables } from './table/find-overridden-variables.js'
import { isRoute, type RouteEntry } from './routes/route-entry.js'
import { findShadowedRoutes } from './table/find-shadowed-routes.js'
import { findUnknownMiddleware } from './table/find-unknown-middleware.js'
import { RouteTable } from './table/route-table.js'

/** What the lines of a table are checked against. */
export interface BuildTableOptions extends Pick<RouterOptions, 'controllers' | 'controllerNames'> {
  /** The names that `use=` may have, where they are known. */
  readonly middleware?: readonly string[] | undefined
}

/** @throws RouteFileParsingException with every error of every file, as `buildRouter` does */
export function* buildTable(
  files: readonly RouteFile[],
  find: FindInclude,
  { middleware, ...options }: BuildTableOptions,
): Sliced<{ readonly table: RouteTable; readonly warnings: readonly RouteFileProblem[] }> {
  const { lines, problems, omittedProblems: omitted, isCut } = yield* expandIncludes(files, find)
  const built = yield* buildRoutes(lines)
  const [first, ...rest] = inFileOrder([
    ...problems,
    ...built.problems,
    ...(yield* checkControllers(lines, options)),
    ...(middleware === undefined ? [] : findUnknownMiddleware(lines, middleware)),
  ])
  if (first !== undefined) throw new RouteFileParsingException([first, ...rest], { omitted, isCut })
  const table = new RouteTable(built.entries, options)
  return { table, warnings: yield* findMistakenLines(built.entries) }
}

/** What each line tells by itself of a mistake, although it is legal. Simple lines have nothing that could be one. */
export function* findMistakenLines(entries: readonly RouteEntry[]): Sliced<RouteFileProblem[]> {
  const overridden: RouteFileProblem[] = []
  const mistaken: RouteFileProblem[] = []
  for (const entry of entries) {
    yield
    if (!isRoute(entry)) continue
    overridden.push(...findOverriddenVariables(entry))
    mistaken.push(...findMistakenText(entry))
  }
  return [...overridden, ...mistaken]
}

/** The warning of a table that answers nothing. */
export const noRoutes: RouteFileProblem = {
  code: 'E_ROUTE_EMPTY',
  message: 'There are no routes',
  hint: 'a route is a line such as GET /users userController.list',
  file: 'routes',
  ...nowhere,
}

/** The lines that an earlier line shadows; none in production, where nobody would mend them. */
export function* findShadowsInDevelopment(
  table: RouteTable,
  options: MatchOptions,
): Sliced<readonly RouteFileProblem[]> {
  if (process.env['NODE_ENV'] === 'production') return []
  return yield* findShadowedRoutes(table, options)
}

/** As somebody who mends the files goes through them, whichever step found what. */
function inFileOrder(problems: readonly RouteFileProblem[]): RouteFileProblem[] {
  const places = new Map([...new Set(problems.map(({ file }) => file))].map((file, place) => [file, place]))
  const placeOf = ({ file }: RouteFileProblem): number => places.get(file) ?? 0
  return problems.toSorted(
    (left, right) => placeOf(left) - placeOf(right) || left.line - right.line || left.column - right.column,
  )
}

function* checkControllers(
  lines: readonly RouteLine[],
  { controllers, controllerNames }: BuildTableOptions,
): Sliced<RouteFileProblem[]> {
  if (controllers === undefined) return []
  const isRegistry = controllers instanceof ControllerRegistry
  return yield* checkActions(
    lines,
    isRegistry ? controllers : new ControllerRegistry(controllers, { controllerNames }),
  )
}
