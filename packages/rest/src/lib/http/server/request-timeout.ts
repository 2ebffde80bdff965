import type { IncomingMessage } from 'node:http'
import type { HandlerInterceptor, MappedRequest } from '@mvc-router/router-core/express'
import { ServiceUnavailableException } from '../../exceptions/rest-exceptions.js'
import { abortRequest } from '../actions/request-signal.js'

/** Answers a request with 503 when nothing has in this time, in ms. What the action does later goes nowhere. */
export function requestTimeout(
  timeout: number,
  answer: (error: unknown, request: IncomingMessage, response: MappedRequest['response']) => void,
): HandlerInterceptor {
  return {
    preHandle(request, response) {
      const timer = setTimeout(() => {
        if (response.headersSent || response.destroyed) return
        answer(new ServiceUnavailableException('The answer took too long'), request, response)
        abortRequest(response)
      }, timeout)
      timer.unref()
      response.on('close', () => clearTimeout(timer))
    },
  }
}
