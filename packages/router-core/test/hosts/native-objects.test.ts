import { expect, test } from '@jest/globals'
import Fastify from 'fastify'
import Koa from 'koa'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mvcRouter as forFastify } from '@mvc-router/router-core/fastify'
import { mvcRouter as forFetch } from '@mvc-router/router-core/fetch'
import { mvcRouter as forKoa } from '@mvc-router/router-core/koa'

// Frameworks put sessions, users and loggers on their own request, not on the request of Node.

interface Own {
  readonly user?: string
  readonly native?: unknown
}

let seen: { user: string | undefined; request: unknown; response: unknown } | undefined
const options = {
  routeFiles: () => 'GET /me users.me\n+ use=named\nGET /named users.me',
  middleware: {
    named(request: IncomingMessage, _response: ServerResponse, next: () => void) {
      Object.assign(request, { user: 'named' })
      next()
    },
  },
  controllers: {
    users: {
      me(request: Own, response: Own) {
        seen = { user: request.user, request: request.native, response: response.native }
        return String(request.user)
      },
    },
  },
}

test('an action on Fastify gets the request and reply of Fastify, and the user that a hook set', async () => {
  const app = Fastify()
  const own: unknown[] = []
  app.decorateRequest('user', null)
  app.addHook('preHandler', async (request, reply) => {
    own.push(request, reply)
    if ('x-user' in request.headers) Object.assign(request, { user: request.headers['x-user'] })
  })
  await app.register(forFastify, options)
  expect((await app.inject({ url: '/me', headers: { 'x-user': 'ann' } })).body).toBe('ann')
  expect(seen).toEqual({ user: 'ann', request: own[0], response: own[1] })
  expect(seen?.request).toBe(own[0])
  expect((await app.inject({ url: '/named' })).body).toBe('named')
  expect((await app.inject({ url: '/me' })).body).toBe('undefined')
  await app.close()
})

test('an action on Koa gets the context of Koa, and the user in the state of the context', async () => {
  const app = new Koa()
  let own: unknown
  app.use(async (context, next) => {
    own = context
    context.state['user'] = context.get('x-user')
    await next()
  })
  app.use(await forKoa(options))
  const server = app.listen(0)
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/me`
  expect(await (await fetch(url, { headers: { 'x-user': 'ann' } })).text()).toBe('ann')
  expect(seen?.request).toBe(own)
  expect(seen?.response).toBe(own)
  server.closeAllConnections()
  server.close()
})

test('an action on fetch gets the Request, and the user in the option locals', async () => {
  const routes = await forFetch(options)
  const request = new Request('http://test/me')
  expect(await (await routes.fetch(request, { locals: { user: 'ann' } }))?.text()).toBe('ann')
  expect(seen?.request).toBe(request)
})
