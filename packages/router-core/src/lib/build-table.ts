import { checkActions } from './controllers/check-actions.js'
import { ControllerRegistry } from './controllers/controller-registry.js'
import { formatProblem, RouteFileParsingException, type RouteFileProblem } from './exceptions.js'
import type { RouterOptions, RouterSettings } from './router-options.js'
import { isInProduction } from './runtime.js'
import type { Sliced } from './slices.js'
import { expandIncludes, type FindInclude } from './syntax/expand-includes.js'
import type { RouteFile } from './syntax/route-file.js'
import type { RouteLine } from './syntax/route-line.js'
import { buildRoutes } from './table/build-routes.js'
import { findMistakenLines } from './table/find-mistaken-lines.js'
import type { Route } from './routes/route.js'
import { findShadowedRoutes } from './table/find-shadowed-routes.js'
import { expiresName, ignoredNames, isSigned, minKeyLength, signatureName } from './signing/link-signer.js'
import { firstNames, nearestHint, nearestNames } from './nearest-names.js'
import { variablesOf } from './syntax/pattern/route-pattern.js'
import { RouteTable } from './table/route-table.js'

export interface BuildTableOptions extends Pick<
  RouterOptions,
  'controllers' | 'controllerNames' | 'legacyText' | 'signingKeys'
> {
  /** The names of all middleware for `use=`. If undefined, the names are not checked. */
  readonly middleware?: readonly string[] | undefined
  /** True for a reload: the process still has the controllers of its start. */
  readonly isReload?: boolean | undefined
  /** Routes from `router.add`. They come after the routes of the files. */
  readonly added?: readonly Route[] | undefined
}

/** @throws RouteFileParsingException with all errors of all files */
export function* buildTable(
  files: readonly RouteFile[],
  find: FindInclude,
  { middleware, added, controllers, isReload = false, ...options }: BuildTableOptions,
): Sliced<{ readonly table: RouteTable; readonly warnings: readonly RouteFileProblem[] }> {
  const { lines, problems, omittedProblems: omitted, isCut } = yield* expandIncludes(files, find)
  const built = yield* buildRoutes(lines)
  const registry =
    controllers === undefined || controllers instanceof ControllerRegistry
      ? controllers
      : new ControllerRegistry(controllers, { controllerNames: options.controllerNames })
  const [first, ...rest] = inFileOrder([
    ...problems,
    ...built.problems,
    ...(registry === undefined ? [] : yield* checkActions(lines, registry, isReload)),
    ...findUnsignedLines(lines, options.signingKeys !== undefined),
    ...(middleware === undefined ? [] : findUnknownMiddleware(lines, middleware)),
  ])
  if (first !== undefined) throw new RouteFileParsingException([first, ...rest], { omitted, isCut })
  const table = new RouteTable(built.routes, { controllerNames: options.controllerNames, added })
  return { table, warnings: yield* findMistakenLines(built.routes, options) }
}

/** Reports problems, and lines that an earlier line shadows. In production, nobody would correct these lines. */
export function* reportProblems(
  problems: readonly RouteFileProblem[],
  table: RouteTable,
  settings: RouterSettings,
): Sliced<void> {
  const shadows = isInProduction() ? [] : yield* findShadowedRoutes(table, settings)
  for (const problem of [...problems, ...shadows]) settings.onWarning(formatProblem(problem))
}

function inFileOrder(problems: readonly RouteFileProblem[]): RouteFileProblem[] {
  const places = new Map([...new Set(problems.map(({ file }) => file))].map((file, place) => [file, place]))
  const placeOf = ({ file }: RouteFileProblem): number => places.get(file) ?? 0
  return problems.toSorted(
    (left, right) => placeOf(left) - placeOf(right) || left.line - right.line || left.column - right.column,
  )
}

/** Reports signed lines that use `expires` or `signature` themselves. Without keys, reports all signed lines. */
function findUnsignedLines(lines: readonly RouteLine[], hasKeys: boolean): RouteFileProblem[] {
  return lines.filter(isSigned).flatMap((line) => {
    const problem = (message: string, hint: string): RouteFileProblem => {
      const { file, line: number, lineText } = line
      return { code: 'E_ROUTE_SIGNED', message, hint, file, line: number, column: 1, lineText }
    }
    const names = [
      ...variablesOf(line.pattern).map(({ name }) => name),
      ...line.predicates.map(({ key }) => key),
      ...ignoredNames(line),
    ]
    const taken = names.find((name) => name === expiresName || name === signatureName)
    if (taken !== undefined)
      return problem(
        `"${taken}" is a parameter of the signature`,
        'a signed line cannot ignore this parameter, and its variables and conditions need other names',
      )
    const hint = `give the option signingKeys: a list of texts of at least ${minKeyLength} characters`
    return hasKeys ? [] : problem('This line is signed, and there are no keys to sign with', hint)
  })
}

/** Reports each unknown name in a `use=` once, although many included lines may share the `use=`. */
function findUnknownMiddleware(lines: readonly RouteLine[], known: readonly string[]): RouteFileProblem[] {
  const names = new Set(known)
  const uses = new Set(lines.flatMap(({ middleware }) => middleware))
  return [...uses]
    .filter(({ name }) => !names.has(name))
    .map(({ name, ...place }) => ({
      code: 'E_MIDDLEWARE_NOT_FOUND',
      message: `There is no middleware "${name}"`,
      hint: toHint(name, known),
      ...place,
    }))
}

function toHint(name: string, known: readonly string[]): string {
  if (known.length === 0) return 'no middleware has a name: give it in the option `middleware`'
  return nearestHint(nearestNames(name, known)) ?? `the middleware is ${firstNames(known)}`
}
