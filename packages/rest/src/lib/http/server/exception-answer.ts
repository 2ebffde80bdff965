import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ExceptionResolver } from '../../exceptions/exception-resolver.js'
import { reasonPhrase, RestError } from '../../exceptions/rest-error.js'
import { jsonFormat } from '../negotiation/response-format.js'
import type { ResponseWriter } from '../response/response-writer.js'

/** Answers any exception. It never rejects. */
export async function answerException(
  error: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  { resolver, writer }: { readonly resolver: ExceptionResolver; readonly writer: ResponseWriter },
): Promise<void> {
  const entity = await resolver.resolve(error, request)
  // It was answered meanwhile: it had taken too long.
  if (response.writableEnded) return
  // Half an answer cannot be taken back; a broken connection tells the client.
  if (response.headersSent) {
    response.destroy()
    return
  }
  try {
    writer.writeError(request, response, entity)
  } catch (writeError) {
    await writeReason(writeError, request, response, resolver)
  }
}

/** Answers for an advice whose result cannot be written: a body with a cycle, a header with a line break. */
async function writeReason(
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
