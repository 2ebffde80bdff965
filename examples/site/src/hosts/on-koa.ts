import { mvcRouter } from '@mvc-router/router-core/koa'
import Koa from 'koa'
import { createServer } from 'node:http'
import type { ServeSite } from './site-server.js'

export const onKoa: ServeSite = async ({ options, views }) => {
  const app = new Koa()
  const routes = await mvcRouter({ ...options, render: views.render })
  app.use(routes)
  const answer = app.callback()
  return {
    server: createServer((request, response) => void answer(request, response)),
    mapping: routes.mapping,
  }
}
