import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestContext } from '../../service/request-context.js'

/** The context of a request. What a method does not ask for is not made. */
export class HttpRequestContext implements RequestContext {
  readonly request: IncomingMessage
  readonly #response: ServerResponse
  #signal: AbortSignal | undefined

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.request = request
    this.#response = response
  }

  get user(): unknown {
    return (this.request as { readonly user?: unknown }).user
  }

  get signal(): AbortSignal {
    return (this.#signal ??= abortedWhenClosed(this.#response))
  }
}

function abortedWhenClosed(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const abort = (): void => {
    if (!response.writableFinished) controller.abort()
  }
  if (response.closed || response.destroyed) abort()
  else response.once('close', abort)
  return controller.signal
}

/** The context of a write: that of the request, with the state that `If-Match` asks for. */
export function withPrecondition<Current>(
  context: RequestContext,
  precondition: (current: Current) => void,
): RequestContext & { readonly precondition: (current: Current) => void } {
  return Object.assign(context, { precondition })
}
