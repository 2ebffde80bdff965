import type { IncomingMessage } from 'node:http'
import { beforeEach, expect, test } from '@jest/globals'
import {
  corsFilter,
  createWebServer,
  CrudServiceImpl,
  defineEntity,
  type EntityOf,
  MemoryRepository,
  RepositoryBasedRestController,
  serializerModule,
  ServiceBasedRestController,
  type WebServerOptions,
} from '@mvc-router/rest'
import { type Answer, type RunningServer, start } from './http-client.js'

/**
 * JavaScript programs may return promises or other wrong values that TypeScript would refuse. These values must never count
 * as a user, a role, a condition or a text.
 */

const Note = defineEntity({
  name: 'Note',
  key: { id: 'integer' },
  fields: { tenant: 'string', text: 'string' },
})
type Note = EntityOf<typeof Note>

class NoteController extends RepositoryBasedRestController<Note, number> {
  readonly requestMapping = '/notes'
}

let notes: MemoryRepository<Note, number>
let logged: string[]

beforeEach(async () => {
  notes = new MemoryRepository(Note)
  logged = []
  await notes.insert(Note.create({ tenant: 'a', text: 'first' }))
})

function controllerWith(declared: object): NoteController {
  return Object.assign(new NoteController(notes), declared)
}

/** Sends a request as this user to a server of this controller. */
async function send(
  { method = 'GET', path = '/notes', headers = {} },
  controller: object,
  user: unknown = { id: 1, roles: ['editor'], tenant: 'a' },
  options: WebServerOptions = {},
): Promise<Answer> {
  const authenticate = (request: IncomingMessage, _response: unknown, next: () => void): void => {
    Object.assign(request, { user: typeof user === 'function' ? Reflect.apply(user, undefined, []) : user })
    next()
  }
  const logError = (error: unknown): unknown => logged.push(String(error))
  const app = await createWebServer({
    controllers: { noteController: controller },
    middleware: [authenticate],
    logError,
    ...options,
  })
  const server: RunningServer = await start(app)
  const body = method === 'POST' ? { body: { tenant: 'a', text: 'new' } } : {}
  const answer = await server.call({
    method,
    path,
    headers: { 'content-type': 'application/json', ...headers },
    ...body,
  })
  await server.close()
  return answer
}

const failed = async (): Promise<never> => {
  throw new Error('late')
}

test.each<[string, () => unknown]>([
  ['a promise of a user', async () => ({ id: 1 })],
  ['a promise of undefined', async () => undefined],
  ['a promise that rejects', failed],
])('a request is answered with 500 if request.user is %s', async (_name, findUser) => {
  const { status } = await send({}, controllerWith({ requires: { '*': [] } }), findUser)
  expect([status, logged]).toEqual([
    500,
    ['ConfigurationException: request.user: expected a user, got a promise'],
  ])
})

test.each([false, '', 0])('a request is answered with 401 if request.user is %p', async (user) => {
  expect((await send({}, controllerWith({ requires: { '*': [] } }), user)).status).toBe(401)
})

test.each<[string, () => unknown, string]>([
  ['a promise', async () => ['editor'], 'a promise'],
  ['a promise that rejects', failed, 'a promise'],
  ['a text that contains the role', () => 'subeditor', '"subeditor"'],
])('a request is answered with 500 if the roles of its user are %s', async (_name, rolesOf, got) => {
  const controller = controllerWith({ requires: { create: ['editor'] }, rolesOf })
  const { status } = await send({ method: 'POST' }, controller)
  expect([status, logged, await notes.count()]).toEqual([
    500,
    [`ConfigurationException: rolesOf: expected a list of roles, got ${got}`],
    1,
  ])
})

test('a request is answered with 500 if authorize returns false, because authorize must throw to refuse', async () => {
  const { status } = await send({}, controllerWith({ authorize: async () => false }))
  expect([status, logged]).toEqual([
    500,
    ['ConfigurationException: authorize: expected nothing, or an exception for a refusal, got false'],
  ])
})

test.each<[string, unknown]>([
  ['a promise in a list', [Promise.resolve({ tenant: 'b' })]],
  ['a promise of a value', { tenant: Promise.resolve('b') }],
  ['a map', new Map([['tenant', 'b']])],
  ['a list of lists', [[{ tenant: 'b' }]]],
])('a request is answered with 500 if the scope is %s', async (_name, scope) => {
  const { status } = await send({}, controllerWith({ scope: () => scope }))
  expect([status, logged.length]).toEqual([500, 1])
  expect(logged[0]).toMatch(/^TypeError: (?:A condition|The condition) /)
})

test.each(['requires', 'filters', 'nested'])(
  '%s must be an object, and not a promise or a map',
  async (name) => {
    for (const [given, got] of [
      [failed, 'a promise'],
      [() => new Map(), 'a value of the type object'],
      [() => null, 'null'],
    ] as const)
      await expect(send({}, controllerWith({ [name]: given() }))).rejects.toThrow(
        `${name}: expected an object, got ${got}`,
      )
  },
)

test.each<[string, (note: Note) => Promise<string>]>([
  ['resolves', async ({ text }) => text],
  ['rejects', failed],
])(
  'a POST is answered with 500 if an asynchronous identifierOf %s, and nothing is written',
  async (_name, identifierOf) => {
    const service = Object.assign(new CrudServiceImpl<Note, number>(notes), { identifierOf })
    const serviceController = Object.assign(new ServiceBasedRestController<Note, number>(), {
      requestMapping: '/notes',
    })
    serviceController.setService(service as unknown as CrudServiceImpl<Note, number>)
    for (const controller of [controllerWith({ identifierOf }), serviceController]) {
      const { status } = await send({ method: 'POST' }, controller)
      expect([status, logged.pop(), await notes.count()]).toEqual([
        500,
        'ConfigurationException: identifierOf: expected a text, got a promise',
        1,
      ])
      expect((await send({ headers: { accept: 'application/hal+json' } }, controller)).status).toBe(500)
      expect(logged.pop()).toMatch('identifierOf: expected a text, got a promise')
    }
  },
)

test.each<[string, () => Promise<unknown>]>([
  ['resolves', async () => 'a'],
  ['rejects', failed],
])(
  'a POST is answered with 500 if an asynchronous default %s, and nothing is written',
  async (_name, makeDefault) => {
    const Draft = defineEntity({
      name: 'Draft',
      key: { id: 'integer' },
      fields: { text: 'string', code: { type: 'string', default: makeDefault } },
    })
    const drafts = new MemoryRepository<object, number>(Draft)
    const controller = new (class extends RepositoryBasedRestController<object, number> {
      readonly requestMapping = '/notes'
    })(drafts)
    expect((await send({ method: 'POST' }, controller)).status).toBe(500)
    expect([logged, await drafts.count()]).toEqual([
      ['ConfigurationException: The default of code: expected a value, got a promise'],
      0,
    ])
  },
)

test('a promise as an option is refused at start', async () => {
  const field = { type: 'string', default: Promise.resolve('a') } as const
  expect(() => defineEntity({ name: 'Draft', key: { id: 'integer' }, fields: { code: field } })).toThrow(
    'default: expected a value, got a promise',
  )
  for (const name of ['cors', 'router', 'body'])
    await expect(send({}, new NoteController(notes), undefined, { [name]: failed() })).rejects.toThrow(
      `${name}: expected a value, got a promise`,
    )
  await expect(createWebServer(Promise.resolve({}) as object)).rejects.toThrow(
    'createWebServer: expected options as an object, got a promise',
  )
  expect(() => corsFilter(Promise.resolve({}) as object)).toThrow('cors: expected an object, got a promise')
})

test.each<[string, (value: Note) => unknown]>([
  ['a promise', async () => 'a note'],
  ['an object with a promise', () => ({ text: Promise.resolve('a') })],
])('a request is answered with 500 if serialize returns %s', async (_name, serialize) => {
  const modules = [serializerModule({ type: Note.type, serialize })]
  expect((await send({}, new NoteController(notes), undefined, { modules })).status).toBe(500)
  expect(logged).toEqual(['ConfigurationException: An answer: expected a value, got a promise'])
})

test('a POST is answered with 500 if deserialize is asynchronous, and nothing is written', async () => {
  const modules = [serializerModule({ type: Note.type, deserialize: failed })]
  const { status } = await send({ method: 'POST' }, new NoteController(notes), undefined, { modules })
  expect([status, logged, await notes.count()]).toEqual([
    500,
    ['ConfigurationException: deserialize: expected the fields of a Note, got a promise'],
    1,
  ])
})

test.each<[string, object]>([
  ['without any property', new (class User {})()],
  ['with a promise as its id', { id: Promise.resolve(1) }],
  ['with a method as its id', { id: () => 1 }],
])(
  'an Idempotency-Key of a user %s is answered with 500, because other users may look the same',
  async (_name, user) => {
    const request = { method: 'POST', headers: { 'idempotency-key': 'k' } }
    const { status } = await send(request, new NoteController(notes), user)
    expect([status, await notes.count()]).toEqual([500, 1])
    expect(logged[0]).toMatch('request.user: expected a user with an id, a sub or a username')
  },
)
