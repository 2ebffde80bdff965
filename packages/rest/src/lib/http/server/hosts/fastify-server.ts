import type { Server } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ExpressRequest, ExpressResponse } from '@mvc-router/router-core/express'
import { mvcRouter, requireFastify5 } from '@mvc-router/router-core/fastify'
import { http, isObject, loadPackage } from '@mvc-router/router-core/tools'
import type { ServerPieces, WebServerParts } from '../web-server-parts.js'

/** The methods of Fastify 5 that a web server uses. */
export interface FastifyApplication {
  readonly server: Server
  listen(options: { readonly port?: number; readonly host?: string }): Promise<string>
  close(): Promise<unknown>
}

export async function fastifyServer(
  { rest, routes, cors, middleware, after }: ServerPieces,
  fastify?: () => FastifyApplication,
): Promise<FastifyApplication & WebServerParts> {
  const { exceptionHandler: errorHandler } = rest
  const answerError = (error: unknown, { raw }: FastifyRequest, reply: FastifyReply): void => {
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    errorHandler(withStatus(error), raw as ExpressRequest, reply.raw as ExpressResponse, () => undefined)
  }
  // Without `frameworkErrors`, Fastify itself would answer a URL that it cannot parse.
  const app = (
    fastify === undefined ? (await loadFastify())({ frameworkErrors: answerError }) : fastify()
  ) as FastifyInstance
  requireFastify5(app)
  app.setErrorHandler(answerError)
  // Hooks of the application run later, so that they cannot refuse a preflight.
  for (const filter of cors)
    app.addHook('onRequest', (request, reply, done) => {
      const { raw, protocol } = request
      Object.assign(raw, { secure: protocol === 'https' })
      filter(raw as ExpressRequest, reply.raw as ExpressResponse, done as (error?: unknown) => void)
    })
  // `RestModule` answers all methods and limits bodies, so Fastify must not restrict them.
  for (const method of http().METHODS)
    if (method !== 'CONNECT') app.addHttpMethod(method, { hasBody: false, overrideExisting: true })
  await app.register(mvcRouter, { ...routes, before: middleware, after, errorHandler })
  return Object.assign(app, { mapping: app.routes.mapping, rest })
}

async function loadFastify() {
  return (await loadPackage('fastify', 'createWebServer on fastify', () => import('fastify'))).default
}

/** Errors of Fastify and its plugins only have `statusCode`. */
function withStatus(error: unknown): unknown {
  if (isObject(error) && 'statusCode' in error && !('status' in error))
    Reflect.set(error, 'status', error['statusCode'])
  return error
}
