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

/** Declared as a method, so functions with the host's own types are compatible. */
interface AmbientArgumentsMethod {
  ask(request: HostRequest): ReverseArguments | null | undefined
}

/** The ambient arguments of a request: `(request) => ({ locale: request.locale })`. */
export type AmbientArguments = AmbientArgumentsMethod['ask']

/** The binding is in the locals, not in the request, because V8 adds properties faster there (see `addMiss`). */
type Notes = HostResponse['locals'] & { [bindingKey]?: RequestBinding }

/**
 * Binds a request to a mapping, and to the snapshot of the route files at the start of the request. Matching,
 * parameters and links then agree during a reload. Only the first URL creates the Reverser, because most requests build
 * no URL.
 */
export class RequestBinding implements ReverserSource, RequestOrigin {
  readonly snapshot: RoutingSnapshot
  readonly #owner: object
  readonly #request: HostRequest
  /** The binding of the outer application. It is used again after the request has returned there. */
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

  /** Returns the binding of this request and mapping. Creates it if there is none. */
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
    // Not enumerable, so copies of the locals for views do not keep the request.
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

  /** Called for each line, and when the request leaves the mapping. Later links have the current mount path. */
  enter(match: RouteMatch | undefined): void {
    this.#match = match
    const { baseUrl } = this.#request
    if (baseUrl === this.#mountPath && match?.format === undefined) return
    this.#mountPath = baseUrl
    this.#reverser = undefined
  }

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

  /** This binding, or an outer binding if the request has returned to an outer application. */
  get current(): RequestBinding {
    if (this.#outer === undefined) return this
    const isBelow = this.#request.baseUrl.startsWith(this.#baseUrl)
    return isBelow && !this.#isLeft(this.#outer) ? this : this.#outer.current
  }

  /**
   * True if the request has returned to an outer application, although its path still begins with the inner mount path.
   * Each router and application sets `next` and `app` when it begins, and restores the outer values when it passes a
   * request on.
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
