import type { RouteMatch } from '../../matching/match-request.js'
import type { ActionMethod } from '../../controllers/action-metadata.js'
import type { BoundReverser } from '../snapshot/bound-reverser.js'
import type { ExpressRequest, ExpressResponse } from '../request/express-request.js'
import type { ModelAndView } from '../answers/model-and-view.js'

/** What is about to answer the request. */
export interface HandlerExecution {
  /** Bound to the request and its line. */
  readonly reverser: BoundReverser
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
  /** `false` stops: the interceptor has answered the request itself. What it throws goes to the error handler. */
  preHandle?(
    request: ExpressRequest,
    response: ExpressResponse,
    handler: HandlerExecution,
  ): boolean | void | Promise<boolean | void>
  /** After the action and before the view is rendered; without a view `modelAndView` is undefined. */
  postHandle?(
    request: ExpressRequest,
    response: ExpressResponse,
    handler: HandlerExecution,
    modelAndView: ModelAndView | undefined,
  ): void | Promise<void>
  /** Once the answer is sent or the client is gone, when `preHandle` was called and did not stop. */
  afterCompletion?(
    request: ExpressRequest,
    response: ExpressResponse,
    handler: HandlerExecution,
    error: unknown,
  ): void | Promise<void>
  /** Runs everything that follows inside of it, as `AsyncLocalStorage` needs; calls `proceed` once. */
  aroundHandle?(
    request: ExpressRequest,
    response: ExpressResponse,
    handler: HandlerExecution,
    proceed: () => void,
  ): void
}
