import { expect, test } from '@jest/globals'
import Fastify, { type FastifyInstance } from 'fastify'
import { mvcRouter } from '@mvc-router/router-core/fastify'

// `@fastify/cors` declares OPTIONS *. `@fastify/static` declares GET and HEAD for /*. Applications call app.get('/*').

const options = {
  routeFiles: () => 'GET /a pages.a\nOPTIONS /a pages.a',
  controllers: { pages: { a: (request: { method: string }) => `line ${request.method}` } },
}
const otherOptions = async (app: FastifyInstance): Promise<void> => {
  app.options('*', () => 'other')
}

test('a plugin that declares OPTIONS for every path before the routes answers OPTIONS requests', async () => {
  const app = Fastify()
  await app.register(otherOptions)
  await app.register(mvcRouter, options)
  expect((await app.inject({ method: 'GET', url: '/a' })).body).toBe('line GET')
  expect((await app.inject({ method: 'OPTIONS', url: '/a' })).body).toBe('other')
})

test('lines answer OPTIONS requests if no plugin declares OPTIONS', async () => {
  const app = Fastify()
  await app.register(mvcRouter, options)
  expect((await app.inject({ method: 'OPTIONS', url: '/a' })).body).toBe('line OPTIONS')
})

test('wildcards with different prefixes do not conflict', async () => {
  const app = Fastify()
  app.get('/files/*', () => 'file')
  await app.register(mvcRouter, options)
  await app.register(mvcRouter, { ...options, prefix: '/shop' })
  for (const [url, body] of [
    ['/files/a', 'file'],
    ['/a', 'line GET'],
    ['/shop/a', 'line GET'],
  ] as const)
    expect((await app.inject(url)).body).toBe(body)
})

test.each<[error: string, register: (app: FastifyInstance) => unknown]>([
  [
    'mvcRouter and another plugin declare OPTIONS /*: register the other plugin first',
    async (app) => {
      await app.register(mvcRouter, options)
      await otherOptions(app)
    },
  ],
  [
    'mvcRouter and another plugin declare GET /*: give one of them a prefix',
    async (app) => {
      app.get('*', { exposeHeadRoute: false }, () => 'other')
      await app.register(async (inner) => inner.register(mvcRouter, options))
    },
  ],
  [
    'mvcRouter and another plugin declare HEAD /*: give one of them a prefix',
    async (app) => {
      await app.register(mvcRouter, options)
      app.head('/*', () => 'other')
    },
  ],
  [
    'mvcRouter and another plugin declare GET /shop: give one of them a prefix',
    async (app) => {
      await app.register(async (inner) => inner.register(mvcRouter, options), { prefix: '/shop' })
      await app.register(mvcRouter, { ...options, prefix: '/shop' })
    },
  ],
])('two plugins with the same wildcard throw: %s', async (error, register) => {
  await expect(async () => register(Fastify())).rejects.toThrow(error)
})
