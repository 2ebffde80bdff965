import type { RouteMatch } from '../../matching/match-request.js'
import { currentReverser, runWithReverser } from '../../templates/current-reverser.js'
import { BoundReverser } from '../snapshot/bound-reverser.js'
import { findDynamicAction } from '../snapshot/dynamic-action.js'
import type { ExpressRequest, ExpressResponse, NextFunction } from '../request/express-request.js'
import type { HandlerInterceptor } from '../interceptors/handler-interceptor.js'
import type { ExtendedMapping } from '../snapshot/extended-mapping.js'
import type { MappedRequest } from '../extensions/mapping-extension.js'
import type { MappingExtensions } from '../extensions/mapping-extensions.js'
import { isExpressError } from '../request/express-error.js'
import { LineExecution, type DispatchedRequest } from './line-execution.js'
import { traceRoute } from '../request/request-route.js'
import type { Handler } from '../snapshot/handlers.js'
import type { RoutingSnapshot } from '../snapshot/routing-snapshot.js'

/** What a mapping lends to its requests. */
export interface Dispatcher extends ExtendedMapping {
  readonly extensions: MappingExtensions
  interceptorsFor(request: ExpressRequest): readonly HandlerInterceptor[]
}

/**
 * One request on its way through the lines of a mapping: the first line that accepts it, and those behind that one for
 * as long as each passes it on (docs/route-file.md, When a line passes a request on).
 */
export class RequestDispatch implements DispatchedRequest {
  readonly request: ExpressRequest
  readonly response: ExpressResponse
  readonly #dispatcher: Dispatcher
  /** The snapshot of the route files with which the request began; it keeps to it. */
  readonly #snapshot: RoutingSnapshot
  readonly #next: NextFunction
  /** What the request had when it came: it has the same when it leaves without an answer. */
  readonly #outerParams: Record<string, unknown> | undefined
  readonly #outerMatch: RouteMatch | undefined
  readonly #outerRoute: unknown
  #tracedMount: string | undefined
  #completions: (() => void)[] | undefined
  /** How many lines have passed the request on without a pause. */
  #turns = 0

  constructor(
    dispatcher: Dispatcher,
    snapshot: RoutingSnapshot,
    request: ExpressRequest,
    response: ExpressResponse,
    next: NextFunction,
  ) {
    this.#dispatcher = dispatcher
    this.#snapshot = snapshot
    this.request = request
    this.response = response
    this.#next = next
    this.#outerParams = request.params
    this.#outerMatch = request.routeMatch
    this.#outerRoute = request.route
  }

  get mapping(): ExtendedMapping {
    return this.#dispatcher
  }

  get extensions(): MappingExtensions {
    return this.#dispatcher.extensions
  }

  get warn(): (problem: unknown) => void {
    return this.#snapshot.warn
  }

  reverserFor(match: RouteMatch): BoundReverser {
    const bound = BoundReverser.of(this.#dispatcher, this.#snapshot, this.request)
    bound.enter(match)
    return bound
  }

  /** Runs a line that the snapshot has found; without one the request leaves the mapping. */
  run(match: RouteMatch | undefined): void {
    if (match === undefined) {
      this.#leave()
      return
    }
    const handler = this.#snapshot.handlerOf(match.route)
    const registered =
      handler.type === 'action'
        ? handler.action
        : handler.type === 'dynamicAction'
          ? findDynamicAction(this.#snapshot.registry, match, this.request.path)
          : undefined
    this.#enter(new LineExecution(this, match, handler, registered), match, handler)
  }

  passOn(from: MappedRequest & { readonly match: RouteMatch }, reason: unknown): void {
    const { match } = from
    if (isExpressError(reason)) this.#fail(from, reason)
    else if (reason === 'router') this.#leave()
    else if (++this.#turns % turnsInARow === 0) setImmediate(() => this.#goOn(match))
    else this.#goOn(match)
  }

  whenCompleted(listener: () => void): void {
    const { response } = this
    if (response.closed) setImmediate(listener)
    else if (this.#completions !== undefined) this.#completions.unshift(listener)
    else {
      const completions = (this.#completions = [listener])
      response.once('close', () => {
        for (const tell of completions) tell()
      })
    }
  }

  inContext(step: () => void): void {
    runInContext(BoundReverser.find(this.#dispatcher, this.request), step)
  }

  #enter(execution: LineExecution, match: RouteMatch, { requestRoute }: Handler): void {
    const { request } = this
    const bound = BoundReverser.find(this.#dispatcher, request)
    bound?.enter(match)
    request.params = mergeParams(this.#outerParams, match.args)
    request.routeMatch = match
    this.#tracedMount = traceRoute(request, requestRoute.path, this.#tracedMount)
    request.route = requestRoute
    const interceptors = this.#dispatcher.interceptorsFor(request)
    if (bound === undefined) execution.start(interceptors)
    else startInContext(bound, execution, interceptors)
  }

  #goOn({ route }: RouteMatch): void {
    try {
      this.run(this.#snapshot.matchFollowing(this.request, route))
    } catch (error) {
      const { request, response, mapping } = this
      this.#fail({ request, response, mapping, registered: undefined }, error)
    }
  }

  #fail(request: MappedRequest, error: unknown): void {
    if (!this.extensions.answerException(request, error)) this.#next(error)
  }

  #leave(): void {
    const { request } = this
    BoundReverser.find(this.#dispatcher, request)?.enter(undefined)
    if (this.#outerParams !== undefined) request.params = this.#outerParams
    request.routeMatch = this.#outerMatch
    if (request.route !== this.#outerRoute) {
      request.route = this.#outerRoute
      traceRoute(request, undefined)
    }
    this.#next()
  }
}

function startInContext(
  bound: BoundReverser,
  execution: LineExecution,
  interceptors: readonly HandlerInterceptor[],
): void {
  runInContext(bound, () => execution.start(interceptors))
}

/** A body parser that answers to the events of the socket has lost the asynchronous context. */
function runInContext(bound: BoundReverser | undefined, step: () => void): void {
  if (bound === undefined || currentReverser() === bound) step()
  else runWithReverser(bound, step)
}

/** More in a row would be too deep for the stack; Express pauses after as many of its own layers. */
const turnsInARow = 100

/** The parameters of the mount path (`app.use('/:tenant', ...)`) stay; the route's own win. */
function mergeParams(
  outer: Record<string, unknown> | undefined,
  args: Record<string, string>,
): Record<string, unknown> {
  for (const name in outer) if (Object.hasOwn(outer, name)) return { ...outer, ...args }
  return args
}
