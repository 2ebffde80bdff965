import {
  NoHandlerFoundException,
  type RejectedCandidate,
  type ReverseArguments,
  type Route,
  type RouteTable,
} from '@mvc-router/router-core'
import { printable } from '../../dist/lib/printable.js'
import { readActionCall } from '../../dist/lib/reversing/read-action-call.js'
import {
  variablesOf,
  type RoutePattern,
  type RoutePatternPart,
} from '../../dist/lib/syntax/pattern/route-pattern.js'
import { shorten } from '../../dist/lib/printable.js'
import { expiresName, isSigned, signatureName } from '../../dist/lib/signing/link-signer.js'
import { isFinishedUrl } from '../../dist/lib/reversing/finished-url.js'
import { nearestNames } from '../../dist/lib/nearest-names.js'
import {
  firstOf,
  givenNames,
  readArgument,
  type ArgumentText,
} from '../../dist/lib/reversing/reverse-arguments.js'
import type { ReverseContext } from '../../dist/lib/reversing/url-builder.js'
import type { CompiledRoute } from '../../dist/lib/matching/compiled-route.js'
import { linkMethod } from '../../dist/lib/routes/describe-route.js'
import {
  controlCharacter,
  encodeFilePath,
  encodePath,
  encodePathValue,
  toHalfEncoded,
} from '../../dist/lib/syntax/percent-encoding.js'
import { maxPathLength, type Constraint } from '../../dist/lib/syntax/pattern/constraint.js'
import {
  isUrlHost,
  maxHostLength,
  parseHost,
  readHost,
  type HostMatcher,
} from '../../dist/lib/matching/host-matcher.js'
import { isBindable, isSafePath, matchPath } from '../../dist/lib/matching/path-matcher.js'
import { parseRequestPath } from '../../dist/lib/matching/request-path.js'

// An oracle that reads all arguments first and then tries each candidate. The router must return the same results.

interface Reversed {
  readonly url: string
  readonly path: string
  readonly host: string | undefined
  readonly method: string
  readonly route: Route
  readonly action: string
  readonly args: ReverseArguments
}

/**
 * Builds the URL of the first eligible route in file order (docs/route-file.md, Reversing).
 *
 * @throws NoHandlerFoundException with the reason of each candidate, or the nearest names
 */
export function reverseSlowly(
  table: RouteTable,
  context: ReverseContext,
  action: unknown,
  args: ReverseArguments | null | undefined,
): Reversed {
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
    if ('url' in built) return { ...built, action: name, args: { ...given } }
    rejected.push(built)
  }
  throw toException(table, name, [...values.keys()], rejected)
}

/** Adds values from the action's name, the application's defaults and the request's format to the arguments. */
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

/** Returns the name of the action in the table, and all arguments. */
function readAction(
  table: RouteTable,
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
  return readActionCall(action, given, (known) => table.actions.has(known))
}

const noReverseArguments: ReverseArguments = Object.freeze({})

function build(
  compiled: CompiledRoute,
  onlyCandidate: boolean,
  values: ReadonlyMap<string, ArgumentText>,
  context: ReverseContext,
): Omit<Reversed, 'action' | 'args'> | { route: Route; rejection: Rejection } {
  const { route } = compiled
  const used = new Set<string>()
  const unsigned = checkSigning(route, values, context)
  if (unsigned !== undefined) return { route, rejection: unsigned }
  const contradiction = checkFixedArguments(route, values, used, onlyCandidate)
  if (contradiction !== undefined) return { route, rejection: contradiction }
  const path = buildPath(compiled, values, used, context)
  if (typeof path !== 'string') return { route, rejection: path }
  const host = buildHost(compiled, values, used, context.host)
  const expires = context.expiryOf?.(route)
  const all = expires === undefined ? values : new Map([...values, [expiresName, String(expires)]])
  const query = buildQuery(route, all, used)
  if (typeof query !== 'string') return { route, rejection: query }
  const full = query === '' ? path : `${path}?${query}`
  const url = context.mountPath + full
  // A template has a name instead of a missing value. The value is checked when it is filled in.
  const finished = context.keepsMissing === true ? url.replaceAll(/\{\w+\}/g, 'x') : url
  if (!isFinishedUrl(finished)) return { route, rejection: unfinished(url) }
  if (typeof host === 'object') return { route, rejection: host }
  return { url, path: full, host, method: linkMethod(route), route }
}

function checkSigning(
  route: Route,
  values: ReadonlyMap<string, ArgumentText>,
  { expiryOf }: ReverseContext,
): Rejection | undefined {
  if (expiryOf === undefined)
    return isSigned(route)
      ? refusal('E_REVERSE_SIGNED', 'the line is signed: use route.signed(…)')
      : undefined
  if (!isSigned(route))
    return refusal('E_REVERSE_SIGNED', 'the line is not signed: write "+ signed" above it')
  const reserved = [expiresName, signatureName].find((name) => values.has(name))
  return reserved === undefined
    ? undefined
    : refusal('E_REVERSE_BAD_ARG', `"${reserved}" is reserved for the signature`, reserved)
}

function unfinished(url: string): Rejection {
  const reason = `"${url.slice(0, 200)}" has an empty segment, a segment of dots or a character that URLs encode`
  return { code: 'E_REVERSE_BAD_ARG', reason }
}

/** Refuses an argument that differs from the action's name, because the URL can contain only one value. */
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

/** Refuses an argument that is not the fixed argument, and a missing argument of an action with several routes. */
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

/** The form-encoded query, sorted by name, because template engines pass arguments in different orders. */
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
  // Sorts by UTF-16 units, because the order must not depend on the locale.
  const names = [...pairs.keys()].toSorted()
  return new URLSearchParams(
    names.flatMap((name) => (pairs.get(name) ?? []).map((text): [string, string] => [name, text])),
  ).toString()
}

function toException(
  table: RouteTable,
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

/** The reason why a route has no URL for these arguments. */
interface Rejection {
  readonly code: NoHandlerFoundException['code']
  readonly reason: string
  readonly argument?: string
}

/** @param argument the name of the wrong argument, if there is one */
function refusal(code: NoHandlerFoundException['code'], reason: string, argument?: string): Rejection {
  return argument === undefined ? { code, reason } : { code, reason, argument }
}

/** Builds the path of a route, without mount path and query. Adds the names of the written variables to `used`. */
function buildPath(
  { route, path }: CompiledRoute,
  values: ReadonlyMap<string, ArgumentText>,
  used: Set<string>,
  { reverseTrailingSlash, maxParamLength, keepsMissing = false }: ReverseContext,
): string | Rejection {
  let url = ''
  for (const part of route.pattern.parts) {
    if (part.type === 'literal') {
      url += part.text
      continue
    }
    const isKept = keepsMissing && firstOf(values.get(part.name)) === undefined
    const written = isKept
      ? `{${part.name}}`
      : writeVariable(part, values, maxParamLength, isOptionalTail(route.pattern, part))
    if (typeof written !== 'string') return written
    used.add(part.name)
    url += written
  }
  if (route.pattern.optionalTrailingSlash && (reverseTrailingSlash || url === '') && !url.endsWith('/'))
    url += '/'
  // A template is checked when it is filled in.
  if (url.includes('{')) return url
  // A variable that is a whole segment always matches with the same value. Any other path is matched as a check.
  const isProved = path.tail === undefined && path.segments.every(({ type }) => type !== 'mixed')
  if (!isProved && !comesBack(path, url, values, maxParamLength)) return ambiguous(path.names, url)
  return url
}

function ambiguous(names: readonly string[], url: string): Rejection {
  return refusal(
    'E_REVERSE_BAD_ARG',
    `matching "${url.slice(0, 200)}" would not give back the same ${names.map((name) => `"${name}"`).join(' and ')}`,
  )
}

/** True if the URL matches its own route with the same values. */
function comesBack(
  path: CompiledRoute['path'],
  url: string,
  values: ReadonlyMap<string, ArgumentText>,
  maxParamLength: number,
): boolean {
  const matched = matchPath(path, parseRequestPath(url), maxParamLength)
  return matched !== undefined && path.names.every((name) => matched[name] === firstOf(values.get(name)))
}

type Variable = Extract<RoutePatternPart, { type: 'variable' }>

/** True if the value of the variable can be empty, such as `{<.*>path}` after the last slash. */
function isOptionalTail({ parts }: RoutePattern, variable: Variable): boolean {
  const before = parts.at(-2)
  return (
    parts.at(-1) === variable &&
    variable.constraint?.spansSegments === true &&
    variable.constraint.matchesEmpty &&
    before?.type === 'literal' &&
    before.text.endsWith('/')
  )
}

function writeVariable(
  { name, constraint, isFilePath }: Variable,
  values: ReadonlyMap<string, ArgumentText>,
  maxParamLength: number,
  mayBeEmpty: boolean,
): string | Rejection {
  const value = firstOf(values.get(name))
  if (value === undefined) return refusal('E_REVERSE_MISSING_ARG', `the argument "${name}" is missing`, name)
  const refuse = (reason: string, code: NoHandlerFoundException['code'] = 'E_REVERSE_BAD_ARG'): Rejection =>
    refusal(code, `the argument "${name}" ${reason}`, name)
  if (value === '') return mayBeEmpty ? '' : refuse('is empty')
  if (controlCharacter.test(value))
    return refuse('holds a control character', constraint ? 'E_REVERSE_CONSTRAINT' : 'E_REVERSE_BAD_ARG')
  if (isFilePath === true)
    return isFileName(value) ? encodeFilePath(value) : refuse('is not the path of a file')
  if (constraint?.spansSegments === true)
    return (
      writePath(value, constraint) ??
      refuse(
        `must match ${constraint.written}, got "${printable(shorten(value, 60))}"`,
        'E_REVERSE_CONSTRAINT',
      )
    )
  if (!isBindable(value, maxParamLength)) {
    return refuse(
      value.length > maxParamLength
        ? `is longer than ${maxParamLength} characters, got ${value.length}`
        : `is "${value}", which URLs fold away`,
    )
  }
  if (constraint !== undefined && !constraint.test(toHalfEncoded(value, false))) {
    return refuse(
      `must match ${constraint.written}, got "${printable(shorten(value, 60))}"`,
      'E_REVERSE_CONSTRAINT',
    )
  }
  return encodePathValue(value)
}

/** True for a name in a static folder. A last slash is allowed, for a folder with an index.html. */
function isFileName(value: string): boolean {
  return isSafePath(value) && !value.includes('\\') && value.length <= maxPathLength
}

/** Keeps slashes if the constraint accepts them and no segment is empty or dots. Otherwise writes `%2F` for slashes. */
function writePath(value: string, constraint: Constraint): string | undefined {
  if (value.length > maxPathLength) return undefined
  const isOfSegments = isSafePath(value) && !value.endsWith('/')
  const accepts = (text: string): boolean => text.length <= maxPathLength && constraint.test(text)
  if (isOfSegments && accepts(toHalfEncoded(value, true))) return encodePath(value)
  return accepts(toHalfEncoded(value, false)) ? encodePathValue(value) : undefined
}

/** Builds the host of a route. Variables come from `values`; whole hosts and `{_}` come from the request's host. */
function buildHost(
  { route, host }: CompiledRoute,
  values: ReadonlyMap<string, ArgumentText>,
  used: Set<string>,
  requestHost: string | undefined,
): string | Rejection | undefined {
  const { host: pattern } = route.pattern
  if (pattern === undefined || host === undefined) return undefined
  const current = requestHost === undefined ? undefined : parseHost(requestHost)
  let text = ''
  for (const part of pattern.parts) {
    if (part.type === 'literal') {
      text += part.text
      continue
    }
    const given = part.name === '_' ? undefined : firstOf(values.get(part.name))
    const whole = pattern.parts.length === 1
    const value =
      given ?? (whole ? current?.name : part.name === '_' ? lastTwoLabels(current?.name) : undefined)
    if (value === undefined) {
      return refusal('E_REVERSE_MISSING_ARG', `the host argument "${part.name}" is missing`, part.name)
    }
    if (part.name !== '_') used.add(part.name)
    if (
      part.constraint !== undefined &&
      !(value.length <= maxHostLength && part.constraint.test(value.toLowerCase()))
    ) {
      return refusal(
        'E_REVERSE_CONSTRAINT',
        `the host argument "${part.name}" must match ${part.constraint.written}, got "${printable(shorten(value, 60))}"`,
        part.name,
      )
    }
    text += value
  }
  return checkHost(text, pattern.port, host, values)
}

function checkHost(
  text: string,
  port: string | undefined,
  host: HostMatcher,
  values: ReadonlyMap<string, ArgumentText>,
): string | Rejection {
  const parsed = parseHost(text)
  const found = parsed && parsed.port === undefined ? readHost(host, parsed) : undefined
  const areSame = [...(found ?? [])].every(([name, value]) => {
    const given = firstOf(values.get(name))
    return given === undefined || value === given.toLowerCase()
  })
  if (found === undefined || !areSame || !isUrlHost(parsed?.name ?? '')) {
    const argument = host.parts.find((part) => part.type === 'variable')?.name
    return refusal('E_REVERSE_BAD_ARG', 'the host arguments do not form a valid host', argument)
  }
  return port === undefined ? text : `${text}:${port}`
}

function lastTwoLabels(host: string | undefined): string | undefined {
  return host?.split('.').slice(-2).join('.')
}

/** The caller's arguments as text, without missing arguments. */
function readArguments(action: string, given: unknown): Map<string, ArgumentText> {
  const texts = new Map<string, ArgumentText>()
  if (given === undefined || given === null) return texts
  for (const name of givenNames(action, given)) {
    const text = readArgument(action, name, given as Record<string, unknown>)
    if (text !== undefined) texts.set(name, text)
  }
  return texts
}
