import { mvcRouter } from '@mvc-router/router-core/node'
import { createServer } from 'node:http'
import type { ServeSite } from './site-server.js'

export const onNode: ServeSite = async ({ options, views }) => {
  const routes = await mvcRouter({ ...options, render: views.render })
  return { server: createServer(routes), mapping: routes.mapping }
}
