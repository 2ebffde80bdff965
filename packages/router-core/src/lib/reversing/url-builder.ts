import { expiresName, isSigned, signatureName } from '../signing/link-signer.js'
import { isUrlHost, maxHostLength, parseHost, readHost, type HostMatcher } from '../matching/host-matcher.js'
import { matchPath, type PathMatcher } from '../matching/path-matcher.js'
import { parseRequestPath } from '../matching/request-path.js'
import type { CompiledRoute } from '../matching/compiled-route.js'
import { linkMethod } from '../routes/describe-route.js'
import type { Route } from '../routes/route.js'
import { noArguments } from '../syntax/action-call.js'
import { sampleOf } from '../syntax/pattern/route-pattern.js'
import { isFinishedUrl } from './finished-url.js'
import { firstOf, readArgument, type ReverseArguments } from './reverse-arguments.js'
import { writeQuery } from './write-query.js'
import {
  mismatch,
  refusal,
  toPathVariables,
  writeVariable,
  type PathVariable,
  type Rejection,
} from './write-variable.js'

/** The facts that reversing uses. They come from the current request, or else from the application. */
export interface ReverseContext extends WriteOptions {
  /** Such as `/shop`. Empty at the root. */
  readonly mountPath: string
  readonly host?: string | undefined
  readonly format?: string | undefined
  readonly defaults?: (() => ReverseArguments | null | undefined) | undefined
  /** For signed links: returns the time in seconds at which a link to the route expires, or undefined for never. */
  readonly expiryOf?: ((route: Route) => number | undefined) | undefined
  readonly onFailure?: ((error: unknown) => void) | undefined
  /** True for URI templates: a missing variable of the path is written `{name}`. */
  readonly keepsMissing?: boolean
}

export interface WriteOptions {
  readonly reverseTrailingSlash: boolean
  readonly maxParamLength: number
}

export interface LinkCandidate {
  /** The name that the caller has passed. */
  readonly action: string
  readonly builder: UrlBuilder
  /** The variables that the action's name sets: `user.list` sets `{controller}` of `{controller}.list` to `user`. */
  readonly variables: ReadonlyMap<string, string> | undefined
  /** True if the action has no other route. Fixed arguments may then be left out. */
  readonly isOnly: boolean
}

/** Result of reversing: a URL, and the facts from which it was built. */
export interface ReversedRoute {
  /** Path and query, with the mount path. */
  readonly url: string
  /** True if the URL surely needs no HTML escape. */
  readonly isHtml: boolean
  /** Path and query, without the mount path. */
  readonly path: string
  readonly host: string | undefined
  readonly route: Route
  readonly method: string
  readonly action: string
  /** The caller's own object, or a new object that also has the arguments in the action's text. */
  readonly args: ReverseArguments
}

/** Builds the URLs of one route. The constructor computes everything that does not depend on a link. */
export class UrlBuilder {
  readonly route: Route
  readonly method: string
  readonly #path: PathMatcher
  readonly #host: HostMatcher | undefined
  /** The literal before the first variable. */
  readonly #start: string
  readonly #first: PathVariable | undefined
  readonly #mayEndInSlash: boolean
  readonly #fixed: readonly (readonly [name: string, value: string])[]
  readonly #isSigned: boolean
  /** The names of arguments that do not go to the query. */
  readonly #known: ReadonlySet<string>
  /** True if each variable is a whole segment. Matching a URL then always returns the values of the link. */
  readonly #isOfSegments: boolean
  /** True if all URLs pass `isFinishedUrl`. Values are never empty, `.` or `..`, so checking a single URL is enough. */
  readonly #isFinished: boolean
  /** True if `#finish` must run for every link: to check the URL, or to add the route's query conditions. */
  readonly #mustFinish: boolean
  /** True if no path of the route needs an HTML escape. Encoded values need no escape, but paths of files keep `&`. */
  readonly #isHtml: boolean

  constructor({ route, path, host }: CompiledRoute) {
    const { start, first } = toPathVariables(route.pattern)
    const isRoot = start === '' && first === undefined
    const hostNames = host?.parts.flatMap((part) => (part.type === 'variable' ? [part.name] : [])) ?? []
    this.route = route
    this.method = linkMethod(route)
    this.#path = path
    this.#host = host
    this.#start = isRoot ? '/' : start
    this.#first = first
    this.#mayEndInSlash = route.pattern.optionalTrailingSlash && !isRoot
    this.#fixed = Object.entries(route.args)
    this.#isSigned = isSigned(route)
    const known = [...Object.keys(route.args), ...path.names, ...hostNames.filter((name) => name !== '_')]
    this.#known = new Set(known)
    this.#isOfSegments = path.tail === undefined && path.segments.every(({ type }) => type !== 'mixed')
    const sample = sampleOf(route.pattern.parts) + (route.pattern.optionalTrailingSlash ? '/' : '')
    this.#isFinished = this.#isOfSegments && isFinishedUrl(sample)
    this.#mustFinish = !this.#isFinished || route.predicates.length > 0
    this.#isHtml = route.pattern.parts.every((part) =>
      part.type === 'literal' ? !/[&']/.test(part.text) : part.isFilePath !== true,
    )
  }

  /**
   * Builds the URL, or returns the reason why there is none. Exceptions of getters in the arguments reach the caller.
   *
   * @throws NoHandlerFoundException for an argument that has no text
   */
  build(
    candidate: LinkCandidate,
    args: ReverseArguments,
    context: ReverseContext,
  ): ReversedRoute | Rejection {
    if (this.#fixed.length > 0 || this.#isSigned || candidate.variables || context.expiryOf) {
      const refused = this.#check(candidate, args, context)
      if (refused !== undefined) return refused
    }
    let url = this.#start
    let variable = this.#first
    let hasOthers = this.#mustFinish || context.expiryOf !== undefined
    // Only own enumerable properties count. V8 reads names and values fast in this form of loop, as long as no closure
    // captures `args` (decisions/reversing.md).
    for (const name in args) {
      if (!this.#isOfSegments) break
      if (!hasOwnProperty.call(args, name)) continue
      if (variable === undefined || variable.name !== name) {
        hasOthers = true
        if (variable !== undefined && this.#known.has(name)) break
        continue
      }
      const value = args[name]
      const text = typeof value === 'string' ? value : toText(candidate.action, name, value, args)
      if (text === undefined) break
      const written = writeVariable(text, variable, context.maxParamLength)
      if (typeof written !== 'string') return written
      url = variable.after === '' ? url + written : url + written + variable.after
      variable = variable.next
    }
    if (variable !== undefined || !this.#isOfSegments) {
      const path = this.#pathOf(candidate, args, context)
      if (typeof path !== 'string') return path
      url = path
      hasOthers = true
    } else if (this.#mayEndInSlash && context.reverseTrailingSlash) url += '/'
    if (hasOthers) {
      const finished = this.#finish(url, candidate, args, context)
      if (typeof finished !== 'string') return finished
      url = finished
    }
    const host = this.#host && this.#writeHost(this.#host, candidate, args, context)
    if (typeof host === 'object') return host
    const { mountPath } = context
    const isAtRoot = mountPath === ''
    return {
      url: isAtRoot ? url : mountPath + url,
      isHtml: this.#isHtml && !hasOthers && (isAtRoot || !mountPath.includes('&')),
      path: url,
      host,
      route: this.route,
      method: this.method,
      action: candidate.action,
      args,
    }
  }

  /** The path for the values of a match, without query and mount path. */
  pathOf(values: Readonly<Record<string, string>>, options: WriteOptions): string | Rejection {
    const context = { ...options, mountPath: '' }
    const candidate = { action: this.route.action, builder: this, variables: undefined, isOnly: true }
    return this.#pathOf(candidate, values, context)
  }

  /** Writes the host. `{_}`, and a host of one variable, may come from the request's host. */
  #writeHost(
    host: HostMatcher,
    { action, variables }: LinkCandidate,
    args: ReverseArguments,
    context: ReverseContext,
  ): string | Rejection {
    const { parts } = host
    const { port } = this.route.pattern.host ?? {}
    const current = context.host === undefined ? undefined : parseHost(context.host)
    const valueOf = (name: string): string | undefined =>
      this.#valueOf(name, action, variables, args, context)
    let text = ''
    for (const part of parts) {
      if (part.type === 'literal') {
        text += part.text
        continue
      }
      const { name, constraint } = part
      const value =
        name === '_'
          ? current?.name.split('.').slice(-2).join('.')
          : (valueOf(name) ?? (parts.length === 1 ? current?.name : undefined))
      if (value === undefined)
        return refusal('E_REVERSE_MISSING_ARG', () => `the host argument "${name}" is missing`, name)
      if (constraint && !(value.length <= maxHostLength && constraint.test(value.toLowerCase())))
        return mismatch('host argument', name, constraint, value)
      text += value
    }
    const parsed = parseHost(text)
    const found = parsed && parsed.port === undefined ? readHost(host, parsed) : undefined
    const areSame = [...(found ?? [])].every(([name, value]) => {
      const given = valueOf(name)
      return given === undefined || value === given.toLowerCase()
    })
    if (found === undefined || !areSame || !isUrlHost(parsed?.name ?? '')) {
      const argument = parts.find((part) => part.type === 'variable')?.name
      return refusal('E_REVERSE_BAD_ARG', () => 'the host arguments do not form a valid host', argument)
    }
    return port === undefined ? text : `${text}:${port}`
  }

  /** Checks the action's variables, the signature and the fixed arguments before the path is written. */
  #check(
    { action, variables, isOnly }: LinkCandidate,
    args: ReverseArguments,
    context: ReverseContext,
  ): Rejection | undefined {
    const given = (name: string): string | undefined => readOwn(action, name, args)
    for (const [name, text] of variables ?? []) {
      const value = given(name)
      if (value !== undefined && value.toLowerCase() !== text.toLowerCase())
        return refusal(
          'E_REVERSE_CONSTRAINT',
          () => `the action's name says that "${name}" is '${text}'`,
          name,
        )
    }
    const unsigned = this.#checkSigning(given, context)
    if (unsigned !== undefined) return unsigned
    for (const [name, fixed] of this.#fixed) {
      const value = given(name)
      if (value === undefined && !isOnly)
        return refusal('E_REVERSE_MISSING_ARG', () => `the fixed argument "${name}" is not given`, name)
      if (value !== undefined && value !== fixed)
        return refusal('E_REVERSE_CONSTRAINT', () => `the fixed argument "${name}" is '${fixed}'`, name)
    }
    return undefined
  }

  #checkSigning(
    given: (name: string) => string | undefined,
    { expiryOf }: ReverseContext,
  ): Rejection | undefined {
    if (expiryOf === undefined) {
      if (!this.#isSigned) return undefined
      return refusal('E_REVERSE_SIGNED', () => 'the line is signed: use route.signed(…)')
    }
    if (!this.#isSigned)
      return refusal('E_REVERSE_SIGNED', () => 'the line is not signed: write "+ signed" above it')
    const reserved = [expiresName, signatureName].find((name) => given(name) !== undefined)
    return reserved === undefined
      ? undefined
      : refusal('E_REVERSE_BAD_ARG', () => `"${reserved}" is reserved for the signature`, reserved)
  }

  /** Writes the path if arguments are missing or reordered, or a variable is no whole segment. Checks the round trip. */
  #pathOf(
    { action, variables }: LinkCandidate,
    args: ReverseArguments,
    context: ReverseContext,
  ): string | Rejection {
    const values = new Map<string, string>()
    let url = this.#start
    for (let variable = this.#first; variable !== undefined; variable = variable.next) {
      const { name, after } = variable
      const text = this.#valueOf(name, action, variables, args, context)
      if (text === undefined && context.keepsMissing !== true)
        return refusal('E_REVERSE_MISSING_ARG', () => `the argument "${name}" is missing`, name)
      const written = text === undefined ? `{${name}}` : writeVariable(text, variable, context.maxParamLength)
      if (typeof written !== 'string') return written
      if (text !== undefined) values.set(name, text)
      url += written + after
    }
    if (this.#mayEndInSlash && context.reverseTrailingSlash && !url.endsWith('/')) url += '/'
    // A template cannot be checked before it is filled.
    if (this.#isOfSegments || url.includes('{')) return url
    // The round trip guarantee: matching the URL against its own route returns the same values.
    const matched = matchPath(this.#path, parseRequestPath(url), context.maxParamLength)
    const { names } = this.#path
    if (matched !== undefined && names.every((name) => matched[name] === values.get(name))) return url
    return refusal(
      'E_REVERSE_BAD_ARG',
      () =>
        `matching "${url.slice(0, 200)}" would not give back the same ${names.map((name) => `"${name}"`).join(' and ')}`,
    )
  }

  /** The value of a variable: from the action's name, an argument, a default, or the request's format. */
  #valueOf(
    name: string,
    action: string,
    variables: ReadonlyMap<string, string> | undefined,
    args: ReverseArguments,
    { defaults: readDefaults, format }: ReverseContext,
  ): string | undefined {
    const given = variables?.get(name) ?? readOwn(action, name, args)
    if (given !== undefined || name === '_' || Object.hasOwn(this.route.args, name)) return given
    const defaults = readDefaults?.() ?? noArguments
    const ambient = Object.hasOwn(defaults, name) ? firstOf(readArgument(action, name, defaults)) : undefined
    return ambient ?? (name === 'format' && this.#path.names.includes(name) ? format : undefined)
  }

  /** Adds the query, and checks that the URL is valid. */
  #finish(
    path: string,
    { action }: LinkCandidate,
    args: ReverseArguments,
    { mountPath, expiryOf, keepsMissing }: ReverseContext,
  ): string | Rejection {
    const expires = expiryOf?.(this.route)
    const all = expires === undefined ? args : { ...args, [expiresName]: expires }
    const query = writeQuery(action, all, this.#known, this.route.predicates)
    if (typeof query !== 'string') return query
    const full = query === '' ? path : `${path}?${query}`
    if (this.#isFinished && keepsMissing !== true) return full
    // In a template, missing variables are replaced by `x`, because their values are not known yet.
    const url = mountPath + (keepsMissing === true ? full.replaceAll(/\{\w+\}/g, 'x') : full)
    if (isFinishedUrl(url)) return full
    const reason = (): string =>
      `"${url.slice(0, 200)}" has an empty segment, a segment of dots or a character that URLs encode`
    return refusal('E_REVERSE_BAD_ARG', reason)
  }
}

// oxlint-disable-next-line typescript/unbound-method -- each call passes the object
const { hasOwnProperty, propertyIsEnumerable } = Object.prototype

/** The text of an argument; undefined if it is missing. */
function readOwn(action: string, name: string, args: ReverseArguments): string | undefined {
  return propertyIsEnumerable.call(args, name) ? firstOf(readArgument(action, name, args)) : undefined
}

function toText(action: string, name: string, value: unknown, args: ReverseArguments): string | undefined {
  return Number.isSafeInteger(value) ? String(value) : firstOf(readArgument(action, name, args))
}
