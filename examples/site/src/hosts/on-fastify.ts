import { mvcRouter } from '@mvc-router/router-core/fastify'
import Fastify from 'fastify'
import type { ServeSite } from './site-server.js'

export const onFastify: ServeSite = async ({ options, views }) => {
  const app = Fastify()
  // On every host, the site's own parser reads the forms.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  await app.register(mvcRouter, { ...options, render: views.render })
  await app.ready()
  return { server: app.server, mapping: app.routes.mapping }
}
