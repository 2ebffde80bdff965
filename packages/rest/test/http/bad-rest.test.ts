import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import {
  JsonView,
  MemoryRepository,
  NotImplementedException,
  RequestMapping,
  ResponseEntity,
  ResponseEntityExceptionHandler,
} from '@mvc-router/rest'
import { testBadInputs } from './bad-input-cases.js'
import type { Answer, RunningServer } from './http-client.js'
import { startUsers, User, UserController } from './user-server.js'

@RequestMapping('/frozen-users')
class FrozenUserController extends UserController {
  override async patch(): Promise<never> {
    throw new NotImplementedException('Users are not patched')
  }
}

@RequestMapping('/named-users')
class NamedUserController extends UserController {
  override async findById(name: string): Promise<User> {
    const found = await this.repository.findOneBy({ name })
    return found ?? super.findById('0')
  }
}

class ShortView {}

class Parent {
  @JsonView(ShortView)
  readonly name = 'parent'
  readonly child = new Child(this)
}

class Child {
  @JsonView(ShortView)
  readonly name = 'child'
  readonly parent: Parent

  constructor(parent: Parent) {
    this.parent = parent
  }
}

class FoundElsewhere extends Error {
  override readonly name = 'NotFoundException'
}

class Advised extends Error {}

class BrokenAdvice extends ResponseEntityExceptionHandler {
  constructor() {
    super()
    this.handle(Advised, () => {
      throw new Advised('again')
    })
  }
}

const thrown = new Map<string, unknown>([
  ['text', 'a secret'],
  ['null', null],
  ['undefined', undefined],
  ['status200', { status: 200, message: 'a secret' }],
  ['script', new Error('<script>')],
  ['foreign', new FoundElsewhere('a secret')],
  ['status999', Object.assign(new Error('a secret'), { status: 999, statusCode: 999 })],
  ['advised', new Advised('a secret')],
])

class OddController {
  throw(request: { readonly params: { readonly what: string } }): never {
    throw thrown.get(request.params.what)
  }

  throwCycle(): never {
    const error = new Error('a secret')
    error.cause = error
    throw error
  }

  cycle(): Parent {
    return new Parent()
  }

  @JsonView(ShortView)
  cutCycle(): Parent {
    return new Parent()
  }

  getter(): object {
    return {
      get name(): never {
        throw new Error('a secret')
      },
    }
  }

  script(): object {
    return { text: '</script>' }
  }
}

const routes = `
GET /throw/{what}  oddController.throw
GET /throw-cycle   oddController.throwCycle
GET /cycle         oddController.cycle
GET /cut-cycle     oddController.cutCycle
GET /getter        oddController.getter
GET /script        oddController.script
`

let server: RunningServer
const logged: unknown[] = []

beforeAll(async () => {
  server = await startUsers({
    routes,
    advice: new BrokenAdvice(),
    logError: (error) => logged.push(error),
    controllers: {
      oddController: new OddController(),
      frozenUserController: new FrozenUserController(new MemoryRepository(User)),
      namedUserController: new NamedUserController(new MemoryRepository(User)),
    },
  })
  await server.post('/users', { name: 'Ann' })
})
beforeEach(() => {
  logged.length = 0
})
afterAll(() => server.close())

function expectError({ status, text, headers }: Answer, code: number): void {
  expect([status, text]).toEqual([code, expect.any(String)])
  expect(headers['content-type']).toMatch(/^application\/json/)
  expect(headers['x-content-type-options']).toBe('nosniff')
  const body: object = JSON.parse(text)
  expect(Object.keys(body)).toEqual(['status', 'code', 'message', 'developerMessage', 'moreInfoUrl'])
  expect(body).toMatchObject({ code, developerMessage: null, moreInfoUrl: null })
  expect(text).not.toMatch(/secret|stack|\.js:|\.ts:/)
}

async function expectGet(path: string, code: number): Promise<void> {
  const answer = await server.get(path)
  if (code >= 400) expectError(answer, code)
  else expect([answer.status, answer.text]).toEqual([code, answer.text])
}

testBadInputs('rest', {
  'rest-001': () => expectGet('/users/abc', 400),
  'rest-002': () => expectGet('/users/999999', 404),
  'rest-003': () => expectGet('/users/', 404),
  'rest-005': () => expectGet('/users/01', 400),
  'rest-006': () => expectGet('/users/1e0', 400),
  'rest-007': () => expectGet('/users/0x1', 400),
  'rest-009': async () => {
    const { status } = await server.get('/users/-1')
    expect([400, 404]).toContain(status)
  },
  // The integer key refuses the text with 400. A name may be any text, so an unknown name is 404.
  'rest-011': async () => {
    await expectGet('/users/constructor', 400)
    await expectGet('/named-users/constructor', 404)
    await expectGet('/named-users/__proto__', 404)
  },
  'rest-012': () => expectGet(`/users/${encodeURIComponent('{"$gt":""}')}`, 400),
  'rest-013': () => expectGet('/users?id[$ne]=1', 400),
  'rest-014': () => expectGet('/users/1;DROP%20TABLE', 400),
  'rest-019': async () => {
    await expectGet('/users?page=1e9', 400)
    const { status, text } = await server.get('/users?page=999999999')
    expect(status).toBe(200)
    expect(JSON.parse(text)).toMatchObject({ content: [], totalElements: 1, number: 999_999_998 })
  },
  'rest-020': () => expectGet('/users?page=1&page=2', 400),
  'rest-021': () => expectGet('/users?size=0', 400),
  'rest-022': () => expectGet('/users?size=1e9', 400),
  'rest-025': () => expectGet('/users?sort=name;drop', 400),
  'rest-026': () => expectGet('/users?properties=;drop', 400),
  'rest-027': () => expectGet('/users?direction=sideways', 400),
  'rest-028': () => expectGet('/users?unknown=1', 400),
  'rest-029': async () => {
    const { status, text } = await server.post('/users', { id: 4711, isAdmin: true, name: 'x' })
    expect(status).toBe(201)
    expect(JSON.parse(text)).toEqual({
      id: expect.any(Number),
      name: 'x',
      email: null,
      age: null,
      born: null,
      extra: null,
    })
    expect(JSON.parse(text)).not.toMatchObject({ id: 4711 })
  },
  'rest-031': async () => {
    const answer = await server.post('/users', '{"name":"x","constructor":{"prototype":{"x":1}}}')
    expect(answer.status).toBe(201)
    expect(answer.text).not.toContain('constructor')
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false)
  },
  'rest-032': async () => expectError(await server.post('/users', { name: { toString: 'x' } }), 400),
  'rest-038': async () => {
    const answer = await server.call({
      method: 'PATCH',
      path: '/frozen-users/1',
      headers: { 'content-type': 'application/merge-patch+json' },
      body: { name: 'x' },
    })
    expectError(answer, 501)
  },
  'rest-039': async () => {
    const { id }: { id: number } = JSON.parse((await server.post('/users', { name: 'x' })).text)
    expect((await server.call({ method: 'DELETE', path: `/users/${id}` })).status).toBe(204)
    expectError(await server.call({ method: 'DELETE', path: `/users/${id}` }), 404)
  },
  'rest-040': async () => {
    const answer = await server.call({ method: 'DELETE', path: '/users' })
    expectError(answer, 405)
    expect(answer.headers.allow).toBe('GET, HEAD, POST')
  },
  'rest-041': async () => {
    for (const what of ['text', 'null', 'undefined', 'status200']) await expectGet(`/throw/${what}`, 500)
  },
  'rest-042': async () => {
    await expectGet('/throw/script', 500)
    expect((await server.get('/throw/script')).text).not.toContain('<script>')
  },
  'rest-043': () => expectGet('/throw/foreign', 404),
  'rest-046': () => expectGet('/throw/status999', 500),
  'rest-047': () => expectGet('/throw/advised', 500),
  'rest-048': () => expectGet('/throw-cycle', 500),
  'rest-049': async () => {
    const { status, text, headers } = await server.get('/users/1', { accept: 'application/xml' })
    expect([status, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
    expect(text).toBe('<?xml version="1.0" encoding="UTF-8"?><User><id>1</id><name>Ann</name></User>')
  },
  'rest-051': async () => expectError(await server.get('/users/1', { accept: '*/*;q=0' }), 406),
  'rest-052': async () => {
    expect((await server.get('/users/1', { accept: ','.repeat(20 * 1024) })).status).toBe(431)
    // Node may close the connection before it has read the whole request.
    const answer = await server.raw(
      `GET /users/1 HTTP/1.1\r\nHost: x\r\nAccept: ${','.repeat(100 * 1024)}\r\n\r\n`,
    )
    expect(answer).toMatch(/^$|^HTTP\/1\.1 431 /)
    expectError(await server.get('/users/1', { accept: ','.repeat(10 * 1024) }), 406)
  },
  'rest-053': async () => {
    await expectGet('/cycle', 500)
    expect(String(logged[0])).toContain('Cut the cycle with a view')
    expect((await server.get('/cut-cycle')).text).toBe('{"name":"parent"}')
    expectXmlError(await server.get('/cycle', { accept: 'text/xml' }))
  },
  'rest-055': async () => {
    await expectGet('/getter', 500)
    expect(String(logged[0])).toBe('Error: a secret')
  },
  'rest-056': async () => {
    const { headers, text } = await server.get('/script')
    expect(text).toBe('{"text":"</script>"}')
    expect(headers['content-type']).toMatch(/^application\/json/)
    expect(headers['x-content-type-options']).toBe('nosniff')
  },
})

function expectXmlError({ status, text }: Answer): void {
  expect(status).toBe(500)
  expect(text).toContain('<RestError><status>Internal Server Error</status><code>500</code>')
}

test('an answer 500 has the same request id as the log', async () => {
  const ids: string[] = []
  const other = await startUsers({
    routes,
    controllers: { oddController: new OddController() },
    logError: (_error, { requestId, method, path }) => ids.push(`${method} ${path} ${requestId}`),
  })
  const { text, headers } = await other.get('/throw/script?password=1')
  await other.close()
  expect(ids).toEqual([`GET /throw/script ${String(headers['x-request-id'])}`])
  expect(text).toContain(String(headers['x-request-id']))
})

test('a request is answered with 500 if an advice returns an invalid status', async () => {
  class OddAdvice extends ResponseEntityExceptionHandler {
    constructor() {
      super()
      this.handle(Error, () => new ResponseEntity('teapot', { status: 42 }))
    }
  }
  const other = await startUsers({
    routes,
    controllers: { oddController: new OddController() },
    advice: new OddAdvice(),
  })
  const { status } = await other.get('/throw/script')
  await other.close()
  expect(status).toBe(500)
})
