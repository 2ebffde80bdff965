import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import { runOnHost } from '../as-host.js'
import { cutOff } from '../sent-answer.js'
import type { NextFunction } from '../host.js'
import { loadRoutes, withRoutes, type HostRouterOptions, type Routes } from '../load-routes.js'

/** A listener for `http.createServer` and `http2.createServer`, and a middleware for Connect and polka. */
export type NodeListener = (
  request: IncomingMessage | Http2ServerRequest,
  response: ServerResponse | Http2ServerResponse,
  next?: NextFunction,
) => void

/**
 * The routes for Node's own servers, and for frameworks with the same kind of middleware:
 *
 * ```ts
 * http.createServer(await mvcRouter({ routeFiles: 'routes.conf', controllers: { userController } })).listen(3000)
 * ```
 *
 * Without `next`, it answers 404 if no line answers. It answers an error with the error's status, or with 500. It logs
 * errors with status 500 or more.
 *
 * @throws RouteFileParsingException, ConfigurationException
 */
export async function mvcRouter(options: HostRouterOptions): Promise<NodeListener & Routes> {
  const { run, routes } = await loadRoutes(options, 'node:http')
  const { render } = options
  return withRoutes<NodeListener>((request, response, next) => {
    // HTTP/2 messages have the same members as HTTP/1 messages.
    const incoming = request as IncomingMessage & { readonly originalUrl?: string }
    const outgoing = response as ServerResponse
    const { url = '/', originalUrl = url, headers, socket } = incoming
    runOnHost(run, incoming, outgoing, {
      hostName: 'node:http',
      authority: () => headers.host ?? headers[':authority']?.toString(),
      secure: 'encrypted' in socket && socket.encrypted === true,
      originalUrl,
      render,
      next: next ?? ((error) => answerRest(outgoing, error)),
    })
  }, routes)
}

function answerRest(response: ServerResponse, error: unknown): void {
  const status = error === undefined ? 404 : statusOf(error)
  if (status >= 500) console.error(error)
  if (response.headersSent) {
    cutOff(response)
    return
  }
  for (const name of response.getHeaderNames()) if (name.startsWith('content-')) response.removeHeader(name)
  response.statusCode = status
  response.setHeader('Content-Type', 'text/plain; charset=utf-8')
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.end(STATUS_CODES[status] ?? String(status))
}

function statusOf(error: unknown): number {
  const { status, statusCode = status } = Object(error) as { status?: unknown; statusCode?: unknown }
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 600 ? statusCode : 500
}
