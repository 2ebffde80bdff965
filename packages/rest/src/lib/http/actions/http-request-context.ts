import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestContext } from '../../service/request-context.js'
import { requestSignal } from './request-signal.js'

/** The context of a request. What a method does not ask for is not made. */
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
    return (this.request as { readonly user?: unknown }).user
  }

  get signal(): AbortSignal {
    return requestSignal(this.#response)
  }
}
