import type { FetchRoutes } from '@mvc-router/router-core/fetch'
import type { NodeListener } from '@mvc-router/router-core/node'
import { expressServer, type WebApplication } from './hosts/express-server.js'
import { type FastifyApplication, fastifyServer } from './hosts/fastify-server.js'
import { type KoaApplication, koaServer } from './hosts/koa-server.js'
import { checkWebServerOptions, type WebHost, type WebServerSettings } from './web-server-options.js'
import { serverPieces, type WebServerParts } from './web-server-parts.js'

/** Options of a web server on Express. */
export interface WebServerOptions extends WebServerSettings {
  readonly host?: 'express'
  /** Creates the Express application. Use it if `import 'express'` would find another version. */
  readonly express?: () => WebApplication
}

/** An Express application with its parts. */
export interface WebServer extends WebApplication, WebServerParts {}

/**
 * Creates an application with controllers, on Express or another host.
 *
 * ```ts
 * const app = await createWebServer({ controllers: [new BookController(books)] })
 * app.listen(3000)
 * ```
 * `Router.reverse` uses the application that was created last in the process. On Express, `listen` uses the faster
 * server of `createServer` in router-core.
 *
 * @throws ConfigurationException, RouteFileParsingException
 */
export async function createWebServer<App extends FastifyApplication>(
  options: WebServerSettings & { readonly host: 'fastify'; readonly fastify?: () => App },
): Promise<App & WebServerParts>
export async function createWebServer<App extends KoaApplication>(
  options: WebServerSettings & { readonly host: 'koa'; readonly koa?: () => App },
): Promise<App & WebServerParts>
export async function createWebServer(
  options: WebServerSettings & { readonly host: 'node' },
): Promise<NodeListener & WebServerParts>
export async function createWebServer(
  options: WebServerSettings & { readonly host: 'fetch' },
): Promise<FetchRoutes & WebServerParts>
export async function createWebServer(options: WebServerOptions): Promise<WebServer>
export async function createWebServer(options: HostedOptions): Promise<WebServerParts> {
  checkWebServerOptions(options)
  const { host = 'express', express, fastify, koa, ...settings } = options
  const pieces = serverPieces(settings)
  if (host === 'express') return expressServer(pieces, express)
  if (host === 'fastify') return fastifyServer(pieces, fastify)
  if (host === 'koa') return koaServer(pieces, koa)
  const { rest, routes, cors, middleware, after } = pieces
  const { mvcRouter } = await (host === 'node'
    ? import('@mvc-router/router-core/node')
    : import('@mvc-router/router-core/fetch'))
  const { exceptionHandler: errorHandler } = rest
  const server = await mvcRouter({ ...routes, before: [...cors, ...middleware], after, errorHandler })
  return Object.assign(server, { rest })
}

type HostedOptions = WebServerSettings & {
  readonly host?: WebHost
  readonly express?: () => WebApplication
  readonly fastify?: () => FastifyApplication
  readonly koa?: () => KoaApplication
}
