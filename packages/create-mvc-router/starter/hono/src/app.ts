import type { HttpBindings } from '@hono/node-server' //? ts
import { devTools, methodNotAllowed } from '@mvc-router/router-core/express'
import { mvcRouter } from '@mvc-router/router-core/fetch'
import bodyParser from 'body-parser'
import { Hono } from 'hono'
import { errorPage, notFound } from './error-pages.js'
import { renderView } from './render-view.js' //? template
import { routing } from './routing.js'

/** Creates the application, which does not listen yet. */
export async function createApp() {
  const routes = await mvcRouter({
    ...routing,
    render: renderView, //? template
    before: (mapping) => [
      devTools({ mapping }), // the page /__routes; not in production
      bodyParser.urlencoded({ extended: false }),
    ],
    after: [methodNotAllowed(), notFound],
    errorHandler: async (error, _request, response) => {
      const { status, html } = await errorPage(error)
      response.statusCode = status
      response.setHeader('Content-Type', 'text/html; charset=utf-8')
      response.end(html)
    },
  })
  const app = new Hono<{ Bindings: Partial<HttpBindings> }>()
  app.use(async ({ req, env }, next) => {
    const { remoteAddress } = env?.incoming?.socket ?? {} // tests have no socket
    return (await routes.fetch(req.raw, { remoteAddress })) ?? next()
  })
  return { app, close: () => routes.close() }
}
