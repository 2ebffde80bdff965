import { checkActions } from './controllers/check-actions.js'
import { ControllerRegistry } from './controllers/controller-registry.js'
import { RouteFileParsingException, type RouteFileProblem } from './exceptions.js'
import { nowhere } from './loading/load-route-files.js'
import type { MatchOptions } from './matching/match-request.js'
import type { RouterOptions } from './router-options.js'
import { isInProduction } from './runtime.js'
import type { Sliced } from './slices.js'
import { expandIncludes, type FindInclude } from './syntax/expand-includes.js'
import type { RouteFile } from './syntax/route-file.js'
import type { RouteLine } from './syntax/route-line.js'
import { buildRoutes } from './table/build-routes.js'
import { findMistakenLines } from './table/find-mistaken-lines.js'
import type { Route } from './routes/route.js'
import { findShadowedRoutes } from './table/find-shadowed-routes.js'
import { findUnsignedLines } from './table/find-unsigned-lines.js'
import { findUnknownMiddleware } from './table/find-unknown-middleware.js'
import { RouteTable } from './table/route-table.js'

/** Options that the lines of a table are checked against. */
export interface BuildTableOptions extends Pick<
  RouterOptions,
  'controllers' | 'controllerNames' | 'legacyText' | 'signingKeys'
> {
  /** The names that `use=` may have, where they are known. */
  readonly middleware?: readonly string[] | undefined
  /** The controllers were registered when the process started, and serve already. */
  readonly isReload?: boolean | undefined
  /** The routes of `router.add`, behind those of the files. */
  readonly added?: readonly Route[] | undefined
}

/** @throws RouteFileParsingException with every error of every file, as `buildRouter` does */
export function* buildTable(
  files: readonly RouteFile[],
  find: FindInclude,
  { middleware, added, ...options }: BuildTableOptions,
): Sliced<{ readonly table: RouteTable; readonly warnings: readonly RouteFileProblem[] }> {
  const { lines, problems, omittedProblems: omitted, isCut } = yield* expandIncludes(files, find)
  const built = yield* buildRoutes(lines)
  const [first, ...rest] = inFileOrder([
    ...problems,
    ...built.problems,
    ...(yield* checkControllers(lines, options)),
    ...findUnsignedLines(lines, options.signingKeys !== undefined),
    ...(middleware === undefined ? [] : findUnknownMiddleware(lines, middleware)),
  ])
  if (first !== undefined) throw new RouteFileParsingException([first, ...rest], { omitted, isCut })
  const table = new RouteTable(built.routes, { controllerNames: options.controllerNames, added })
  return { table, warnings: yield* findMistakenLines(built.routes, options) }
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
  if (isInProduction()) return []
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
  { controllers, controllerNames, isReload = false }: BuildTableOptions,
): Sliced<RouteFileProblem[]> {
  if (controllers === undefined) return []
  const isRegistry = controllers instanceof ControllerRegistry
  return yield* checkActions(
    lines,
    isRegistry ? controllers : new ControllerRegistry(controllers, { controllerNames }),
    isReload,
  )
}
