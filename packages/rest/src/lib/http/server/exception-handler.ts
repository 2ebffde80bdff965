import type { IncomingMessage, ServerResponse } from 'node:http'
import { NotFoundException } from '../../exceptions/rest-exceptions.js'
import type { ExceptionResolver } from '../../exceptions/exception-resolver.js'
import { MethodNotAllowedException } from '../../exceptions/http-exceptions.js'
import { reasonPhrase, RestError } from '../../exceptions/rest-error.js'
import { jsonFormat } from '../negotiation/response-format.js'
import type { ResponseWriter } from '../response/response-writer.js'
import type { ErrorMiddleware, Middleware } from '../middleware.js'

/** Answers whatever was thrown. The last middleware of an application. */
export function exceptionHandler(resolver: ExceptionResolver, writer: ResponseWriter): ErrorMiddleware {
  return (error, request, response, _next) => {
    void answer(error, request, response, { resolver, writer })
  }
}

async function answer(
  error: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  { resolver, writer }: { readonly resolver: ExceptionResolver; readonly writer: ResponseWriter },
): Promise<void> {
  const entity = await resolver.resolve(error, request)
  // Half an answer cannot be taken back; a broken connection tells the client.
  if (response.headersSent) {
    response.destroy()
    return
  }
  try {
    writer.writeError(request, response, entity)
  } catch (writeError) {
    await writePlainly(writeError, request, response, resolver)
  }
}

/** What an advice gave cannot be written: a body with a cycle, a header with a line break. */
async function writePlainly(
  error: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  resolver: ExceptionResolver,
): Promise<void> {
  const { status } = await resolver.resolve(error, request)
  if (response.headersSent) {
    response.destroy()
    return
  }
  response.removeHeader('Content-Length')
  response.statusCode = status
  response.setHeader('Content-Type', jsonFormat.contentType)
  response.end(JSON.stringify(new RestError(status, reasonPhrase(status))))
}

/** Ends what no route answered: OPTIONS with 204, 405 for a path of another method, else 404. */
export const endOfRoutes: Middleware = (
  request: IncomingMessage & { readonly allowedMethods?: readonly string[] },
  response,
  next,
) => {
  const { allowedMethods = [], method } = request
  if (allowedMethods.length === 0) return next(new NotFoundException('There is nothing at this path'))
  const allow = allowedMethods.join(', ')
  if (method !== 'OPTIONS')
    return next(new MethodNotAllowedException('This path has other methods', { Allow: allow }))
  response.statusCode = 204
  response.setHeader('Allow', allow)
  response.end()
}
