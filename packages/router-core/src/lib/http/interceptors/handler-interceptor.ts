import type { RouteMatch } from '../../matching/match-request.js'
import type { ActionMethod } from '../../controllers/action-metadata.js'
import type { RequestLinks } from '../../request-links.js'
import type { RequestBinding } from '../snapshot/request-binding.js'
import type { HostRequest, HostResponse } from '../../hosts/host.js'
import type { ModelAndView } from '../answers/model-and-view.js'

/** The target that is about to answer the request. */
export interface HandlerExecution {
  /** Bound to the request and its line. */
  readonly reverser: RequestLinks
  /** Where the request gets its Reverser, as it enters and leaves applications. */
  readonly binding: RequestBinding
  readonly match: RouteMatch
  /** `userController.showUser`; for a static folder, a status or a redirection the text of the route file. */
  readonly action: string
  /** Undefined where no controller answers. */
  readonly controller: object | undefined
  readonly method: ActionMethod | undefined
}

/**
 * Runs around actions, and around everything else that a route leads to. `preHandle` is called in the order of registration,
 * the others in the reverse order, as the layers of an onion.
 */
export interface HandlerInterceptor {
  /** `false` stops: the interceptor has answered the request itself. Its exception goes to the error handler. */
  preHandle?(
    request: HostRequest,
    response: HostResponse,
    handler: HandlerExecution,
  ): boolean | void | Promise<boolean | void>
  /** After the action and before the view is rendered; without a view `modelAndView` is undefined. */
  postHandle?(
    request: HostRequest,
    response: HostResponse,
    handler: HandlerExecution,
    modelAndView: ModelAndView | undefined,
  ): void | Promise<void>
  /** Once the answer is sent or the client is gone, when `preHandle` was called and did not stop. */
  afterCompletion?(
    request: HostRequest,
    response: HostResponse,
    handler: HandlerExecution,
    error: unknown,
  ): void | Promise<void>
  /** Runs everything that follows inside of it, as `AsyncLocalStorage` needs; calls `proceed` once. */
  aroundHandle?(
    request: HostRequest,
    response: HostResponse,
    handler: HandlerExecution,
    proceed: () => void,
  ): void
}
