import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import {
  createWebServer,
  defineEntity,
  ExceptionHandler,
  MemoryRepository,
  MessageNotReadableException,
  RepositoryBasedRestController,
  RequestMapping,
  ResponseEntity,
  ResponseEntityExceptionHandler,
} from '@mvc-router/rest'
import express from 'express'
import { testBadInputs } from './bad-input-cases.js'
import { type Answer, type RunningServer, start } from './http-client.js'
import { startUsers, User, UserController } from './user-server.js'

let server: RunningServer

beforeAll(async () => {
  server = await startUsers({ body: { forms: true } })
})
afterAll(() => server.close())

/** Posts a body with a content type, and expects a status. */
async function expectPost(
  status: number,
  body: unknown,
  contentType = 'application/json',
  headers = {},
): Promise<Answer> {
  const answer = await server.post('/users', body, { 'content-type': contentType, ...headers })
  expect([answer.status, answer.text]).toEqual([status, answer.text])
  return answer
}

const ann = '{"name":"Ann"}'
const form = 'application/x-www-form-urlencoded'

testBadInputs('body', {
  'body-002': () => expectPost(400, ''),
  'body-003': () => expectPost(400, '1'),
  'body-004': () => expectPost(400, '"x"'),
  'body-006': async () => {
    const { text } = await server.post('/users', '{"name":"Ann","name":"Bob"}')
    expect(JSON.parse(text)).toMatchObject({ name: 'Bob' })
  },
  'body-008': async () => {
    await expectPost(400, '{"name":"Ann","age":12345678901234567890}')
    await expectPost(400, '{"name":"Ann","extra":{"a":9007199254740993}}')
    await expectPost(400, '{"name":"Ann","extra":1e999}')
    await expectPost(400, `{"name":"Ann","extra":-${'9'.repeat(400)}}`)
    await expectPost(201, '{"name":"Ann","extra":"12345678901234567890"}')
  },
  'body-009': () => expectPost(201, `\uFEFF${ann}`),
  'body-010': () => expectPost(400, Buffer.from('{"name":"\u00FF\u00FE"}', 'latin1')),
  'body-011': () => expectPost(415, ann, 'application/json; charset=utf-7'),
  'body-012': () => expectPost(415, Buffer.from(ann, 'utf16le'), 'application/json; charset=utf-16le'),
  'body-013': () => expectPost(415, ann, 'application/json; charset=bogus'),
  'body-014': async () => {
    await expectPost(201, ann, 'application/json\t; a')
    await expectPost(400, '{"name":1}', 'application/json\t; a')
  },
  'body-015': async () => {
    await expectPost(201, ann, ' application/json')
    await expectPost(400, '{"name":1}', ' application/json')
  },
  'body-017': () => expectPost(201, ann, 'APPLICATION/JSON'),
  'body-019': async () => {
    const answer = await server.call({ method: 'POST', path: '/users', body: ann })
    expect([answer.status, answer.headers.accept]).toEqual([415, expect.stringContaining('application/json')])
  },
  'body-020': () => expectPost(415, '[]', 'application/json-patch+json'),
  'body-022': async () => {
    const small = await startUsers({ body: { limit: '100kb' } })
    const { status } = await small.post('/users', { name: 'x'.repeat(200 * 1024) })
    await small.close()
    expect(status).toBe(413)
  },
  'body-023': async () => {
    for (const limit of ['abc', '', ' 1mb', '1e3', '-1', Number.NaN, Infinity, 0, -5, 1.5]) {
      await expect(createWebServer({ body: { limit } })).rejects.toMatchObject({
        code: 'E_CONFIG',
        option: 'body.limit',
      })
    }
  },
  'body-026': () =>
    expectPost(
      201,
      `{"name":"Ann",${Array.from({ length: 20_000 }, (_item, index) => `"k${index}":1`).join(',')}}`,
    ),
  'body-027': () =>
    expectPost(413, gzipSync(Buffer.alloc(50_000_000)), undefined, { 'content-encoding': 'gzip' }),
  'body-028': () => expectPost(415, ann, undefined, { 'content-encoding': 'bogus' }),
  'body-029': () => expectPost(400, ann, undefined, { 'content-encoding': 'gzip' }),
  'body-030': async () => {
    for (const body of ['__proto__[x]=1', '__proto__=1', 'name[first]=Ann'])
      expect((await expectPost(400, body, form)).text).toContain('a field name with brackets, or')
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false)
  },
  'body-031': () => expectPost(413, 'a=1&'.repeat(2000), form),
  'body-032': () => expectPost(400, `a${'[b]'.repeat(100)}=1`, form),
  'body-034': async () => {
    const app = await createWebServer({ controllers: [new UserController(new MemoryRepository(User))] })
    const slow = await start(app, { requestTimeout: 200, connectionsCheckingInterval: 50 })
    const answer = await slow.raw(
      'POST /users HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    )
    await slow.close()
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  },
})

test.each(['{"name": secret}', '{"name": "secret', String.raw`{"name": "secret\"`])(
  'the invalid JSON %s is refused, and the answer does not quote the JSON',
  async (body) => {
    const { status, text } = await server.post('/users', body)
    expect(status).toBe(400)
    expect(text).toContain('not well-formed JSON')
    expect(text).not.toContain('secret')
  },
)

const nested = (levels: number): string => `{"name":"Ann","extra":${'['.repeat(levels)}${']'.repeat(levels)}}`

test('a body of at most 64 nested levels is accepted', async () => {
  await expectPost(201, nested(63))
  await expectPost(400, nested(64))
  await expectPost(400, '['.repeat(500_000))
})

test('the key __proto__ is refused at every level and in every spelling', async () => {
  await expectPost(400, '{"name":"Ann","__proto__":{"admin":true}}')
  await expectPost(400, '{"name":"Ann","extra":[{"__pr\\u006fto__":1}]}')
  await expectPost(201, '{"name":"__proto__"}')
})

test('a fraction in a body is rounded, but a whole number that would change is refused', async () => {
  for (const kept of [
    '0.1',
    '3.14159265358979323846',
    '1.7976931348623157e308',
    '9007199254740992',
    '1e2',
    '0.000',
  ])
    await expectPost(201, `{"name":"Ann","extra":[-${kept}]}`)
  for (const other of ['9007199254740993', '123456789012345678', '1e400'])
    await expectPost(400, `{"name":"Ann","extra":[-${other}]}`)
})

test('digits in a text are not checked as a number, even behind escaped quotes and backslashes', async () => {
  for (const text of [
    '9007199254740993',
    String.raw`\"9007199254740993`,
    String.raw`\\`,
    String.raw`\\\"1e400`,
  ]) {
    await expectPost(201, `{"name":"Ann","extra":["${text}","1e400"]}`)
    await expectPost(400, `{"name":"Ann","extra":["${text}",1e400]}`)
  }
})

test('a body compressed with gzip, deflate or brotli is read, and an incomplete body is refused', async () => {
  await expectPost(201, gzipSync(ann), undefined, { 'content-encoding': 'gzip' })
  await expectPost(400, gzipSync(ann).subarray(0, 12), undefined, { 'content-encoding': 'gzip' })
  await expectPost(201, deflateSync(ann), undefined, { 'content-encoding': 'deflate' })
  await expectPost(201, brotliCompressSync(ann), undefined, { 'content-encoding': 'br' })
})

test('the exception for a broken body has the error of the decompressor as its cause', async () => {
  class CauseAdvice extends ResponseEntityExceptionHandler {
    @ExceptionHandler(MessageNotReadableException)
    handleBroken({ cause }: MessageNotReadableException): ResponseEntity {
      return new ResponseEntity(String(cause), { status: 400 })
    }
  }
  const users = await startUsers({ advice: new CauseAdvice() })
  const { text } = await users.post('/users', Buffer.from('no gzip'), {
    'content-type': 'application/json',
    'content-encoding': 'gzip',
  })
  await users.close()
  expect(text).toContain('incorrect header check')
})

test('a compressed body is limited before it is inflated', async () => {
  const nothing = gzipSync('')
  const much = Buffer.concat(Array.from({ length: 100_000 }, () => nothing))
  await expectPost(413, Buffer.concat([much, gzipSync(ann)]), undefined, { 'content-encoding': 'gzip' })
})

test('a form is read if the option body.forms is set, and refused otherwise', async () => {
  await expectPost(201, 'name=Ann+B%C3%A9&age=5', form)
  const without = await startUsers()
  const { status } = await without.post('/users', 'name=Ann', { 'content-type': form })
  await without.close()
  expect(status).toBe(415)
})

test('null and arrays are refused as the body of an entity', async () => {
  await expectPost(400, 'null')
  await expectPost(400, '[]')
  await expectPost(400, '[{"name":"Ann"}]')
})

test('a charset other than UTF-8 is answered with 415, and the answer names the accepted types', async () => {
  const call = (method: string, path: string, type: string, body: string): Promise<Answer> =>
    server.call({ method, path, headers: { 'content-type': type }, body })
  const json = await call('POST', '/users', 'application/json; charset=utf-16', ann)
  const declared = await call('POST', '/users', 'text/xml', '<?xml version="1.0" encoding="UTF-16"?><User/>')
  const patch = await call('PATCH', '/users/1', 'application/merge-patch+json; charset=utf-16', '{}')
  expect([json.status, json.headers.accept]).toEqual([415, expect.stringContaining('application/json')])
  expect([declared.status, declared.headers.accept]).toEqual([415, expect.stringContaining('charset=utf-8')])
  expect([patch.status, patch.headers['accept-patch']]).toEqual([415, 'application/merge-patch+json'])
  const quoted = await call('POST', '/users', 'application/json; profile="a;charset=utf-16"', ann)
  expect(quoted.status).toBe(201)
})

test('a body parsed by the application must be an object of at most 64 levels', async () => {
  const postThrough = async (parser: ReturnType<typeof express.json>, body: string): Promise<object> => {
    const parsed = await startUsers({ middleware: [parser] })
    const { status, text } = await parsed.post('/users', body)
    await parsed.close()
    return { status, text }
  }
  expect(await postThrough(express.json(), ann)).toMatchObject({ status: 201 })
  expect(await postThrough(express.json(), '')).toMatchObject({
    status: 400,
    text: expect.stringContaining('The body is empty'),
  })
  expect(await postThrough(express.json({ strict: false }), 'null')).toMatchObject({ status: 400 })
  expect(await postThrough(express.json(), nested(63))).toMatchObject({ status: 201 })
  expect(await postThrough(express.json(), nested(64))).toMatchObject({ status: 400 })
  expect(await postThrough(express.json(), nested(20_000))).toMatchObject({ status: 400 })
  // An application must not use these parsers, so the status is 500.
  expect(await postThrough(express.raw({ type: '*/*' }), ann)).toMatchObject({ status: 500 })
  expect(await postThrough(express.text({ type: '*/*' }), ann)).toMatchObject({ status: 500 })
})

test('a PATCH with a wrong content type is answered with 415, and Accept-Patch names the right type', async () => {
  const { status, headers } = await server.call({
    method: 'PATCH',
    path: '/users/1',
    headers: { 'content-type': 'application/json' },
    body: {},
  })
  expect([status, headers['accept-patch']]).toEqual([415, 'application/merge-patch+json'])
})

test.each([
  ['integer', 7, 201],
  ['integer', '7', 400],
  ['bigint', 7, 201],
  ['bigint', '7', 201],
  ['string', 7, 400],
  ['string', '7', 201],
  ['uuid', 7, 400],
] as const)('a key of type %s given as %j in a body is answered with %i', async (type, id, status) => {
  const Thing = defineEntity({ name: 'Thing', key: { id: { type, generated: false } }, fields: {} })
  @RequestMapping('/things')
  class ThingController extends RepositoryBasedRestController<{ id: unknown }, never> {}
  const repository = new MemoryRepository(Thing) as never
  const things = await start(await createWebServer({ controllers: [new ThingController(repository)] }))
  expect((await things.post('/things', { id })).status).toBe(status)
  await things.close()
})
