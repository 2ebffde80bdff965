import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { FastifyReply, FastifyRequest } from 'fastify'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import session from '@fastify/session'
import swagger from '@fastify/swagger'
import Fastify from 'fastify'
import { mvcRouter } from '@mvc-router/router-core/fastify'

interface Visit {
  visits?: number
}

const app = Fastify()
beforeAll(async () => {
  await app.register(cookie)
  await app.register(session, { secret: 's'.repeat(40), cookie: { secure: false } })
  await app.register(cors, { origin: 'http://shop.test' })
  await app.register(compress, { threshold: 100 })
  await app.register(swagger, { openapi: {} })
  await app.register(mvcRouter, {
    routeFiles: () => 'GET /visits pages.visits\nGET /cookie pages.cookie\nGET /long pages.long',
    controllers: {
      pages: {
        visits({ native }: { native: FastifyRequest }) {
          const visit = native.session as Visit
          visit.visits = (visit.visits ?? 0) + 1
          return `visit ${visit.visits}`
        },
        cookie({ native }: { native: FastifyRequest }, response: { native: FastifyReply }) {
          response.native.setCookie('seen', 'yes')
          return String(native.cookies['seen'])
        },
        long: () => 'a'.repeat(1000),
      },
    },
  })
})
afterAll(async () => app.close())

test('a session counts visits', async () => {
  const first = await app.inject('/visits')
  expect(first.body).toBe('visit 1')
  const [{ name, value } = { name: '', value: '' }] = first.cookies
  expect((await app.inject({ url: '/visits', cookies: { [name]: value } })).body).toBe('visit 2')
})

test('cookies are read and set', async () => {
  const { body, cookies } = await app.inject({ url: '/cookie', cookies: { seen: 'no' } })
  expect([body, cookies.some(({ name, value }) => name === 'seen' && value === 'yes')]).toEqual(['no', true])
})

test('answers are compressed', async () => {
  const { headers } = await app.inject({ url: '/long', headers: { 'accept-encoding': 'gzip' } })
  expect(headers['content-encoding']).toBe('gzip')
})

test('preflights and answers have the headers of CORS', async () => {
  const headers = { origin: 'http://shop.test', 'access-control-request-method': 'GET' }
  const preflight = await app.inject({ method: 'OPTIONS', url: '/long', headers })
  expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([
    204,
    'http://shop.test',
  ])
  expect((await app.inject({ url: '/long', headers })).headers['access-control-allow-origin']).toBe(
    'http://shop.test',
  )
})

test('the OpenAPI document of @fastify/swagger has no path of the router', () => {
  expect(Object.keys(app.swagger().paths ?? {})).toEqual([])
})
