import type { IncomingMessage, ServerResponse } from 'node:http'
import { asError, runOnHost, type RenderView } from '../as-host.js'
import { cutOff } from '../sent-answer.js'
import { loadRoutes, withRoutes, type HostRouterOptions, type Routes } from '../load-routes.js'
import { unknownHost } from '../require-known-host.js'

/** The part of Koa's context that the routes use. Koa's own type is compatible with it. */
export interface KoaContext {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly request: object
  readonly url: string
  readonly originalUrl: string
  readonly host: string
  readonly secure: boolean
  readonly ip: string
  readonly state: Record<string, unknown>
  status: number
  body: unknown
}

/** A Koa middleware. */
export type KoaMiddleware = (context: KoaContext, next: () => Promise<unknown>) => Promise<unknown>

/**
 * The routes as one Koa middleware: `app.use(await mvcRouter({ routeFiles: 'routes.conf', controllers }))`.
 *
 * `ctx.state` is `res.locals`, and `ctx.render` renders. The middleware throws errors. A request that no line answers
 * goes to the next middleware. Texts, bytes, JSON and views become `ctx.body`, so earlier middleware may change them.
 *
 * @throws RouteFileParsingException, ConfigurationException
 */
export async function mvcRouter(options: HostRouterOptions): Promise<KoaMiddleware & Routes> {
  const { run, routes } = await loadRoutes(options, 'Koa')
  return withRoutes<KoaMiddleware>(
    (context, next) =>
      new Promise<unknown>((resolve, reject) => {
        const { req, res }: Partial<KoaContext> = context
        if (req === undefined || res === undefined) throw unknownHost()
        const { statusCode } = res
        // Koa starts with status 404, but an action that sets no status answers with 200.
        res.statusCode = 200
        res.once('close', resolve)
        runOnHost(run, req, res, {
          hostName: 'Koa',
          authority: () => context.host,
          secure: context.secure,
          ip: context.ip,
          originalUrl: context.originalUrl,
          body: (context.request as { readonly body?: unknown }).body,
          locals: context.state,
          native: [context, context],
          render: renderOf(context, options.render),
          howToRender: ['use middleware that defines ctx.render, such as @koa/ejs, before mvcRouter'],
          end(body) {
            context.status = res.statusCode
            const type = res.getHeader('Content-Type')
            context.body = body
            if (type !== undefined) res.setHeader('Content-Type', type)
            resolve(undefined)
          },
          next(error) {
            if (error !== undefined) {
              if (res.headersSent) cutOff(res)
              reject(asError(error))
              return
            }
            res.statusCode = statusCode
            res.off('close', resolve)
            resolve(next())
          },
        })
      }),
    routes,
  )
}

/** `ctx.render` of a view middleware returns the HTML, or writes it to `ctx.body`. */
function renderOf(context: KoaContext, own: RenderView | undefined): RenderView | undefined {
  const { render } = context as { readonly render?: unknown }
  if (typeof render !== 'function') return own
  return async (view, model) => {
    const html: unknown = await Reflect.apply(render, context, [view, model])
    return typeof html === 'string' ? html : String(context.body)
  }
}
