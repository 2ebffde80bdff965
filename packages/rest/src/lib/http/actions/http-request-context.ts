import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ParameterBinding } from '@mvc-router/router-core/express'
import { getOrInsert, refusePromise } from '@mvc-router/router-core/tools'
import type { RequestContext } from '../../service/request-context.js'

/** The context of an HTTP request. The signal is created when it is first read. */
export class HttpRequestContext implements RequestContext {
  readonly request: IncomingMessage
  readonly unshown: RequestContext['unshown']
  readonly #response: ServerResponse

  constructor(request: IncomingMessage, response: ServerResponse, unshown?: RequestContext['unshown']) {
    this.request = request
    this.unshown = unshown
    this.#response = response
  }

  get user(): unknown {
    const { user } = this.request as { readonly user?: unknown }
    refusePromise('request.user', 'a user', user)
    return user
  }

  /** Aborted if the client disconnects before the answer, or if the answer takes too long. */
  get signal(): AbortSignal {
    return controllerOf(this.#response).signal
  }
}

/** Binds the context of the request, for generic controllers and services: `@Params(requestContext())`. */
export function requestContext(): ParameterBinding<RequestContext> {
  return {
    source: 'request',
    name: 'context',
    resolve: ({ request, response }) => new HttpRequestContext(request, response),
  }
}

const controllers = new WeakMap<ServerResponse, AbortController>()

/** Aborts the signal of a request whose answer has timed out. */
export function abortRequest(response: ServerResponse): void {
  controllerOf(response).abort()
}

function controllerOf(response: ServerResponse): AbortController {
  return getOrInsert(controllers, response, () => {
    const controller = new AbortController()
    const abort = (): void => {
      if (!response.writableFinished) controller.abort()
    }
    if (response.closed || response.destroyed) abort()
    else response.once('close', abort)
    return controller
  })
}
