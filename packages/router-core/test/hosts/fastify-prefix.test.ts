import { afterAll, describe, expect, test } from '@jest/globals'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { connect, type AddressInfo } from 'node:net'
import { mvcRouter } from '@mvc-router/router-core/fastify'

// Fastify compares the decoded path with a prefix, so a client can write the prefix with escapes.

const routes = ['/', '/x', '/p/x', '/op/x', '/hop/x', '/shop/x', '/a/x', '/admin'].map(
  (path) => `GET ${path} pages.show`,
)
const pages = { show: (request: { baseUrl: string; path: string }) => `${request.baseUrl} ${request.path}` }
const applications: FastifyInstance[] = []

afterAll(async () => {
  await Promise.all(applications.map((app) => app.close()))
})

type Register = (app: FastifyInstance, prefix: string) => Promise<unknown>

async function start(register: Register, prefix: string, options: FastifyServerOptions): Promise<number> {
  const app = Fastify(options)
  applications.push(app)
  app.setNotFoundHandler((_request, reply) => reply.code(404).send('no page'))
  await register(app, prefix)
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

const options = { routeFiles: () => routes.join('\n'), controllers: { pages } }

const ways: Readonly<Record<string, Register>> = {
  'an outer context': async (app, prefix) =>
    app.register(async (context) => context.register(mvcRouter, options), { prefix }),
  'the option prefix': async (app, prefix) => app.register(mvcRouter, { ...options, prefix }),
  'an outer context and the option prefix': async (app, prefix) => {
    const [, outer = '', inner = ''] = /^(\/[^/]+)?(.*)$/.exec(prefix) ?? []
    return app.register(async (context) => context.register(mvcRouter, { ...options, prefix: inner }), {
      prefix: outer,
    })
  },
}

/** Sends the target unchanged, and returns the body of the answer. */
function ask(port: number, target: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (bytes) => (answer += String(bytes)))
    socket.on('error', reject)
    socket.on('close', () => resolve(answer.split('\r\n\r\n')[1] ?? ''))
    socket.end(`GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
  })
}

const anyCase = { routerOptions: { caseSensitive: false } }
const anySlashes = { routerOptions: { ignoreDuplicateSlashes: true } }
const semicolons = { useSemicolonDelimiter: true }

describe.each(Object.entries(ways))('prefix of %s', (_, register) => {
  test.each<[prefix: string, target: string, answer: string, options?: FastifyServerOptions]>([
    ['/shop', '/shop/x', '/shop /x'],
    ['/shop', '/shop', '/shop /'],
    ['/shop', '/shop?a=/x', '/shop /'],
    ['/shop', '/sh%6Fp/x', '/sh%6Fp /x'],
    ['/shop', '/%73hop/x', '/%73hop /x'],
    ['/shop', '/SHOP/x', '/SHOP /x', anyCase],
    ['/shop', '/SHOP/x', 'no page'],
    ['/shop', '//shop/x', 'no page', anySlashes],
    ['/shop', '/shop%2Fx', 'no page'],
    ['/shop', '/shop;a/admin', 'no page', semicolons],
    ['/a/b', '/a/%62/x', '/a/%62 /x'],
    ['/:tenant', '/acme/x', '/acme /x'],
    ['/:tenant', '/a%2Fb/x', '/a%2Fb /x'],
    ['/:tenant/shop', '/a/shop/admin', '/a/shop /admin'],
    ['', 'http://a/x', 'no page'],
    ['', '/%78', 'no page'],
  ])('with the prefix "%s", %s is answered with %j', async (prefix, target, answer, settings = {}) => {
    expect(await ask(await start(register, prefix, settings), target)).toBe(answer)
  })
})

test.each(['shop', '/shop/', '/', 5])('the prefix %j is refused', async (prefix) => {
  const app = Fastify()
  applications.push(app)
  await expect(app.register(mvcRouter, { ...options, prefix } as never)).rejects.toThrow(/^prefix: /)
})
