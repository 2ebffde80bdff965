import { escapeHtml } from '../escape-html.js'
import { NoHandlerFoundException } from '../exceptions.js'
import { copyArguments, type ReverseArguments } from './reverse-arguments.js'
import type { ReversedRoute } from './url-builder.js'
import { allowedHost, allowsHost, type HostPolicy } from './host-policy.js'
import { parseHost } from '../matching/host-matcher.js'
import type { Route } from '../routes/route.js'

/** Makes changed definitions, and knows the current request. */
export interface ActionDefinitionOrigin {
  reverse(action: string, args?: ReverseArguments | null): ActionDefinition
  readonly host: string | undefined
  readonly secure: boolean
  readonly hostPolicy: HostPolicy
}

/** A frozen definition with a copy of the arguments, for programs. */
export function toActionDefinition(
  reversed: Facts,
  origin: ActionDefinitionOrigin,
  frame?: Frame,
): ActionDefinition {
  const args = copyArguments(reversed.action, reversed.args)
  const definition = new ActionDefinition(reversed, args, origin, frame)
  Object.freeze(definition)
  return definition
}

/**
 * The frozen result of `reverse`: a URL and the facts from which it was built. Every method returns a new definition. A
 * definition is a `String`, so filters, helpers and programs read it as text. `url` is an own property, because
 * Handlebars reads only own properties.
 */
export class ActionDefinition extends String {
  // Without `declare`, each field would be defined before it is assigned, which takes time for every link.

  /** A path (`/user/42`), or an absolute URL after `absolute()` and `secure()`. Never HTML-escaped. */
  declare readonly url: string
  /** The method of the link: the first of several, and `GET` for `*`. */
  declare readonly method: string
  /** The route's host, if it has one. */
  declare readonly host: string | undefined
  /** True for a route of every method, `*`. */
  declare readonly star: boolean
  declare readonly action: string
  declare readonly route: Route
  readonly #args: ReverseArguments
  readonly #origin: ActionDefinitionOrigin
  readonly #facts: Facts
  readonly #frame: Frame | undefined

  /** @param args an object that only the definition uses */
  constructor(facts: Facts, args: ReverseArguments, origin: ActionDefinitionOrigin, frame?: Frame) {
    const { route, action } = facts
    const url = frame === undefined ? facts.url : frame.origin + facts.url + frame.fragment
    super(url)
    this.url = url
    this.star = route.method === '*'
    this.method = facts.method
    this.host = facts.host
    this.action = action
    this.route = route
    this.#args = args
    this.#origin = origin
    this.#facts = facts
    this.#frame = frame
  }

  /** The arguments of the link. They are frozen at the first access. */
  get args(): ReverseArguments {
    return Object.freeze(this.#args)
  }

  /** The same action with this argument added or replaced. */
  add(name: string, value: unknown): ActionDefinition {
    return this.#again({ ...this.#args, [name]: value })
  }

  /** @throws NoHandlerFoundException if every route of the action needs the argument */
  remove(name: string): ActionDefinition {
    const { [name]: _, ...args } = this.#args
    return this.#again(args)
  }

  /**
   * The same URL with a fragment, which is encoded. An empty text removes the fragment.
   *
   * @throws NoHandlerFoundException for a text that has no encoding
   */
  addRef(fragment: string): ActionDefinition {
    if (typeof fragment !== 'string' || !fragment.isWellFormed()) {
      throw new NoHandlerFoundException(
        `No fragment for "${this.action}": expected a text without lone surrogates`,
        { code: 'E_REVERSE_BAD_ARG', action: this.action, argument: 'fragment' },
      )
    }
    const encoded = fragment === '' ? '' : `#${encodeURIComponent(fragment).replaceAll("'", '%27')}`
    return this.#framed({ fragment: encoded })
  }

  /**
   * The absolute URL. Its origin is the first of these: `base`, the origin of an already absolute URL, the route's
   * host, the option `baseUrl`, the current request's host if it is in `allowedHosts`.
   *
   * @param base scheme and host, `https://example.org`
   * @throws NoHandlerFoundException with the code `E_HOST` if no host is allowed
   */
  absolute(base?: string): ActionDefinition {
    const origin = base === undefined ? this.#frame?.origin : readBase(base, this.action)
    return this.#at(origin || this.#baseOf(undefined))
  }

  /** The absolute URL with `https:`, or `wss:` for a `WS` route. An absolute URL keeps its host. */
  secure(): ActionDefinition {
    const origin = this.#frame?.origin.replace(/^(http|ws):/, '$1s:')
    return this.#at(origin || this.#baseOf('https:'))
  }

  toJSON(): string {
    return this.url
  }

  /** The HTML-escaped URL. Handlebars prints it, and would otherwise write `=` as `&#x3D;`. */
  toHTML(): string {
    return this.#facts.isHtml && this.#frame === undefined ? this.url : escapeHtml(this.url)
  }

  #again(args: ReverseArguments): ActionDefinition {
    const next = this.#origin.reverse(this.action, args)
    if (this.#frame === undefined) return next
    const { origin, fragment } = this.#frame
    return (origin === '' ? next : next.absolute(origin)).#framed({ fragment })
  }

  #at(origin: string): ActionDefinition {
    return this.#framed({ origin: this.method === 'WS' ? origin.replace(/^http/, 'ws') : origin })
  }

  /** The same definition with another origin or fragment. */
  #framed(change: Partial<Frame>): ActionDefinition {
    const frame = { origin: '', fragment: '', ...this.#frame, ...change }
    return toActionDefinition({ ...this.#facts, args: this.#args }, this.#origin, frame)
  }

  /** Scheme and host, without a slash at the end. */
  #baseOf(scheme: 'https:' | undefined): string {
    const { host, secure, hostPolicy } = this.#origin
    const { baseUrl } = hostPolicy
    const currentScheme =
      host === undefined && baseUrl !== undefined ? new URL(baseUrl).protocol : secure ? 'https:' : 'http:'
    const wanted = scheme ?? currentScheme
    if (this.host !== undefined) return `${wanted}//${this.#routeHost(this.host)}`
    if (baseUrl !== undefined) return scheme === undefined ? baseUrl : baseUrl.replace(/^https?:/, scheme)
    const allowed = allowedHost(host, hostPolicy)
    // Port 80 is the default of http, and no https server uses it.
    if (allowed !== undefined)
      return `${wanted}//${allowed.replace(wanted === 'https:' ? /:(80|443)$/ : /:80$/, '')}`
    const why = host === undefined ? 'there is no request' : "the request's host is not in allowedHosts"
    throw noAbsoluteUrl(this.action, `${why}, and no baseUrl is configured`)
  }

  /**
   * A route's host, with the port of the current request if its host is allowed. A domain in the text of the route file
   * is allowed. Any other domain must be in `allowedHosts`, because an argument or the request has filled it.
   */
  #routeHost(routeHost: string): string {
    const { host, hostPolicy } = this.#origin
    const { parts = [], port: routePort } = this.route.pattern.host ?? {}
    const current = allowedHost(host, hostPolicy)
    const last = parts.at(-1)
    const takesDomain = last?.type === 'variable' && last.name === '_'
    const isWritten = takesDomain || (last?.type === 'literal' && (parts.length === 1 || isDomain(last.text)))
    const takesPart = parts.some((part) => part.type === 'variable' && part.name === '_')
    if (takesPart && current === undefined)
      throw noAbsoluteUrl(this.action, "its host needs the request's host, which is not in allowedHosts")
    if (!isWritten && !allowsHost(routeHost, hostPolicy))
      throw noAbsoluteUrl(this.action, `its host "${routeHost}" is not in allowedHosts`)
    const port = current === undefined ? undefined : parseHost(current)?.port
    const hasPort = routePort !== undefined
    return hasPort || port === undefined || port === '80' || port === '443'
      ? routeHost
      : `${routeHost}:${port}`
  }
}

/** True for `.example.com`. False for `{shop}.com` and `{shop}example.com`, because anybody may own a matching host. */
function isDomain(text: string): boolean {
  return /^\.(?:[^.]+\.)*(?:[^.]+\.[^.]+|localhost)\.?$/.test(text)
}

type Facts = Pick<ReversedRoute, 'url' | 'isHtml' | 'method' | 'host' | 'action' | 'args' | 'route'>

/** Text that `absolute` and `addRef` put around the URL. */
interface Frame {
  readonly origin: string
  readonly fragment: string
}

function readBase(base: string, action: string): string {
  const url = URL.canParse(base) ? new URL(base) : undefined
  const isWeb = url !== undefined && /^(?:https?|wss?):$/.test(url.protocol)
  if (
    !isWeb ||
    url.username !== '' ||
    url.password !== '' ||
    url.pathname !== '/' ||
    url.search !== '' ||
    url.hash !== ''
  ) {
    throw noAbsoluteUrl(action, 'the base must be scheme and host, such as https://example.org')
  }
  return `${url.protocol}//${url.host}`
}

function noAbsoluteUrl(action: string, reason: string): NoHandlerFoundException {
  const message = `No absolute URL for "${action}": ${reason}`
  return new NoHandlerFoundException(message, { code: 'E_HOST', action })
}
