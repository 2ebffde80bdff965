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

/** The context of a write: that of the request, with the state that `If-Match` asks for. */
export function withPrecondition<Current>(
  context: RequestContext,
  precondition: (current: Current) => void,
): RequestContext & { readonly precondition: (current: Current) => void } {
  return Object.assign(context, { precondition })
}
