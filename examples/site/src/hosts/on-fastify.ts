import { mvcRouter } from '@mvc-router/router-core/fastify'
import Fastify from 'fastify'
import type { ServeSite } from './site-server.js'

export const onFastify: ServeSite = async ({ options, views }) => {
  const app = Fastify()
  // Forms are read by the site's own parser, on every host.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  await app.register(mvcRouter, { ...options, render: views.render })
  await app.ready()
  return { server: app.server, mapping: app.routes.mapping }
}
