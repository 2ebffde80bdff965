import type { ServerResponse } from 'node:http'

const controllers = new WeakMap<ServerResponse, AbortController>()

/** The signal of a request: aborted when the client is gone before it has its answer, or has waited too long for it. */
export function requestSignal(response: ServerResponse): AbortSignal {
  let controller = controllers.get(response)
  if (controller === undefined) controllers.set(response, (controller = abortedWhenClosed(response)))
  return controller.signal
}

/** Nobody waits for the answer any more. */
export function abortRequest(response: ServerResponse): void {
  requestSignal(response)
  controllers.get(response)?.abort()
}

function abortedWhenClosed(response: ServerResponse): AbortController {
  const controller = new AbortController()
  const abort = (): void => {
    if (!response.writableFinished) controller.abort()
  }
  if (response.closed || response.destroyed) abort()
  else response.once('close', abort)
  return controller
}
