import { expect, test } from '@jest/globals'
import Koa from 'koa'
import { createServer } from 'node:http'
import { mvcRouter as forExpress } from '@mvc-router/router-core/express'
import { methodNotAllowed, RouterModelAttribute, RouterHandlerMapping } from '@mvc-router/router-core/express'
import { mvcRouter as forFastify } from '@mvc-router/router-core/fastify'
import { mvcRouter as forKoa } from '@mvc-router/router-core/koa'
import { mvcRouter as forNode } from '@mvc-router/router-core/node'
import { serve } from '../express/serve.js'

const options = { routeFiles: () => 'GET / pages.home', controllers: { pages: { home: () => 'home' } } }

/** Returns the error that a middleware passes to `next` for a plain request of node:http. */
async function errorOf(middleware: (...args: never[]) => unknown): Promise<string> {
  let error: unknown
  const server = await serve(
    createServer((request, response) => {
      Reflect.apply(middleware, undefined, [request, response, (reason: unknown) => (error = reason)])
      response.end()
    }),
  )
  await server.ask('GET /')
  await server.close()
  return String(error)
}

test('a middleware of Express on plain node:http is an error that names the module to use', async () => {
  const mapping = new RouterHandlerMapping(options)
  await mapping.load()
  const text = /comes from a host that is not known: take mvcRouter from '@mvc-router\/router-core\/node'/
  expect(await errorOf(mapping.middleware)).toMatch(text)
  expect(await errorOf(new RouterModelAttribute({ mapping }).middleware)).toMatch(text)
  expect(await errorOf(await forExpress(options))).toMatch(text)
})

/** Returns the error that a handler throws for the arguments of another host. */
async function refusalOf(handler: unknown, ...args: unknown[]): Promise<string> {
  try {
    await (handler as (...given: unknown[]) => unknown)(...args)
    return 'none'
  } catch (error) {
    return String(error)
  }
}

test.each([
  ['Express in Koa', forExpress, (context: object) => [context, async () => {}]],
  ['Express in node:http', forExpress, ({ req, res }: Koa.Context) => [req, res]],
  ['Koa in node:http', forKoa, ({ req, res }: Koa.Context) => [req, res]],
  ['Koa in Express', forKoa, ({ req, res }: Koa.Context) => [req, res, () => {}]],
])('mvcRouter of %s is an error that names the module to use', async (_name, mvcRouter, argumentsOf) => {
  const handler = await mvcRouter(options)
  const app = new Koa()
  let refusal = ''
  app.use(async (context) => {
    refusal = await refusalOf(handler, ...argumentsOf(context))
    context.body = ''
  })
  const server = await serve(createServer((request, response) => void app.callback()(request, response)))
  await server.ask('GET /')
  await server.close()
  expect(refusal).toMatch(
    /^ConfigurationException: The request comes from a host that is not known: take mvcRouter/,
  )
})

test("a call of Fastify's mvcRouter is an error that shows how to register it", async () => {
  await expect(Reflect.apply(forFastify, undefined, [options])).rejects.toThrow(
    'mvcRouter of Fastify is a plugin: await app.register(mvcRouter, { routeFiles, controllers })',
  )
})

test.each([
  ['before', () => {}],
  ['before', 'text'],
  ['after', methodNotAllowed],
  ['after', methodNotAllowed()],
  ['after', { middleware: [] }],
])('the error for the option %s with %p says which values it may have', async (name, value) => {
  await expect(forNode({ ...options, [name]: value })).rejects.toThrow(
    `${name}: expected a list of middleware, or a function of the mapping that returns one`,
  )
})

test('a mapping for one host is an error on another host, and the error names both hosts', async () => {
  const { mapping } = await forExpress(options)
  const listener = await forNode({ ...options, before: [mapping.middleware] })
  const server = await serve(createServer(listener))
  expect((await server.ask('GET /')).status).toBe(500)
  await server.close()
  const { mapping: other } = await forKoa(options)
  expect(await errorOf((await forNode({ ...options, before: [other.middleware] })) as never)).toBe(
    'ConfigurationException: This mapping was made for Koa, and the request comes from node:http: create another mapping for node:http',
  )
})

test('an old version of Fastify is an error that names the version', async () => {
  await expect(Reflect.apply(forFastify, undefined, [{ version: '4.29.1' }, options])).rejects.toThrow(
    'mvcRouter needs Fastify 5, and this is Fastify 4.29.1',
  )
})

test('the options of mvcRouter for Express have no render', async () => {
  await expect(forExpress({ ...options, render: () => 'x' } as never)).rejects.toThrow('render')
})

test('an errorHandler that is not a function is an error', async () => {
  await expect(forKoa({ ...options, errorHandler: {} } as never)).rejects.toThrow(
    'errorHandler: expected a function (error, request, response, next)',
  )
})

test('Koa gets an error if an action rejects with a value that is not an error', async () => {
  const app = new Koa()
  app.silent = true
  app.use(await forKoa({ ...options, controllers: { pages: { home: () => Promise.reject('words') } } }))
  const server = await serve(createServer((request, response) => void app.callback()(request, response)))
  expect((await server.ask('GET /')).status).toBe(500)
  await server.close()
})
