import type { RouteMatch } from '../../matching/match-request.js'
import type { ActionMethod } from '../../controllers/action-metadata.js'
import type { RequestLinks } from '../../request-links.js'
import type { RequestBinding } from '../snapshot/request-binding.js'
import type { HostRequest, HostResponse } from '../../hosts/host.js'
import type { ModelAndView } from '../answers/model-and-view.js'

/** The target that is about to answer the request. */
export interface HandlerExecution {
  /** Builds links for the request and its line. */
  readonly reverser: RequestLinks
  /** Has the Reverser of the request. The Reverser changes when the request enters or leaves an application. */
  readonly binding: RequestBinding
  readonly match: RouteMatch
  /** `userController.showUser`, or the text of another target: `staticDir:public`, `404`. */
  readonly action: string
  /** Undefined for a file, a status and a redirection; an empty object for `view:about.njk`. */
  readonly controller: object | undefined
  readonly method: ActionMethod | undefined
}

/**
 * Runs around actions and all other targets of routes. `preHandle` and `aroundHandle` run in the order of registration,
 * `postHandle` and `afterCompletion` in the reverse order.
 */
export interface HandlerInterceptor {
  /** Returns `false`, or answers, to stop the request. Its exceptions go to the error handler. */
  preHandle?(
    request: HostRequest,
    response: HostResponse,
    handler: HandlerExecution,
  ): boolean | void | Promise<boolean | void>
  /** Runs after the action and before the view is rendered. `modelAndView` is undefined without a view. */
  postHandle?(
    request: HostRequest,
    response: HostResponse,
    handler: HandlerExecution,
    modelAndView: ModelAndView | undefined,
  ): void | Promise<void>
  /** Runs after the answer is sent or the client is gone, if `preHandle` did not stop the request. */
  afterCompletion?(
    request: HostRequest,
    response: HostResponse,
    handler: HandlerExecution,
    error: unknown,
  ): void | Promise<void>
  /** Must call `proceed` once. All later steps run inside this call: `storage.run(value, proceed)`. */
  aroundHandle?(
    request: HostRequest,
    response: HostResponse,
    handler: HandlerExecution,
    proceed: () => void,
  ): void
}
