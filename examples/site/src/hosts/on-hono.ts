import { createAdaptorServer } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import { mvcRouter } from '@mvc-router/router-core/fetch'
import { Hono } from 'hono'
import type { Server } from 'node:http'
import type { ServeSite } from './site-server.js'

export const onHono: ServeSite = async ({ options, views }) => {
  const routes = await mvcRouter({ ...options, render: views.render })
  const app = new Hono()
  app.use(async (context, next) => {
    const remoteAddress = getConnInfo(context).remote.address
    return (await routes.fetch(context.req.raw, { remoteAddress })) ?? next()
  })
  return { server: createAdaptorServer({ fetch: app.fetch }) as Server, mapping: routes.mapping }
}
