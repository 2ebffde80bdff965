import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { NextFunction, Request, Response } from 'express'
import { InvalidParameterException } from '@mvc-router/router-core'
import {
  Controller,
  converters,
  cookieValue,
  httpRequest,
  model,
  Params,
  pathVariable,
  requestBody,
  requestHeader,
  requestParam,
  type ConverterLike,
} from '@mvc-router/router-core/express'
import { z } from 'zod'
import { loadMapping } from './load-mapping.js'
import { closeAll, expressVersions, serve, type TestServer } from './serve.js'

afterEach(closeAll)

enum Color {
  red = 'RED',
  blue = 'BLUE',
}
enum Size {
  small,
  large,
}

/** A value as JSON that also names its type. */
const describeValue = (value: unknown): unknown =>
  typeof value === 'bigint'
    ? { bigint: String(value) }
    : value instanceof Date
      ? { date: value.toISOString() }
      : value === undefined
        ? { undefined: true }
        : { [typeof value]: value }

function fail(message: string): never {
  throw new TypeError(message)
}

const convertersByName: Record<string, ConverterLike> = {
  string: String,
  number: Number,
  bigint: BigInt,
  boolean: Boolean,
  date: Date,
  integer: converters.integer,
  uuid: converters.uuid,
  list: ['a', 'b'],
  enum: converters.enumeration(Color),
  numericEnum: converters.enumeration(Size),
  zod: z.coerce.number().int().positive(),
  asyncZod: z.string().refine(async (text) => text !== 'bad', 'no bad ones'),
  schemaFunction: Object.assign((): never => fail('A schema is not called'), {
    '~standard': {
      version: 1,
      vendor: 'test',
      validate: (value: unknown) =>
        value === 'bad'
          ? { issues: [{ message: 'no', path: [{ key: 'address' }, 'city'] }] }
          : { value: `a valid ${String(value)}` },
    } as const,
  }),
  own: (text) => {
    if (text === 'bad') throw new Error('a secret of the database')
    return text.toUpperCase()
  },
  notFound: () => {
    throw Object.assign(new Error('gone'), { status: 404 })
  },
}

@Controller()
class UserController {
  name = 'the controller'

  @Params(pathVariable('id', Number), requestParam('tab'))
  showUser(id: number, tab: string | undefined): unknown {
    return { id, tab: tab ?? null, name: this.name }
  }

  @Params(requestParam('hash', { required: true }))
  required(hash: string): unknown {
    return { hash }
  }

  @Params(requestParam('page', converters.integer, { defaultValue: 1 }), requestParam('tag', { list: true }))
  search(page: number, tags: string[]): unknown {
    return { page, tags }
  }

  @Params(requestParam('sort', { defaultValue: null }))
  sorted(sort: string | null): unknown {
    return { isNull: sort === null }
  }

  @Params(requestParam('id', Number, { list: true }))
  numbers(ids: number[]): unknown {
    return ids
  }

  @Params(requestHeader('User-Agent'), requestHeader('X-Count', converters.integer), cookieValue('session'))
  headers(agent: string | undefined, count: number | undefined, session: string | undefined): unknown {
    return { agent, count: count ?? null, session: session ?? null }
  }

  @Params(requestHeader('Set-Cookie', { list: true }))
  setCookies(values: string[]): unknown {
    return values
  }

  @Params(requestBody(z.object({ title: z.string(), pages: z.number() })))
  create(book: { title: string; pages: number }): unknown {
    return { created: book }
  }

  @Params(requestBody(z.object({ a: z.number() }), { required: false }))
  optionalBody(body: { a: number } | undefined): unknown {
    return { body: body ?? null }
  }

  @Params(requestParam('title', { required: true }), model(), httpRequest<Request>())
  form(title: string, attributes: Record<string, unknown>, request: Request): unknown {
    return { title, model: attributes, method: request.method }
  }

  @Params(pathVariable('missing', Number, { required: false }), pathVariable('fixed'))
  optional(missing: number | undefined, fixed: string): unknown {
    return { missing: missing ?? null, fixed }
  }
}

const convertController = Object.fromEntries(
  Object.entries(convertersByName).map(([name, converter]) => [
    name,
    Params(requestParam('x', converter))((value) => describeValue(value)),
  ]),
)

const routes = `
GET   /user/{id}     userController.showUser
GET   /required      userController.required
GET|POST  /search    userController.search
GET   /setCookies    userController.setCookies
GET   /numbers       userController.numbers
GET   /sorted        userController.sorted
GET   /headers       userController.headers
POST  /create        userController.create
POST  /optionalBody  userController.optionalBody
POST  /form          userController.form
GET   /optional      userController.optional(fixed:'yes')
GET   /convert/{converter}  convertController.{converter}
`

describe.each(expressVersions)('binding on %s', (version, express) => {
  let server: TestServer
  beforeEach(async () => {
    const mapping = await loadMapping(routes, {
      controllers: { userController: UserController, convertController },
    })
    const app = express()
    app.use(express.json(), express.urlencoded({ extended: true }), mapping.middleware)
    app.use(
      (error: Error & { status?: number }, _request: Request, response: Response, _next: NextFunction) => {
        const named =
          error instanceof InvalidParameterException
            ? { source: error.source, parameter: error.parameter }
            : {}
        response.status(error.status ?? 500).json({ message: error.message, ...named })
      },
    )
    server = await serve(app)
  })
  const json = async (...args: Parameters<TestServer['ask']>): Promise<unknown> => {
    const { status, body } = await server.ask(...args)
    const parsed = JSON.parse(body) as object
    return status === 200 ? parsed : { status, ...parsed }
  }

  const post = (path: string, body: string): Promise<unknown> =>
    json(`POST ${path}`, { headers: { 'content-type': 'application/json' }, body })

  test('an action gets its parameters with their declared types, and its controller as this', async () => {
    expect(await json('GET /user/42?tab=posts')).toEqual({ id: 42, tab: 'posts', name: 'the controller' })
    expect(await json('GET /user/42')).toMatchObject({ tab: null })
  })

  test('a bad or missing value is answered with 400, and the answer names the parameter', async () => {
    expect(await json('GET /user/x')).toEqual({
      status: 400,
      message: 'The path variable "id": expected a number',
      source: 'path',
      parameter: 'id',
    })
    expect(await json('GET /required')).toEqual({
      status: 400,
      message: 'The parameter "hash" is missing',
      source: 'parameter',
      parameter: 'hash',
    })
    expect(await json('GET /required?hash=')).toEqual({ hash: '' })
    expect(await json('GET /required?hash=a&hash=b')).toMatchObject({
      status: 400,
      message: 'The parameter "hash" is given more than once',
    })
    expect(await json('GET /required?hash[a]=1')).toMatchObject({ status: 400 })
  })

  test('a missing or empty parameter gets its default value, and a list gets all values', async () => {
    expect(await json('GET /search')).toEqual({ page: 1, tags: [] })
    expect(await json('GET /search?page=&tag=')).toEqual({ page: 1, tags: [''] })
    expect(await json('GET /search?page=&page=')).toMatchObject({ status: 400, parameter: 'page' })
    expect(await json('GET /search?page=2&tag=a&tag=b')).toEqual({ page: 2, tags: ['a', 'b'] })
    expect(await json('GET /sorted')).toEqual({ isNull: true })
    expect(await json('GET /sorted?sort=')).toEqual({ isNull: true })
    expect(await json('GET /numbers?id=1&id=2')).toEqual([1, 2])
    expect(await json('GET /numbers?id=1&id=x')).toMatchObject({ status: 400, parameter: 'id' })
  })

  test('a fixed argument is bound as a path variable, and a missing optional variable is undefined', async () => {
    expect(await json('GET /optional')).toEqual({ missing: null, fixed: 'yes' })
  })

  test('headers and cookies are bound, and a header that cannot be converted is answered with 400', async () => {
    const headers = { 'user-agent': 'test', 'x-count': '3', cookie: 'a=1; session=s%20t; session=second' }
    expect(await json('GET /headers', { headers })).toEqual({ agent: 'test', count: 3, session: 's t' })
    expect(
      await json('GET /headers', { headers: { 'user-agent': 'test', 'x-count': 'many' } }),
    ).toMatchObject({
      status: 400,
      source: 'header',
      parameter: 'X-Count',
    })
  })

  test('the values of a repeated header are a list', async () => {
    const headers = { 'set-cookie': ['a', 'b'] as never }
    expect(await json('GET /setCookies', { headers })).toEqual(['a', 'b'])
    expect(await json('GET /setCookies')).toEqual([])
  })

  test('a cookie comes from request.cookies, and is missing if its value there is not a string', async () => {
    const mapping = await loadMapping(routes, {
      controllers: { userController: UserController, convertController },
    })
    const app = express()
    app.use((request, _response, next) => {
      request.cookies =
        request.headers['x-cookies'] === 'object' ? { session: { id: 5 } } : { session: 'parsed' }
      next()
    })
    const parsing = await serve(app.use(mapping.middleware))
    const sessionOf = async (cookies: string): Promise<unknown> =>
      JSON.parse(
        (await parsing.ask('GET /headers', { headers: { cookie: 'session=raw', 'x-cookies': cookies } }))
          .body,
      )
    expect(await sessionOf('text')).toMatchObject({ session: 'parsed' })
    expect(await sessionOf('object')).toMatchObject({ session: null })
  })

  test('a list of more than 1,000 values is answered with 400', async () => {
    const query = (length: number): string => Array.from({ length }, (_, id) => `id=${id}`).join('&')
    expect(await json(`GET /numbers?${query(1000)}`)).toHaveLength(1000)
    expect(await json(`GET /numbers?${query(1001)}`)).toMatchObject({
      status: 400,
      message: 'The parameter "id": expected at most 1000 values',
    })
  })

  test('a missing optional body is undefined, except on Express 4', async () => {
    // The body parsers of Express 4 make the body an empty object, which the schema refuses.
    const missing = version === 'Express 4' ? { status: 400, parameter: 'body' } : { body: null }
    expect(
      await json('POST /optionalBody', { headers: { 'content-type': 'text/plain' }, body: 'x' }),
    ).toMatchObject(missing)
    expect(await post('/optionalBody', '{"a":1}')).toEqual({ body: { a: 1 } })
  })

  test('a body that its schema refuses is answered with 400 and the paths of the issues', async () => {
    expect(await post('/create', '{"title":"A","pages":3}')).toEqual({ created: { title: 'A', pages: 3 } })
    const bad = (await post('/create', '{"title":1}')) as { message: string }
    expect(bad).toMatchObject({ status: 400, source: 'body', parameter: 'body' })
    expect(bad.message).toMatch(/^The body: title: .*; pages: /)
  })

  test('a field of a form is a request parameter, and a field of JSON is not', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(await json('POST /form', { headers, body: 'title=A+B' })).toEqual({
      title: 'A B',
      model: {},
      method: 'POST',
    })
    expect(await json('POST /form?title=A', { headers, body: '' })).toMatchObject({ title: 'A' })
    expect(await json('POST /form?title=A', { headers, body: 'title=B' })).toMatchObject({ status: 400 })
    expect(await json('POST /form', { headers, body: 'title[a]=B' })).toMatchObject({
      status: 400,
      parameter: 'title',
    })
    expect(await json('POST /search?tag=a', { headers, body: 'tag=b&tag=c' })).toMatchObject({
      tags: ['a', 'b', 'c'],
    })
    expect(
      await json('POST /form', { headers: { 'content-type': 'application/json' }, body: '{"title":"A"}' }),
    ).toMatchObject({ status: 400, message: 'The parameter "title" is missing' })
    expect(await json('POST /form', { headers, body: 'hasOwnProperty=B' })).toMatchObject({ status: 400 })
  })

  test.each([
    ['string', 'a b', { string: 'a b' }],
    ['number', '-1.5e3', { number: -1500 }],
    ['integer', '42', { number: 42 }],
    ['bigint', '123456789012345678901234567890', { bigint: '123456789012345678901234567890' }],
    ...['true', 'on', 'yes', '1'].map((text) => ['boolean', text, { boolean: true }] as const),
    ...['FALSE', 'off', 'no', '0'].map((text) => ['boolean', text, { boolean: false }] as const),
    ['date', '2024-02-29', { date: '2024-02-29T00:00:00.000Z' }],
    ['date', '2024-02-29T12:00:00+02:00', { date: '2024-02-29T10:00:00.000Z' }],
    ['uuid', '6BA7B810-9DAD-11D1-80B4-00C04FD430C8', { string: '6ba7b810-9dad-11d1-80b4-00c04fd430c8' }],
    ['list', 'b', { string: 'b' }],
    ['enum', 'RED', { string: 'RED' }],
    ['numericEnum', 'large', { number: 1 }],
    ['numericEnum', '1', { number: 1 }],
    ['zod', '7', { number: 7 }],
    ['asyncZod', 'good', { string: 'good' }],
    ['own', 'a', { string: 'A' }],
  ])('the converter %s accepts %j', async (converter, text, expected) => {
    expect(await json(`GET /convert/${converter}?x=${encodeURIComponent(text)}`)).toEqual(expected)
  })

  test.each([
    ['number', ''],
    ['number', ' 1'],
    ['number', '0x10'],
    ['number', 'Infinity'],
    ['number', '1e999'],
    ['number', '9007199254740993'],
    ['number', '1,5'],
    ['integer', '1.0'],
    ['integer', '9007199254740993'],
    ['bigint', '1.5'],
    ['bigint', '9'.repeat(1001)],
    ['boolean', 'maybe'],
    ['boolean', ''],
    ['date', '2023-02-29'],
    ['date', '2024-13-01'],
    ['date', 'tomorrow'],
    ['date', '0'],
    ['uuid', '6ba7b810'],
    ['uuid', 'x6ba7b810-9dad-11d1-80b4-00c04fd430c8'],
    ['uuid', '6ba7b810-9dad-11d1-80b4-00c04fd430c8x'],
    ['list', 'c'],
    ['list', 'constructor'],
    ['enum', 'red'],
    ['enum', 'toString'],
    ['numericEnum', '2'],
    ['zod', '-1'],
    ['asyncZod', 'bad'],
    ['own', 'bad'],
  ])('the converter %s refuses %j with 400', async (converter, text) => {
    const answer = await json(`GET /convert/${converter}?x=${encodeURIComponent(text)}`)
    expect(answer).toMatchObject({ status: 400, parameter: 'x' })
    expect(JSON.stringify(answer)).not.toContain('secret')
  })

  test.each([
    ['number', 'expected a number'],
    ['integer', 'expected a whole number'],
    ['bigint', 'expected a whole number'],
    ['boolean', 'expected true or false'],
    ['date', 'expected a date such as 2025-12-31 or 2025-12-31T23:59:59Z'],
    ['uuid', 'expected a UUID'],
    ['list', 'expected one of a, b'],
    ['numericEnum', 'expected one of 0, small, 1, large'],
    ['own', 'not a valid value'],
  ])('the error of the converter %s says: %s', async (converter, reason) => {
    expect(await json(`GET /convert/${converter}?x=bad`)).toMatchObject({
      message: `The parameter "x": ${reason}`,
    })
  })

  test('a schema can be a function, and the path of an issue can contain objects', async () => {
    expect(await json('GET /convert/schemaFunction?x=a')).toEqual({ string: 'a valid a' })
    expect(await json('GET /convert/schemaFunction?x=bad')).toMatchObject({
      status: 400,
      message: expect.stringContaining('address.city: no') as unknown as string,
    })
  })

  test('an error that a converter throws keeps its status', async () => {
    expect(await json('GET /convert/notFound?x=1')).toMatchObject({ status: 404, message: 'gone' })
  })

  test('a body without a parser for its type is answered with 400', async () => {
    expect(
      await json('POST /create', { headers: { 'content-type': 'text/plain' }, body: 'x' }),
    ).toMatchObject({ status: 400 })
  })
})

test.each([
  ['path variable', () => pathVariable('')],
  ['parameter', () => requestParam('')],
  ['header', () => requestHeader(undefined as never)],
  ['cookie', () => cookieValue('')],
])('a binding of a %s without a name is refused', (noun, bindNothing) => {
  expect(bindNothing).toThrow(
    expect.objectContaining({ option: 'Params', message: `Params: expected the name of a ${noun}` }),
  )
})

test('a second list of parameters for one function is an error', () => {
  const show = (value: string | undefined): string => String(value)
  expect(Params(requestParam('a'))(show)).toBe(show)
  expect(() => Params(requestParam('b'))(show)).toThrow(
    'Params: already applied to "show"; give each action a function of its own',
  )
})
