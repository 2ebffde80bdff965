import type { IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { HandlerInterceptor, MappedRequest } from '@mvc-router/router-core/express'
import { ServiceUnavailableException } from '../../exceptions/rest-exceptions.js'
import { inRequest, RequestEnd } from '../../request-end.js'
import { abortRequest } from '../actions/http-request-context.js'

type Response = MappedRequest['response']

/** Answers a request with 503 if it has no answer after this time in ms. Ignores later output of the action. */
export function requestTimeout(
  timeout: number,
  answer: (error: unknown, request: IncomingMessage, response: Response) => Promise<void>,
): HandlerInterceptor {
  return {
    aroundHandle(request, response, _execution, proceed) {
      const requestEnd = new RequestEnd()
      const timer = setTimeout(() => void end(request, response, requestEnd), timeout)
      timer.unref()
      // If the client disconnects, the work continues with the same time limit.
      response.on('close', () => response.writableFinished && clearTimeout(timer))
      inRequest(requestEnd, proceed)
    },
  }

  async function end(request: IncomingMessage, response: Response, requestEnd: RequestEnd): Promise<void> {
    try {
      if (response.headersSent || response.destroyed) return
      ignoreMoreWhenEnded(response)
      const answered = answer(new ServiceUnavailableException('The answer took too long'), request, response)
      // Advice gets the same time once more. Without a limit, it could keep the transaction open.
      await Promise.race([answered, wait(timeout, undefined, { ref: false })])
      // The signal is aborted after the answer. Otherwise an error of the aborted action would become the answer.
      abortRequest(response)
    } finally {
      requestEnd.end()
    }
  }
}

/** Methods that throw after the end of a response. An uncaught error in a late callback would end the process. */
const writers = ['setHeader', 'setHeaders', 'appendHeader', 'removeHeader', 'writeHead', 'write'] as const

function ignoreMoreWhenEnded(response: Response): void {
  const ended = response.end.bind(response) as (...given: unknown[]) => Response
  response.end = (...given: unknown[]): Response => {
    ended(...given)
    for (const name of [...writers, 'end'] as const) Object.assign(response, { [name]: () => response })
    return response
  }
}
