import { controlCharacter, encodePath, encodePathValue, toHalfEncoded } from '../syntax/percent-encoding.js'
import type { ReverseErrorCode } from '../exceptions.js'
import { maxPathLength, type Constraint } from '../syntax/pattern/constraint.js'
import type { RoutePattern, RoutePatternPart } from '../syntax/pattern/route-pattern.js'
import { isUrlHost, maxHostLength, parseHost, readHost, type HostMatcher } from '../matching/host-matcher.js'
import { hasDotSegment, isBindable, matchPath } from '../matching/path-matcher.js'
import { parseRequestPath } from '../matching/request-path.js'
import type { ArgumentText } from './reverse-arguments.js'
import type { CompiledRoute } from '../matching/compiled-route.js'

/** Why a route cannot give a URL for these arguments. */
export interface Rejection {
  readonly code: ReverseErrorCode
  readonly reason: string
  readonly argument?: string
}

/** @param argument the one to blame, where there is one */
export function refusal(code: ReverseErrorCode, reason: string, argument?: string): Rejection {
  return argument === undefined ? { code, reason } : { code, reason, argument }
}

export interface BuildOptions {
  readonly reverseTrailingSlash: boolean
  readonly maxParamLength: number
  /** For URI templates: a missing variable of the path is written `{name}`. */
  readonly keepsMissing?: boolean
}

/** Builds the path of a route, without mount and query; adds each name it used to `used`. */
export function buildPath(
  { route, path }: CompiledRoute,
  values: ReadonlyMap<string, ArgumentText>,
  used: Set<string>,
  { reverseTrailingSlash, maxParamLength, keepsMissing = false }: BuildOptions,
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
  // A template is proved when it is filled.
  if (url.includes('{')) return url
  // A variable that is a whole segment comes back as it went in. Anything else has to prove it.
  const isProved = path.tail === undefined && path.segments.every(({ type }) => type !== 'mixed')
  if (!isProved && !comesBack(path, url, values, maxParamLength)) return ambiguous(path.names, url)
  return url
}

function ambiguous(names: readonly string[], url: string): Rejection {
  return refusal(
    'E_REVERSE_BAD_ARG',
    `"${url.slice(0, 200)}" would not give back ${names.map((name) => `"${name}"`).join(' and ')}`,
  )
}

/** The round trip guarantee: the URL, matched against its own route, gives back the same values. */
function comesBack(
  path: CompiledRoute['path'],
  url: string,
  values: ReadonlyMap<string, ArgumentText>,
  maxParamLength: number,
): boolean {
  const matched = matchPath(path, parseRequestPath(url), maxParamLength)
  return matched !== undefined && path.names.every((name) => matched[name] === firstOf(values.get(name)))
}

export function firstOf(text: ArgumentText | undefined): string | undefined {
  return typeof text === 'object' ? text[0] : text
}

type Variable = Extract<RoutePatternPart, { type: 'variable' }>

/** `{<.*>path}` behind the last slash: what it stands for may be left out of the URL. */
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
  { name, constraint }: Variable,
  values: ReadonlyMap<string, ArgumentText>,
  maxParamLength: number,
  mayBeEmpty: boolean,
): string | Rejection {
  const value = firstOf(values.get(name))
  if (value === undefined) return refusal('E_REVERSE_MISSING_ARG', `the argument "${name}" is missing`, name)
  const refuse = (reason: string, code: ReverseErrorCode = 'E_REVERSE_BAD_ARG'): Rejection =>
    refusal(code, `the argument "${name}" ${reason}`, name)
  if (value === '') return mayBeEmpty ? '' : refuse('is empty')
  if (controlCharacter.test(value))
    return refuse('holds a control character', constraint ? 'E_REVERSE_CONSTRAINT' : 'E_REVERSE_BAD_ARG')
  if (constraint?.spansSegments === true)
    return (
      writePath(value, constraint) ?? refuse(`does not satisfy ${constraint.source}`, 'E_REVERSE_CONSTRAINT')
    )
  if (!isBindable(value, maxParamLength)) {
    return refuse(
      value.length > maxParamLength
        ? `is longer than ${maxParamLength} characters`
        : `is "${value}", which URLs fold away`,
    )
  }
  if (constraint !== undefined && !constraint.test(toHalfEncoded(value, false))) {
    return refuse(`does not satisfy ${constraint.source}`, 'E_REVERSE_CONSTRAINT')
  }
  return encodePathValue(value)
}

/** Slashes stay where no piece is empty or dots, and where the constraint accepts them; else they are `%2F`. */
function writePath(value: string, constraint: Constraint): string | undefined {
  if (value.length > maxPathLength) return undefined
  const isOfSegments =
    !value.startsWith('/') && !value.endsWith('/') && !value.includes('//') && !hasDotSegment(value)
  const accepts = (text: string): boolean => text.length <= maxPathLength && constraint.test(text)
  if (isOfSegments && accepts(toHalfEncoded(value, true))) return encodePath(value)
  return accepts(toHalfEncoded(value, false)) ? encodePathValue(value) : undefined
}

/** Builds the host of a route: variables from `values`, whole hosts and `{_}` from the request's host. */
export function buildHost(
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
        `the host argument "${part.name}" does not satisfy ${part.constraint.source}`,
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
    return refusal('E_REVERSE_BAD_ARG', 'the host arguments give no host', argument)
  }
  return port === undefined ? text : `${text}:${port}`
}

function lastTwoLabels(host: string | undefined): string | undefined {
  return host?.split('.').slice(-2).join('.')
}
