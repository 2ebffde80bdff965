import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import {
  createWebServer,
  JsonView,
  jsonViews,
  MemoryRepository,
  NotFoundException,
  ResponseEntity,
  RepositoryBasedRestController,
  RestModule,
  type WebServerOptions,
} from '@mvc-router/rest'
import {
  cookieValue,
  RouterHandlerMapping,
  Params,
  pathVariable,
  redirect,
  requestBody,
  requestHeader,
  requestParam,
  ResponseStatus,
} from '@mvc-router/router-core/express'
import type { ConfigurationException } from '@mvc-router/router-core'
import express from 'express'
import { expectFixture } from '../fixture.js'
import { type RunningServer, start } from './http-client.js'
import { User, UserController } from './user-server.js'

function users(): UserController {
  return new UserController(new MemoryRepository(User))
}

async function using<Result>(
  server: RunningServer,
  use: (server: RunningServer) => Promise<Result>,
): Promise<Result> {
  try {
    return await use(server)
  } finally {
    await server.close()
  }
}

test('RestModule serves in an existing Express application, under a mount path', async () => {
  const broken = (): never => {
    throw new NotFoundException('no such page')
  }
  const mapping = new RouterHandlerMapping({
    routeFiles: () => 'GET /hello pageController.hello\nGET /broken pageController.broken',
    controllers: { userController: users(), pageController: { hello: () => 'hello', broken } },
    extensions: [new RestModule({ cors: { allowOrigin: 'https://good.com' }, logError: () => undefined })],
  })
  await mapping.load()
  const app = express().use('/v1', express.json(), mapping.middleware)

  await using(await start(app), async (server) => {
    expect((await server.get('/v1/hello')).text).toBe('hello')
    for (const [accept, type] of [
      ['text/html,*/*;q=0.8', 'text/html; charset=utf-8'],
      ['application/json,text/html;q=0.5', 'application/json; charset=utf-8'],
    ] as const) {
      const refused = await server.get('/v1/broken', { accept })
      expect([accept, refused.status, refused.headers['content-type']]).toEqual([accept, 404, type])
    }
    const created = await server.post('/v1/users', { name: 'Ann' })
    expect([created.status, created.headers.location]).toEqual([201, '/v1/users/1'])
    expect((await server.post('/v1/users', '{"name":"Ann","extra":{"__proto__":1}}')).status).toBe(400)
    expect((await server.get('/v1/users')).headers['link']).toContain('</v1/users?page=1>')
    expect((await server.get('/v1/users', { origin: 'https://evil.com' })).status).toBe(403)
    const document = await server.get('/v1/api/openapi.json')
    expect(JSON.parse(document.text)).toMatchObject({ servers: [{ url: '/v1' }] })
    expect(mapping.router.routes.map(({ action }) => action)).toContain('userController.findById')
  })
})

test('an invalid parameter of an action is answered with 400, and the answer names the parameter', async () => {
  const show = Params(pathVariable('id', Number))((id) => ({ id }))
  const list = Params(
    requestParam('page', Number),
    cookieValue('page', Number),
    requestHeader('X-Size', { required: true }),
    requestBody(),
  )(() => [])
  const app = await createWebServer({
    controllers: { notes: { show, list } },
    routes: 'GET /notes/{id} notes.show\nGET /notes notes.list',
  })
  await using(await start(app), async (server) => {
    const { status, text } = await server.get('/notes/x')
    expect([status, JSON.parse(text).message]).toEqual([400, 'The path variable "id": expected a number'])
    for (const [headers, place] of [
      [{}, { parameter: 'page' }],
      [{ cookie: 'page=1' }, { header: 'X-Size' }],
      [{ cookie: 'page=x' }, { header: 'Cookie' }],
      [{ cookie: 'page=1', 'x-size': '1' }, { pointer: '' }],
    ] as const) {
      const path = 'cookie' in headers ? '/notes?page=1' : '/notes?page=x'
      const problem = await server.get(path, { accept: 'application/problem+json', ...headers })
      expect([problem.status, JSON.parse(problem.text).errors]).toEqual([
        400,
        [{ ...place, code: 'invalid', message: expect.any(String) }],
      ])
    }
  })
})

test('headers of a ResponseEntity may be lists, and its Vary header is added to the existing Vary header', async () => {
  const headers = { 'Set-Cookie': ['a=1', 'b=2'], 'X-Number': 7, Vary: ['Origin', 'Cookie'] }
  const app = await createWebServer({
    controllers: { notes: { read: () => new ResponseEntity({ a: 1 }, { headers }) } },
    routes: 'GET /notes notes.read',
    middleware: [
      (_request, response, next) => {
        response.setHeader('Vary', 'X-Tenant')
        next()
      },
    ],
  })
  await using(await start(app), async (server) => {
    const answer = await server.get('/notes')
    expect([answer.headers['set-cookie'], answer.headers['x-number']]).toEqual([['a=1', 'b=2'], '7'])
    expect(answer.headers.vary?.split(', ').toSorted()).toEqual(['Accept', 'Cookie', 'Origin', 'X-Tenant'])
  })
})

test('a POST with null as the key generates the key', async () => {
  const app = await createWebServer({ controllers: [users()] })
  await using(await start(app), async (server) => {
    const { status, text } = await server.post('/users', { id: null, name: 'Ann' })
    expect([status, JSON.parse(text)]).toMatchObject([201, { id: 1, name: 'Ann' }])
  })
})

test('a ResponseEntity of null has the body null in JSON and Null in XML', async () => {
  const app = await createWebServer({
    controllers: { notes: { read: () => new ResponseEntity(null) } },
    routes: 'GET /notes notes.read',
  })
  await using(await start(app), async (server) => {
    expect((await server.get('/notes')).text).toBe('null')
    const { status, text } = await server.get('/notes', { accept: 'application/xml' })
    expect([status, text]).toEqual([200, '<?xml version="1.0" encoding="UTF-8"?><Null/>'])
  })
})

test('jsonViews sets the view of a method without a decorator', async () => {
  class ShortView {}
  class Note {
    readonly id = 1
    readonly text = 'long'
  }
  jsonViews(Note, { properties: { id: ShortView } })
  class NoteController {
    short(): Note {
      return new Note()
    }
    whole(): Note {
      return new Note()
    }
  }
  jsonViews(NoteController, { methods: { short: ShortView } })
  const app = await createWebServer({
    controllers: { notes: new NoteController() },
    routes: 'GET /short notes.short\nGET /whole notes.whole',
  })
  await using(await start(app), async (server) => {
    expect((await server.get('/short')).text).toBe('{"id":1}')
    expect((await server.get('/whole')).text).toBe('{"id":1,"text":"long"}')
  })
})

test('an ETag that an action sets is sent and compared with the conditions of the request', async () => {
  let tag = ''
  const app = await createWebServer({
    controllers: { notes: { read: () => new ResponseEntity({ a: 1 }, { headers: { ETag: tag } }) } },
    routes: 'GET /notes notes.read',
  })
  await using(await start(app), async (server) => {
    const statusOf = async (condition: Record<string, string>): Promise<number> =>
      (await server.get('/notes', condition)).status
    for (tag of ['"mine"', 'W/"weak"', '"strongW/"']) {
      expect((await server.get('/notes')).headers.etag).toBe(tag)
      expect([tag, await statusOf({ 'if-none-match': tag })]).toEqual([tag, 304])
      expect([tag, await statusOf({ 'if-match': tag })]).toEqual([tag, tag.startsWith('W/') ? 412 : 200])
    }
  })
})

test('custom actions of a generic controller may use views, statuses, ResponseEntity and redirects', async () => {
  class View {}
  class Thing {
    @JsonView(View)
    name = 'thing'
    secret = 'secret'
  }
  class ThingController extends UserController {
    @Params(pathVariable('id', Number))
    twice(id: number): number {
      return id * 2
    }

    @JsonView(View)
    @ResponseStatus(202)
    @Params()
    async accepted(): Promise<Thing> {
      return new Thing()
    }

    @Params()
    created(): ResponseEntity<Thing> {
      return new ResponseEntity(new Thing(), { status: 201, headers: { Location: '/things/1' } })
    }

    @Params()
    nothing(): void {}

    @Params(requestParam('status', Number, { required: true }))
    bare(status: number): ResponseEntity {
      return new ResponseEntity(undefined, { status, headers: { 'X-Why': 'done' } })
    }

    @Params()
    elsewhere(): object {
      return redirect('userController.findAll')
    }
  }
  const app = await createWebServer({
    controllers: { userController: new ThingController(new MemoryRepository(User)) },
    routes: `
GET /users/twice/{id}  userController.twice
GET /users/accepted    userController.accepted
GET /users/created     userController.created
GET /users/nothing     userController.nothing
GET /users/bare        userController.bare
GET /users/elsewhere   userController.elsewhere
`,
  })
  await using(await start(app), async (server) => {
    expect((await server.get('/users/twice/21')).text).toBe('42')
    expect((await server.get('/users/twice/x')).status).toBe(400)
    const accepted = await server.get('/users/accepted')
    expect([accepted.status, accepted.text]).toEqual([202, '{"name":"thing"}'])
    const created = await server.get('/users/created', { accept: 'application/xml' })
    expect([created.status, created.headers.location]).toEqual([201, '/things/1'])
    expect(created.text).toContain('<Thing><name>thing</name><secret>secret</secret></Thing>')
    const nothing = await server.get('/users/nothing')
    expect([nothing.status, nothing.text]).toEqual([204, ''])
    for (const [status, answered] of [
      [200, 204],
      [202, 202],
    ]) {
      const bare = await server.get(`/users/bare?status=${status}`)
      expect([bare.status, bare.text, bare.headers['x-why']]).toEqual([answered, '', 'done'])
    }
    const elsewhere = await server.get('/users/elsewhere')
    expect([elsewhere.status, elsewhere.headers.location]).toEqual([302, '/users'])
    expect((await server.get('/users')).status).toBe(200)
  })
})

test('a route without an action answers other methods with 405 and Allow', async () => {
  const app = await createWebServer({ controllers: [], routes: 'GET /old 410 : gone' })
  await using(await start(app), async (server) => {
    expect((await server.get('/old')).status).toBe(410)
    const refused = await server.post('/old', {})
    expect([refused.status, refused.headers.allow]).toEqual([405, 'GET, HEAD'])
    expect(JSON.parse(refused.text)).toMatchObject({ code: 405 })
    const options = await server.call({ method: 'OPTIONS', path: '/old' })
    expect([options.status, options.headers.allow, options.text]).toEqual([204, 'GET, HEAD', ''])
    expect((await server.get('/new')).status).toBe(404)
  })
})

test('routes of a route file come before the routes of generic controllers', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rest-'))
  const file = join(folder, 'routes.conf')
  await writeFile(file, 'GET /users/{id} userController.hello\nGET /broken nobody.knows')
  const controllers = { userController: { hello: () => 'hello' } }
  await expect(createWebServer({ routeFiles: file, controllers })).rejects.toMatchObject({
    code: 'E_ACTION_NOT_FOUND',
  })
  await writeFile(file, 'GET /users/{id} userController.hello')
  const app = await createWebServer({ routeFiles: [file], controllers })
  await rm(folder, { recursive: true })
  await using(await start(app), async (server) => {
    expect((await server.get('/users/1')).text).toBe('"hello"')
  })
})

test('createWebServer refuses wrong options with the messages of the fixture', async () => {
  class BaselessController extends UserController {}
  const wrong: readonly Parameters<typeof createWebServer>[0][] = [
    // @ts-expect-error -- an unknown profile
    { profiles: ['vendor-web-server', 'vendor-everything'] },
    { profiles: ['vendor-client-logging'] },
    // @ts-expect-error -- an unknown option
    { cor: { allowOrigin: 'https://example.com' } },
    // @ts-expect-error -- not an advice
    { advice: {} },
    // @ts-expect-error -- not a controller
    { controllers: { userController: 5 } },
    { controllers: { userController: UserController } },
    { controllers: [{}] },
    { controllers: [users(), users()] },
    { controllers: { documentsController: users() }, documents: true },
    { controllers: { fewController: Object.assign(users(), { methods: ['findEverything'] }) } },
    { controllers: { pathController: Object.assign(users(), { requestMapping: 'users' }) } },
    { controllers: { pathController: Object.assign(users(), { requestMapping: '/users/' }) } },
    { controllers: { listController: Object.assign(users(), { methods: 'findAll' }) } },
    ...['defaultSize', 'maxSize', 'maxUnpaged', 'maxIds'].flatMap((limit) =>
      [0, -1, 1.5, Number.NaN, Infinity, '50'].map((value) => ({
        controllers: { limitController: Object.assign(users(), { [limit]: value }) },
      })),
    ),
    // @ts-expect-error -- an unknown option
    { body: { limits: '10kb' } },
    // @ts-expect-error -- not a strategy
    { profiles: ['vendor-web-server', 'vendor-client-logging'], clientLog: { strategy: {} } },
    // @ts-expect-error -- an unknown option
    { profiles: ['vendor-web-server', 'vendor-client-logging'], clientLog: { limit: 5 } },
    // @ts-expect-error -- not a function
    { logError: 'console' },
    // @ts-expect-error -- not a list
    { profiles: 'vendor-web-server' },
    // @ts-expect-error -- the version is missing
    { documents: { title: 'Books' } },
    // @ts-expect-error -- not a boolean
    { health: 'true' },
    // @ts-expect-error -- not a boolean
    { problemDetails: 'false' },
  ]
  const messages = new Set<string>()
  for (const options of wrong)
    await createWebServer(options).then(
      () => expect(options).toBe('refused'),
      ({ code, option, message }: ConfigurationException) =>
        messages.add(`${code} ${option}: ${message.replace(/, got .*/, ', got …')}`),
    )
  await expectFixture('messages/web-server-options.txt', `${Array.from(messages).join('\n')}\n`)
  await expect(
    createWebServer({ controllers: { a: new BaselessController(new MemoryRepository(User)) } }),
  ).resolves.toBeDefined()
  class Loose extends RepositoryBasedRestController<User, number> {}
  const loose = new Loose(new MemoryRepository(User))
  await expect(createWebServer({ controllers: { loose } })).rejects.toThrow('"loose" has no base path')
})

test('a base path may be set with the property requestMapping', async () => {
  const peopleController = Object.assign(users(), { requestMapping: '/people' })
  await using(await start(await createWebServer({ controllers: { peopleController } })), async (server) => {
    expect((await server.get('/people')).status).toBe(200)
    expect((await server.get('/users')).status).toBe(404)
  })
})

test('createWebServer uses both scanned and given controllers', async () => {
  const app = await createWebServer({
    componentScan: new URL('./scanned', import.meta.url),
    controllers: [users()],
    routes: 'GET /shelves/count shelves.count',
  })
  await using(await start(app), async (server) => {
    expect((await server.get('/shelves/count')).text).toBe('0')
    const created = await server.post('/shelves', { label: 'Science' })
    expect([created.status, created.headers.location]).toEqual([201, '/shelves/1'])
    expect((await server.get('/users')).status).toBe(200)
  })
  await expect(createWebServer({ componentScan: 'nowhere' })).rejects.toMatchObject({ code: 'E_CONFIG' })
})

const express4 = createRequire(import.meta.url)('express4') as typeof express

describe.each([
  ['Express 5', express],
  ['Express 4', express4],
] as const)('listen of createWebServer on %s', (version, ofVersion) => {
  const make = () => createWebServer({ controllers: { userController: users() }, express: ofVersion })

  test('requests and responses have the prototypes of the application before any listener runs', async () => {
    const app = await make()
    await using(await start(app), async (server) => {
      const given = new Promise<readonly unknown[]>((resolve) => {
        server.server.prependOnceListener('request', (request, response) =>
          resolve([Object.getPrototypeOf(request), Object.getPrototypeOf(response)]),
        )
      })
      expect((await server.get('/users')).status).toBe(200)
      const [request, response] = await given
      expect([request === app.request, response === app.response]).toEqual([true, true])
    })
  })

  test('listen on a used port emits an error, and on Express 5 the callback also gets the error', async () => {
    const app = await make()
    await using(await start(app), async ({ port }) => {
      let reported: unknown
      const server = app.listen(port, '127.0.0.1', (...args: readonly unknown[]) => ([reported] = args))
      const error = await new Promise<unknown>((resolve) => server.once('error', resolve))
      expect(error).toMatchObject({ code: 'EADDRINUSE' })
      expect(reported === error).toBe(version === 'Express 5')
    })
  })

  test('listen calls its callback once when the server listens', async () => {
    const app = await make()
    let times = 0
    const server = app.listen(0, () => times++)
    await new Promise((resolve) => server.once('listening', resolve))
    expect([times, (server.address() as AddressInfo).port > 0]).toEqual([1, true])
    await new Promise((resolve) => server.close(resolve))
  })
})

test('a path with a trailing slash is answered with 404, or redirected if redirectToCanonical is set', async () => {
  const make = async (
    redirectToCanonical?: WebServerOptions['redirectToCanonical'],
  ): Promise<RunningServer> =>
    start(
      await createWebServer({
        controllers: [users()],
        ...(redirectToCanonical !== undefined && { redirectToCanonical }),
      }),
    )
  const askBoth = async (server: RunningServer): Promise<unknown[]> => {
    const get = await server.get('/users/?size=1')
    const post = await server.post('/users/', { name: 'Ann' })
    const upper = await server.get('/USERS')
    await server.close()
    return [get.status, get.headers.location, post.status, upper.status]
  }
  expect(await askBoth(await make())).toEqual([404, undefined, 404, 404])
  expect(await askBoth(await make(false))).toEqual([404, undefined, 404, 404])
  expect(await askBoth(await make(true))).toEqual([308, '/users?size=1', 404, 404])
  expect(await askBoth(await make({ status: 301, ignoreCase: true }))).toEqual([
    301,
    '/users?size=1',
    404,
    301,
  ])
  await expect(make({ ignorecase: true } as never)).rejects.toThrow('ignoreCase')
})

test('/health/ready is 200 only if all repositories answer their ping', async () => {
  class AwayRepository extends MemoryRepository<User, number> {
    override async ping(): Promise<void> {
      throw new Error('away')
    }
  }
  const controllers = {
    a: Object.assign(users(), { requestMapping: '/a' }),
    b: Object.assign(new UserController(new AwayRepository(User)), { requestMapping: '/b' }),
  }
  const server = await start(await createWebServer({ controllers, health: true }))
  expect((await server.get('/health/ready')).status).toBe(503)
  expect((await server.get('/health/live')).status).toBe(200)
  await server.close()
  const whole = await start(await createWebServer({ controllers: { a: controllers.a }, health: true }))
  expect((await whole.get('/health/ready')).status).toBe(200)
  await whole.close()
})

test('a module of functions may be a controller', async () => {
  // A module has no prototype.
  const pages = Object.assign(Object.create(null) as object, { show: () => ({ a: 1 }) })
  const app = await createWebServer({
    controllers: { pages },
    routes: 'GET /shown pages.show',
    documents: { title: 'Pages', version: '1' },
  })
  const modular = await start(app)
  expect(await modular.get('/shown')).toMatchObject({ status: 200, text: '{"a":1}' })
  expect((await modular.get('/api/openapi.json')).text).toContain('"pages.show"')
  await modular.close()
})
