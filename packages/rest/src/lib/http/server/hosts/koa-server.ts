import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type KoaMiddleware, mvcRouter } from '@mvc-router/router-core/koa'
import { loadPackage } from '@mvc-router/router-core/tools'
import type { ServerPieces, WebServerParts } from '../web-server-parts.js'

/** The methods of Koa that a web server uses. */
export interface KoaApplication {
  use(middleware: KoaMiddleware): unknown
  callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
  listen(port?: number, hostname?: string, callback?: () => void): Server
}

export async function koaServer(
  { rest, routes, cors, middleware, after }: ServerPieces,
  koa?: () => KoaApplication,
): Promise<KoaApplication & WebServerParts> {
  const app = koa === undefined ? await createKoa() : koa()
  const { exceptionHandler: errorHandler } = rest
  const listener = await mvcRouter({ ...routes, before: [...cors, ...middleware], after, errorHandler })
  app.use(listener)
  return Object.assign(app, { mapping: listener.mapping, rest })
}

async function createKoa(): Promise<KoaApplication> {
  const { default: Koa } = await loadPackage('koa', 'createWebServer on koa', () => import('koa'))
  return new Koa()
}
