import { NoHandlerFoundException, printable, type RejectedCandidate } from '../exceptions.js'
import type { ReverseArguments } from './reverser.js'
import { readActionCall } from './read-action-call.js'
import { variablesOf } from '../syntax/pattern/route-pattern.js'
import { buildHost, buildPath, firstOf, refusal, type BuildOptions, type Rejection } from './build-url.js'
import { shorten } from '../shorten.js'
import { isFinishedUrl } from './finished-url.js'
import { nearestNames } from '../nearest-names.js'
import { copyArguments, readArgument, readArguments, type ArgumentText } from './reverse-arguments.js'
import type { CompiledRoute } from '../matching/compiled-route.js'
import { linkMethod } from '../routes/link-method.js'
import type { Route } from '../routes/route.js'
import type { ReversedRoute } from './reversed-route.js'
import type { ReversibleRoutes } from './reversible-routes.js'

/** What reversing needs to know of the request, or of the application outside of one. */
export interface ReverseContext extends BuildOptions {
  /** Starts with a slash, does not end in one; empty at the root. */
  readonly mountPath: string
  /** The current request's host, with its port. */
  readonly host: string | undefined
  /** The current request's format: what a variable named `format` takes when no argument is given. */
  readonly format: string | undefined
  /** What the variables of a route take that the caller does not name (docs/route-file.md, Reversing). */
  readonly defaults?: (() => ReverseArguments | null | undefined) | undefined
}

/**
 * The first eligible route in file order gives the URL (docs/route-file.md, Reversing).
 *
 * @throws NoHandlerFoundException with the reason of each candidate, or the nearest names
 */
export function reverseRoute(
  table: ReversibleRoutes,
  context: ReverseContext,
  action: unknown,
  args: ReverseArguments | null | undefined,
): ReversedRoute {
  const { name, args: given } = readAction(table, action, args)
  const values = readArguments(name, given)
  const defaults = context.defaults?.() ?? noReverseArguments
  const candidates = table.actions.candidates(name)
  const rejected: { route: Route; rejection: Rejection }[] = []
  for (const { index, variables } of candidates) {
    const compiled = table.compiled(index)
    const all = withVariables(compiled, values, variables, context.format, (variable) =>
      Object.hasOwn(defaults, variable) ? readArgument(name, variable, defaults) : undefined,
    )
    const rejection = checkActionVariables(variables, values)
    const built =
      rejection === undefined
        ? build(compiled, candidates.length === 1, all, context)
        : { route: compiled.route, rejection }
    if ('url' in built) return { ...built, action: name, args: copyArguments(name, given) }
    rejected.push(built)
  }
  throw toException(table, name, [...values.keys()], rejected)
}

/** The arguments, with what the action's name, the application's defaults and the request's format add. */
function withVariables(
  { route, path }: CompiledRoute,
  values: ReadonlyMap<string, ArgumentText>,
  variables: ReadonlyMap<string, string> | undefined,
  format: string | undefined,
  defaultOf: (variable: string) => ArgumentText | undefined,
): ReadonlyMap<string, ArgumentText> {
  const added = new Map<string, ArgumentText>(variables)
  for (const { name } of variablesOf(route.pattern)) {
    if (values.has(name) || added.has(name) || Object.hasOwn(route.args, name) || name === '_') continue
    const text = defaultOf(name) ?? (name === 'format' && path.names.includes(name) ? format : undefined)
    if (text !== undefined) added.set(name, text)
  }
  return added.size === 0 ? values : new Map([...values, ...added])
}

/** The name that the table knows, and all arguments. */
function readAction(
  table: ReversibleRoutes,
  action: unknown,
  args: ReverseArguments | null | undefined,
): { name: string; args: ReverseArguments } {
  const given = args ?? noReverseArguments
  if (typeof action !== 'string') {
    throw new NoHandlerFoundException(
      `Cannot reverse ${action == null ? String(action) : `a value of the type ${typeof action}`}: an action is a text such as "userController.showUser"`,
      {
        code: 'E_REVERSE_BAD_ACTION',
        action: '',
      },
    )
  }
  if (table.actions.has(action)) return { name: action, args: given }
  if (action.length > 2000) throw toException(table, action, [], [])
  return readActionCall(action, given)
}

const noReverseArguments: ReverseArguments = Object.freeze({})

function build(
  compiled: CompiledRoute,
  onlyCandidate: boolean,
  values: ReadonlyMap<string, ArgumentText>,
  context: ReverseContext,
): Omit<ReversedRoute, 'action' | 'args'> | { route: Route; rejection: Rejection } {
  const { route } = compiled
  const used = new Set<string>()
  const contradiction = checkFixedArguments(route, values, used, onlyCandidate)
  if (contradiction !== undefined) return { route, rejection: contradiction }
  const path = buildPath(compiled, values, used, context)
  if (typeof path !== 'string') return { route, rejection: path }
  const host = buildHost(compiled, values, used, context.host)
  if (typeof host === 'object') return { route, rejection: host }
  const query = buildQuery(route, values, used)
  if (typeof query !== 'string') return { route, rejection: query }
  const full = query === '' ? path : `${path}?${query}`
  const url = context.mountPath + full
  // In a template the variables that are missing stand for values, which are judged when it is filled.
  const finished = context.keepsMissing === true ? url.replaceAll(/\{\w+\}/g, 'x') : url
  if (!isFinishedUrl(finished)) return { route, rejection: unfinished(url) }
  return { url, path: full, host, method: linkMethod(route), route }
}

function unfinished(url: string): Rejection {
  const reason = `"${url.slice(0, 200)}" has an empty segment, a segment of dots or a character that URLs encode`
  return { code: 'E_REVERSE_BAD_ARG', reason }
}

/** What the action's name says, a given argument may repeat only: the URL would not give it back. */
function checkActionVariables(
  variables: ReadonlyMap<string, string> = new Map(),
  values: ReadonlyMap<string, ArgumentText>,
): Rejection | undefined {
  for (const [name, text] of variables) {
    const given = firstOf(values.get(name))
    if (given !== undefined && given.toLowerCase() !== text.toLowerCase())
      return refusal('E_REVERSE_CONSTRAINT', `the action's name says that "${name}" is '${text}'`, name)
  }
  return undefined
}

/** Every fixed argument equals the given one; the only route of an action need not be given them. */
function checkFixedArguments(
  route: Route,
  values: ReadonlyMap<string, ArgumentText>,
  used: Set<string>,
  onlyCandidate: boolean,
): Rejection | undefined {
  for (const [name, fixed] of Object.entries(route.args)) {
    const given = firstOf(values.get(name))
    if (given === undefined && !onlyCandidate) {
      return refusal('E_REVERSE_MISSING_ARG', `the fixed argument "${name}" is not given`, name)
    }
    if (given !== undefined && given !== fixed) {
      return refusal('E_REVERSE_CONSTRAINT', `the fixed argument "${name}" is '${fixed}'`, name)
    }
    used.add(name)
  }
  return undefined
}

/** Form-encoded and sorted by name, so that the order in which a template engine hands over arguments does not show. */
function buildQuery(
  { predicates }: Route,
  values: ReadonlyMap<string, ArgumentText>,
  used: ReadonlySet<string>,
): string | Rejection {
  const pairs = new Map<string, readonly string[]>()
  for (const [name, text] of values) {
    if (!used.has(name)) pairs.set(name, typeof text === 'string' ? [text] : text)
  }
  for (const { type, key, value } of predicates) {
    if (type === 'equal' && !pairs.has(key)) pairs.set(key, [value])
    const given = pairs.get(key)
    const refused =
      type === 'present'
        ? given === undefined
        : type === 'absent'
          ? given !== undefined
          : type === 'equal'
            ? !given?.includes(value)
            : given?.includes(value) === true
    if (refused)
      return refusal(
        'E_REVERSE_CONSTRAINT',
        `the query argument "${key}" does not fit the route's conditions`,
        key,
      )
  }
  if (pairs.size === 0) return ''
  const unreadable = [...pairs.keys()].find((name) => !name.isWellFormed())
  if (unreadable !== undefined)
    return refusal('E_REVERSE_BAD_ARG', "an argument's name holds a lone surrogate", unreadable)
  // By UTF-16 units: the order must not depend on the locale.
  const names = [...pairs.keys()].toSorted()
  return new URLSearchParams(
    names.flatMap((name) => (pairs.get(name) ?? []).map((text): [string, string] => [name, text])),
  ).toString()
}

function toException(
  table: ReversibleRoutes,
  action: string,
  given: readonly string[],
  rejected: readonly { route: Route; rejection: Rejection }[],
): NoHandlerFoundException {
  const name = printable(shorten(action, 100))
  if (rejected.length === 0) {
    const suggestions = nearestNames(action, table.actions.names)
    const hint = suggestions.length === 0 ? '' : `; did you mean ${suggestions.join(', ')}?`
    const code = 'E_REVERSE_NO_ROUTE'
    return new NoHandlerFoundException(`No route has the action "${name}"${hint}`, {
      code,
      action,
      suggestions,
    })
  }
  const candidates = rejected.map(({ route, rejection }): RejectedCandidate => {
    return { ...rejection, position: `${route.file}:${route.line}` }
  })
  const [first] = candidates
  const lines = rejected.map(
    ({ route, rejection }) =>
      `  ${route.file}:${route.line}  ${route.method} ${route.host ?? ''}${route.path}: ${printable(rejection.reason)}`,
  )
  const shown = lines.length > 20 ? [...lines.slice(0, 20), `  and ${lines.length - 20} more`] : lines
  const names = given.slice(0, 5).map((argument) => ` "${printable(shorten(argument, 50))}"`)
  const others = given.length > 5 ? ' and others' : ''
  return new NoHandlerFoundException(
    `No route of "${name}" fits the arguments${names.join()}${others}:\n${shown.join('\n')}`,
    {
      code: first?.code ?? 'E_REVERSE_NO_ROUTE',
      action,
      argument: first?.argument,
      candidates,
    },
  )
}
