import type { ServerResponse } from 'node:http'
import { getOrInsert } from '@mvc-router/router-core/tools'

const controllers = new WeakMap<ServerResponse, AbortController>()

/** The signal of a request: aborted when the client is gone before it has its answer, or has waited too long for it. */
export function requestSignal(response: ServerResponse): AbortSignal {
  return controllerOf(response).signal
}

/** Nobody waits for the answer any more. */
export function abortRequest(response: ServerResponse): void {
  controllerOf(response).abort()
}

function controllerOf(response: ServerResponse): AbortController {
  return getOrInsert(controllers, response, () => abortedWhenClosed(response))
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
