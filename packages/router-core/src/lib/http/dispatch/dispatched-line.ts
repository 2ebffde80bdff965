import type { RegisteredAction } from '../../controllers/controller-registry.js'
import type { HostRequest, HostResponse } from '../../hosts/host.js'
import type { RouteMatch } from '../../matching/match-request.js'
import type { RequestLinks } from '../../request-links.js'
import { view, type ModelAndView } from '../answers/model-and-view.js'
import type { ResultContext } from '../answers/write-result.js'
import type { BindingContext } from '../binding/parameter-binding.js'
import type { MappedRequest } from '../extensions/mapping-extension.js'
import type { HandlerExecution, HandlerInterceptor } from '../interceptors/handler-interceptor.js'
import { findDynamicAction } from '../snapshot/dynamic-action.js'
import type { ExtendedMapping } from '../snapshot/extended-mapping.js'
import type { RouteHandler } from '../snapshot/route-handler.js'
import { RequestBinding } from '../snapshot/request-binding.js'
import type { RoutingSnapshot } from '../snapshot/routing-snapshot.js'

/** A request at a line. Each line has its own object, so interceptors see their line even after the answer. */
export class DispatchedLine implements HandlerExecution, BindingContext, ResultContext, MappedRequest {
  readonly mapping: ExtendedMapping
  readonly request: HostRequest
  readonly response: HostResponse
  readonly match: RouteMatch
  readonly number: number
  readonly handler: RouteHandler
  /** Undefined for a file, a status and a redirection, and for an action that no controller has. */
  readonly registered: RegisteredAction | undefined
  /** Interceptors whose `postHandle` must still run, the last interceptor first. */
  postHandlers: readonly HandlerInterceptor[] = []
  error: unknown
  readonly #snapshot: RoutingSnapshot
  #model: Record<string, unknown> | undefined

  constructor(
    {
      mapping,
      snapshot,
      request,
      response,
    }: Omit<MappedRequest, 'registered'> & { snapshot: RoutingSnapshot },
    match: RouteMatch,
    number: number,
  ) {
    this.mapping = mapping
    this.#snapshot = snapshot
    this.request = request
    this.response = response
    this.match = match
    this.number = number
    this.handler = snapshot.handlerOf(match.route)
    this.registered = registeredOf(this.handler, snapshot, match, request)
  }

  get args(): Readonly<Record<string, string>> {
    return this.match.args
  }

  get target(): string {
    return this.#snapshot.targetOf(this.request)
  }

  get model(): Record<string, unknown> {
    return (this.#model ??= {})
  }

  get binding(): RequestBinding {
    const binding = RequestBinding.of(this.mapping, this.#snapshot, this.request, this.response)
    binding.enter(this.match)
    return binding
  }

  get reverser(): RequestLinks {
    return this.binding.reverser
  }

  get action(): string {
    return this.registered?.action ?? this.match.action
  }

  get controller(): object | undefined {
    return this.registered?.controller
  }

  get method(): RegisteredAction['method'] | undefined {
    return this.registered?.method
  }
}

function registeredOf(
  handler: RouteHandler,
  { registry }: RoutingSnapshot,
  match: RouteMatch,
  request: HostRequest,
): RegisteredAction | undefined {
  switch (handler.type) {
    case 'action':
      return handler.action
    case 'dynamicAction':
      return findDynamicAction(registry, match, request.path)
    case 'view':
      return viewAction(handler.view)
    default:
      return undefined
  }
}

/** The action of a line `view:about.njk`. The path variables and fixed arguments are the model of the view. */
function viewAction(name: string): RegisteredAction {
  return {
    action: `view:${name}`,
    controllerName: 'view',
    methodName: name,
    controller: {},
    method: (args: BindingContext['args']): ModelAndView => view(name, args),
    metadata: {},
    parameters: [{ source: 'path', name: 'args', resolve: ({ args }: BindingContext) => args }],
    dispatchable: false,
    takesResponse: false,
    modelAttributes: [],
  }
}
