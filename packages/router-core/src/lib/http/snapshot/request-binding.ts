import type { ControllerRegistry } from '../../controllers/controller-registry.js'
import type { RouteMatch } from '../../matching/match-request.js'
import type { RequestLinks, RequestOrigin } from '../../request-links.js'
import type { ReverseArguments } from '../../reversing/reverser.js'
import type { ReverserSource } from '../../templates/current-reverser.js'
import type { CurrentRequest } from '../../templates/model-attribute.js'
import type { HostRequest, HostResponse } from '../../hosts/host.js'
import { settingsOf } from '../../hosts/host-settings.js'
import { watchOf } from '../request/request-watch.js'
import type { RoutingSnapshot } from './routing-snapshot.js'

const bindingKey: unique symbol = Symbol.for('@mvc-router/request-binding')

/** A method, so that functions with the host's own types fit. */
interface AmbientArgumentsMethod {
  ask(request: HostRequest): ReverseArguments | null | undefined
}

/** The ambient arguments of a request: `(request) => ({ locale: request.locale })`. */
export type AmbientArguments = AmbientArgumentsMethod['ask']

/** Beside the misses (allowed-methods.ts), for the same reason. */
type Notes = HostResponse['locals'] & { [bindingKey]?: RequestBinding }

/**
 * Binds a request to a mapping, and to the snapshot of the route files with which the request began, so that matching,
 * parameters and links agree while a reload goes on. The Reverser is made for the first URL: most requests build none.
 */
export class RequestBinding implements ReverserSource, RequestOrigin {
  readonly snapshot: RoutingSnapshot
  readonly #owner: object
  readonly #request: HostRequest
  /** The binding to the application around this one, which counts again when the request is back in there. */
  readonly #outer: RequestBinding | undefined
  readonly #baseUrl: string
  readonly #app: unknown
  readonly #next: unknown
  #mountPath: string
  #match: RouteMatch | undefined
  #defaults: AmbientArguments | undefined
  #reverser: RequestLinks | undefined

  /** @param owner the mapping */
  private constructor(
    owner: object,
    snapshot: RoutingSnapshot,
    request: HostRequest,
    outer: RequestBinding | undefined,
  ) {
    this.snapshot = snapshot
    this.#owner = owner
    this.#request = request
    this.#outer = outer
    this.#baseUrl = request.baseUrl
    this.#mountPath = request.baseUrl
    this.#app = request.app
    this.#next = (request as { readonly next?: unknown }).next
  }

  /** The one of this request, made when there is none yet. */
  static of(
    owner: object,
    snapshot: RoutingSnapshot,
    request: HostRequest,
    response: HostResponse,
  ): RequestBinding {
    const known = RequestBinding.find(owner, response.locals)
    if (known !== undefined) return known
    const notes: Notes = response.locals
    const value = new RequestBinding(owner, snapshot, request, notes[bindingKey])
    // Copies of the locals, which views are given, do not hold the request.
    Object.defineProperty(notes, bindingKey, { value, configurable: true })
    return value
  }

  static find(owner: object, notes: Notes): RequestBinding | undefined {
    let bound = notes[bindingKey]
    while (bound !== undefined && bound.#owner !== owner) bound = bound.#outer
    return bound
  }

  belongsTo(owner: object): boolean {
    return this.#owner === owner
  }

  /** Called by the mapping: from now on the mount path is the mapping's own. */
  enter(match: RouteMatch | undefined): void {
    this.#match = match
    const { baseUrl } = this.#request
    if (baseUrl === this.#mountPath && match?.format === undefined) return
    this.#mountPath = baseUrl
    this.#reverser = undefined
  }

  /** From now on variables that a link does not name take what `defaults` says. */
  useDefaults(defaults: AmbientArguments): void {
    if (this.#defaults === defaults) return
    this.#defaults = defaults
    this.#reverser = undefined
  }

  get reverser(): RequestLinks {
    return this.current.#own
  }

  get controllers(): ControllerRegistry {
    return this.snapshot.registry
  }

  get page(): CurrentRequest | undefined {
    const match = this.#match
    if (match === undefined) return undefined
    const { action, args, route } = match
    const { name } = route.modifiers
    const url = this.snapshot.targetOf(this.#request)
    return { action, args, url, name: typeof name === 'string' ? name : undefined }
  }

  /** An application that is mounted deeper may have handed the request back. */
  get current(): RequestBinding {
    if (this.#outer === undefined) return this
    const isBelow = this.#request.baseUrl.startsWith(this.#baseUrl)
    return isBelow && !this.#isLeft(this.#outer) ? this : this.#outer.current
  }

  /**
   * The request is back in what is around this mount, for a page below the same path: each router and application puts
   * `next` and `app` on a request when it begins, and gives back those of the other one when it passes the request on.
   */
  #isLeft(outer: RequestBinding): boolean {
    const { app, next } = this.#request as HostRequest & { readonly next?: unknown }
    const isOuter = (next === outer.#next && next !== this.#next) || (app === outer.#app && app !== this.#app)
    return isOuter || (outer.#outer !== undefined && this.#isLeft(outer.#outer))
  }

  get #own(): RequestLinks {
    if (this.#reverser !== undefined) return this.#reverser
    const { router } = this.snapshot
    const defaults = this.#defaults
    const request = {
      mountPath: router.options.basePath === undefined ? this.#mountPath : undefined,
      host: settingsOf(this.#request).authority(this.#request),
      secure: this.#request.secure,
      format: this.#match?.format,
      onFailure: watchOf(this.#request)?.failed,
      defaults: defaults && ((): ReturnType<AmbientArguments> => defaults(this.#request)),
    }
    return (this.#reverser = router.forRequest(request, this))
  }
}
