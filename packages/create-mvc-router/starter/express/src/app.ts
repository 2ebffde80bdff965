import { devTools, methodNotAllowed, mvcRouter } from '@mvc-router/router-core/express'
import express from 'express'
import type { ErrorRequestHandler } from 'express' //? ts
import { errorPage, notFound } from './error-pages.js'
import { routing } from './routing.js'
import { useViews } from './use-views.js' //? template

/** Creates the application, which does not listen yet. */
export async function createApp() {
  const app = express()
  app.disable('x-powered-by')
  useViews(app) //? template
  const routes = await mvcRouter({
    ...routing,
    before: (mapping) => [
      devTools({ mapping }), // the page /__routes; not in production
      express.urlencoded({ extended: false }),
    ],
    after: [methodNotAllowed(), notFound],
  })
  app.use(routes, showError)
  return { app, close: () => routes.close() }
}

const showError: ErrorRequestHandler = async (error, _request, response, next) => {
  const { status, html } = await errorPage(error)
  if (response.headersSent) return next(error)
  response.status(status).send(html)
}
