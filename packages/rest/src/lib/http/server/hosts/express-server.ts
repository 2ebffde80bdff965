import type { RequestListener, Server } from 'node:http'
import { Router } from '@mvc-router/router-core'
import {
  createServer,
  type ErrorMiddleware,
  type Middleware,
  RouterHandlerMapping,
  type ServableApplication,
} from '@mvc-router/router-core/express'
import { loadPackage } from '@mvc-router/router-core/tools'
import type { ServerPieces, WebServerParts } from '../web-server-parts.js'

/** The methods of Express 4 or 5 that a web server uses. */
export interface WebApplication extends RequestListener {
  use(...handlers: (Middleware | ErrorMiddleware)[]): unknown
  set(setting: string, value: unknown): unknown
  listen(port: number, callback?: () => void): Server
  listen(port: number, hostname: string, callback?: () => void): Server
  readonly locals: Record<string, unknown>
  /** The prototype of the requests. */
  readonly request: object
  readonly response: object
}

export async function expressServer(
  { rest, routes, cors, middleware, after }: ServerPieces,
  express?: () => WebApplication,
): Promise<WebApplication & WebServerParts> {
  const mapping = new RouterHandlerMapping(routes)
  await mapping.load()
  Router.use(mapping)

  const app = (
    express ?? (await loadPackage('express', 'createWebServer on express', () => import('express'))).default
  )()
  app.set('x-powered-by', false)
  // Answers already have entity tags, and queries are parsed without Express.
  app.set('etag', false)
  app.set('query parser', false)
  for (const handler of [...cors, ...middleware, mapping.middleware, ...after]) app.use(handler)
  app.use(rest.exceptionHandler)
  return Object.assign(app, { mapping, rest, listen: listenOf(app) })
}

/** Has the arguments of Node's `server.listen`. */
type Listen = (...args: unknown[]) => Server

/**
 * Returns an `app.listen` whose server creates requests and responses with the prototypes of the application. As in
 * Express, an error is passed to the callback in version 5, but only to the server in version 4.
 */
function listenOf(application: ServableApplication): Listen {
  const isExpress4 = Object.hasOwn(application, 'lazyrouter')
  return (...args) => {
    const server = createServer(application)
    const callback = args.at(-1)
    if (typeof callback === 'function' && !isExpress4) {
      let isCalled = false
      const callOnce = (error?: unknown): void => {
        if (isCalled) return
        isCalled = true
        Reflect.apply(callback, undefined, [error])
      }
      server.once('error', callOnce)
      args.splice(-1, 1, callOnce)
    }
    return (server.listen as Listen)(...args)
  }
}
