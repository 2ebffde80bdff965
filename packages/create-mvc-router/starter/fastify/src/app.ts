import formBody from '@fastify/formbody'
import { devTools, methodNotAllowed } from '@mvc-router/router-core/express'
import { mvcRouter } from '@mvc-router/router-core/fastify'
import { fastify } from 'fastify'
import { errorPage, notFound } from './error-pages.js'
import { renderView } from './render-view.js' //? template
import { routing } from './routing.js'

/** Creates the application, which does not listen yet. */
export async function createApp() {
  const app = fastify()
  app.removeAllContentTypeParsers() //? rest
  app.addContentTypeParser('*', (_request, _body, done) => done(null)) // the API reads its bodies itself //? rest
  await app.register(formBody)
  app.setErrorHandler(async (error, _request, reply) => {
    const { status, html } = await errorPage(error)
    return reply.status(status).type('text/html; charset=utf-8').send(html)
  })
  await app.register(mvcRouter, {
    ...routing,
    render: renderView, //? template
    before: (mapping) => [devTools({ mapping })], // the page /__routes; not in production
    after: [methodNotAllowed(), notFound],
  })
  return { app, close: () => app.close() }
}
