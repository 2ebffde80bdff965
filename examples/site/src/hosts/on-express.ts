import { createServer, mvcRouter } from '@mvc-router/router-core/express'
import express from 'express'
import type { ServeSite } from './site-server.js'

export const onExpress: ServeSite = async ({ options, views }) => {
  const app = express()
  app.disable('x-powered-by')
  app.set('views', views.folders)
  for (const extension of views.extensions)
    app.engine(extension, (file, model, done) => {
      // oxlint-disable-next-line promise/no-callback-in-promise -- Express's engines have a callback
      views.render(file, model).then((html) => done(null, html), done)
    })
  const routes = await mvcRouter(options)
  app.use(routes)
  return { server: createServer(app), mapping: routes.mapping }
}
