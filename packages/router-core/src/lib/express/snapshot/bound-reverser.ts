import type { RequestReverser } from '../../templates/current-reverser.js'
import type { ControllerRegistry } from '../../controllers/controller-registry.js'
import { createModelAttribute, type ModelAttribute } from '../../templates/model-attribute.js'
import type { ReverseArguments } from '../../reversing/reverser.js'
import type { Router } from '../../router.js'
import type { ActionDefinition } from '../../reversing/action-definition.js'
import type { RouteMatch } from '../../matching/match-request.js'
import type { ExpressRequest } from '../request/express-request.js'
import { watchOf } from '../request/request-watch.js'
import { requestHost } from '../request/request-host.js'
import type { RoutingSnapshot } from './routing-snapshot.js'

const boundKey = Symbol.for('@mvc-router/bound-reverser')

/** A method, so that functions with Express's own types fit. */
interface AmbientArgumentsMethod {
  ask(request: ExpressRequest): ReverseArguments | null | undefined
}

/** The ambient arguments of a request: `(request) => ({ locale: request.locale })`. */
export type AmbientArguments = AmbientArgumentsMethod['ask']

type BoundRequest = ExpressRequest & { [boundKey]?: BoundReverser }

/**
 * The Reverser of one request and one mapping. It keeps to the snapshot of the route files with which the request began,
 * so that matching, parameters and links agree while a reload goes on. Nearly free until a URL is asked for: most
 * requests ask for none.
 */
export class BoundReverser implements RequestReverser {
  readonly snapshot: RoutingSnapshot
  readonly #owner: object
  readonly #request: ExpressRequest
  /** That of the application around this one: back in there, it is the one to ask. */
  readonly #outer: BoundReverser | undefined
  readonly #baseUrl: string
  #mountPath: string
  #match: RouteMatch | undefined
  #defaults: AmbientArguments | undefined
  #reverser: ReturnType<Router['forRequest']> | undefined
  #attribute: ModelAttribute | undefined

  /** @param owner the mapping */
  private constructor(owner: object, snapshot: RoutingSnapshot, request: ExpressRequest) {
    this.snapshot = snapshot
    this.#owner = owner
    this.#request = request
    this.#outer = (request as BoundRequest)[boundKey]
    this.#baseUrl = request.baseUrl
    this.#mountPath = request.baseUrl
  }

  /** The one of this request, made when there is none yet. */
  static of(owner: object, snapshot: RoutingSnapshot, request: ExpressRequest): BoundReverser {
    const known = BoundReverser.find(owner, request)
    if (known !== undefined) return known
    const bound = new BoundReverser(owner, snapshot, request)
    ;(request as BoundRequest)[boundKey] = bound
    return bound
  }

  static find(owner: object, request: ExpressRequest): BoundReverser | undefined {
    // Most requests that pass through have none: to ask for the key takes half as long as to read what is not there.
    let bound = boundKey in request ? (request as BoundRequest)[boundKey] : undefined
    while (bound !== undefined && bound.#owner !== owner) bound = bound.#outer
    return bound
  }

  belongsTo(owner: object): boolean {
    return this.#current.#owner === owner
  }

  /** Called by the mapping: from now on the mount path is the mapping's own. */
  enter(match: RouteMatch | undefined): void {
    this.#match = match
    const { baseUrl } = this.#request
    if (baseUrl === this.#mountPath && match?.format === undefined) return
    this.#mountPath = baseUrl
    this.#reverser = undefined
    this.#attribute = undefined
  }

  /** From now on variables that a link does not name take what `defaults` says. */
  useDefaults(defaults: AmbientArguments): void {
    if (this.#defaults === defaults) return
    this.#defaults = defaults
    this.#reverser = undefined
    this.#attribute = undefined
  }

  get host(): string | undefined {
    return this.#current.#bind().host
  }

  reverse(action: string, args?: ReverseArguments | null): ActionDefinition {
    return this.#current.#bind().reverse(action, args)
  }

  reverseUnfrozen(action: string, args?: ReverseArguments | null): ActionDefinition {
    return this.#current.#bind().reverseUnfrozen(action, args)
  }

  href(action: string, args?: ReverseArguments | null): string {
    return this.#current.#bind().href(action, args)
  }

  hrefHtml(action: string, args?: ReverseArguments | null): string {
    return this.#current.#bind().hrefHtml(action, args)
  }

  reverseTemplate(action: string, args?: ReverseArguments | null): ActionDefinition {
    return this.#current.#bind().reverseTemplate(action, args)
  }

  get router(): Router {
    return this.#current.snapshot.router
  }

  get controllers(): ControllerRegistry {
    return this.#current.snapshot.registry
  }

  /** The `route` object of templates. */
  get attribute(): ModelAttribute {
    const bound = this.#current
    return (bound.#attribute ??= createModelAttribute(bound.#bind(), () => bound.#match))
  }

  /** An application that is mounted deeper may have handed the request back. */
  get #current(): BoundReverser {
    if (this.#outer === undefined) return this
    return this.#request.baseUrl.startsWith(this.#baseUrl) ? this : this.#outer.#current
  }

  #bind(): ReturnType<Router['forRequest']> {
    const defaults = this.#defaults
    return (this.#reverser ??= this.snapshot.router.forRequest({
      mountPath: this.snapshot.router.options.basePath === undefined ? this.#mountPath : undefined,
      host: requestHost(this.#request),
      secure: this.#request.secure,
      format: this.#match?.format,
      onFailure: watchOf(this.#request)?.failed,
      defaults: defaults && ((): ReturnType<AmbientArguments> => defaults(this.#request)),
    }))
  }
}
