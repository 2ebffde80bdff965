import { escapeHtml } from '../escape-html.js'
import { NoHandlerFoundException } from '../exceptions.js'
import { copyArguments, type ReverseArguments } from './reverse-arguments.js'
import type { ReversedRoute } from './url-builder.js'
import { allowedHost, allowsHost, type HostPolicy } from './host-policy.js'
import { parseHost } from '../matching/host-matcher.js'
import type { Route } from '../routes/route.js'

/** Where a definition can ask for another one, and what it knows of the current request. */
export interface ActionDefinitionOrigin {
  reverse(action: string, args?: ReverseArguments | null): ActionDefinition
  readonly host: string | undefined
  readonly secure: boolean
  readonly hostPolicy: HostPolicy
}

/** The definition that a program gets: frozen, with arguments of its own. */
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
 * The result of `reverse`: a URL and what it was built from. Frozen; every method returns a new one.
 * It is a `String` of its URL, so filters, helpers and programs read it as text. `url` is an own property, because
 * Handlebars reads own properties only.
 */
export class ActionDefinition extends String {
  // `declare`, since a field that is defined first and assigned then costs twice, and this is made for every link.

  /** A path (`/user/42`), or an absolute URL after `absolute()` and `secure()`. Never HTML-escaped. */
  declare readonly url: string
  /** `GET` for a `*` route, the first one of several methods. */
  declare readonly method: string
  /** The host that the route asks for, when it asks for one. */
  declare readonly host: string | undefined
  /** True for a route of every method, `*`. */
  declare readonly star: boolean
  declare readonly action: string
  declare readonly route: Route
  readonly #args: ReverseArguments
  readonly #origin: ActionDefinitionOrigin
  readonly #facts: Facts
  /** undefined where nothing is around the URL. */
  readonly #frame: Frame | undefined

  /** @param args belong to the definition */
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

  /** The arguments it was built from. Frozen when somebody asks for them: few do, and each link would pay for it. */
  get args(): ReverseArguments {
    return Object.freeze(this.#args)
  }

  /** The same action with one more argument, or another value for it. */
  add(name: string, value: unknown): ActionDefinition {
    return this.#again({ ...this.#args, [name]: value })
  }

  /**
   * The same action without this argument.
   *
   * @throws NoHandlerFoundException when the route needs it
   */
  remove(name: string): ActionDefinition {
    const { [name]: _, ...args } = this.#args
    return this.#again(args)
  }

  /**
   * The same URL with a fragment, which is encoded; an empty one takes the fragment away.
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
   * The absolute URL: at `base` when given, else at the route's own host, the configured `baseUrl`, or the current
   * request's host when it is in `allowedHosts`. A URL that is absolute already stays.
   *
   * @param base scheme and host, `https://example.org`
   * @throws NoHandlerFoundException with the code `E_HOST` when no host can be trusted
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

  /** The url, HTML-escaped: what Handlebars prints, which would otherwise write `=` as `&#x3D;`. */
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

  /** The same with another origin or fragment. */
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
    // 80 is no port of https, and not written for http.
    if (allowed !== undefined)
      return `${wanted}//${allowed.replace(wanted === 'https:' ? /:(80|443)$/ : /:80$/, '')}`
    const why = host === undefined ? 'there is no request' : "the request's host is not in allowedHosts"
    throw noAbsoluteUrl(this.action, `${why}, and no baseUrl is configured`)
  }

  /**
   * A route's host, on the port of the current request where that is allowed. The route file allows the domain that is
   * written in it; every other one must be in allowedHosts, whoever filled it: an argument, the application, the request.
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
      throw noAbsoluteUrl(this.action, "its host comes from the request's, which is not in allowedHosts")
    if (!isWritten && !allowsHost(routeHost, hostPolicy))
      throw noAbsoluteUrl(this.action, `its host "${routeHost}" is not in allowedHosts`)
    const port = current === undefined ? undefined : parseHost(current)?.port
    const hasPort = routePort !== undefined
    return hasPort || port === undefined || port === '80' || port === '443'
      ? routeHost
      : `${routeHost}:${port}`
  }
}

/** `.example.com`. The name behind the last dot alone is no domain: `{shop}.com` and `{shop}example.com` are anybody's. */
function isDomain(text: string): boolean {
  return /^\.(?:[^.]+\.)*(?:[^.]+\.[^.]+|localhost)\.?$/.test(text)
}

/** The parts of a definition. */
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
