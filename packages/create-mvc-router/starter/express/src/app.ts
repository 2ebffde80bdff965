import { devTools, methodNotAllowed, mvcRouter } from '@mvc-router/router-core/express'
import express from 'express'
import { failure, notFound } from './error-pages.js'
import { routing } from './routing.js'
import { useViews } from './use-views.js' //? template

/** The application, without a port. */
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
    after: [methodNotAllowed()],
  })
  app.use(routes, notFound, failure)
  return { app, close: () => routes.close() }
}
