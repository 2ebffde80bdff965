import { afterAll, beforeAll, expect, test } from '@jest/globals'
import {
  Answers,
  createWebServer,
  defineEntity,
  defineModel,
  type EntityDefinition,
  type EntityOf,
  JsonView,
  RepositoryBasedRestController,
  RequestMapping,
} from '@mvc-router/rest'
import { createTables, type Database, KyselyRepository, openDatabase } from '@mvc-router/rest-kysely'
import {
  cookieValue,
  Params,
  pathVariable,
  requestBody,
  requestHeader,
  requestParam,
  ResponseStatus,
} from '@mvc-router/router-core/express'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import express from 'express'
import { z } from 'zod'
import { expectJsonFixture } from '../fixture.js'
import { type Answer, type Call, type RunningServer, start } from './http-client.js'

class SummaryView {}

const Address = defineModel({
  name: 'Address',
  fields: { city: 'string', zip: { type: 'string?', pattern: '[0-9]+' } },
})

const Author = defineEntity({
  name: 'Author',
  key: { id: 'integer' },
  fields: {
    name: { type: 'string', minLength: 1, maxLength: 50 },
    home: { type: 'json?', model: Address },
  },
})

const Book = defineEntity({
  name: 'Book',
  key: { id: 'integer' },
  fields: {
    title: { type: 'string', maxLength: 50 },
    kind: { type: 'string?', enum: ['novel', 'poems'] },
    year: { type: 'integer?', min: 0 },
    bought: 'date?',
    at: 'datetime?',
    copies: 'bigint?',
    lent: 'boolean?',
    secret: { type: 'string?', hidden: true },
    authorId: { type: 'integer?', references: (): EntityDefinition => Author },
  },
  relations: { author: { entity: (): EntityDefinition => Author, by: 'authorId' } },
  version: 'version',
  views: { id: SummaryView, title: SummaryView },
})

const Loan = defineEntity({
  name: 'Loan',
  key: { id: 'uuid' },
  fields: {
    bookId: { type: 'integer', references: (): EntityDefinition => Book },
    code: { type: 'string?', unique: true },
  },
})

type Author = EntityOf<typeof Author>
type Book = EntityOf<typeof Book>

@RequestMapping('/books')
class BookController extends RepositoryBasedRestController<Book, number> {
  override readonly deleteAll = true
  override readonly filters = {
    year: ['eq', 'gte', 'in', 'null'],
    title: ['eq', 'contains'],
    at: ['lt'],
  } as const
  override readonly requires = {
    create: ['editor'],
    update: ['editor'],
    patch: ['editor'],
    delete: ['editor'],
    deleteAll: ['admin'],
  }

  @JsonView(SummaryView)
  @Answers(Book, { many: true })
  @Params(requestParam('year'))
  async findNew(_year: string | undefined): Promise<readonly Book[]> {
    return this.repository.findAll({ limit: 1 })
  }

  @Answers({ type: 'object', required: ['place'], properties: { place: { type: 'string' } } })
  @Params(pathVariable('place'), requestHeader('X-Floor'), cookieValue('room'))
  look(place: string): object {
    return { place }
  }

  @ResponseStatus(202)
  @Params(requestBody())
  move(_body: unknown): void {}

  @Answers(z.object({ count: z.int() }))
  @Params()
  async statistics(): Promise<object> {
    return { count: await this.repository.count() }
  }
}

@RequestMapping('/authors')
class AuthorController extends RepositoryBasedRestController<Author, number> {
  override readonly totals = 'none'
  override readonly nested

  constructor(repository: KyselyRepository<Author, number>, books: BookController) {
    super(repository)
    this.nested = { books }
  }
}

@RequestMapping('/loans')
class LoanController extends RepositoryBasedRestController<EntityOf<typeof Loan>, string> {
  override readonly requireIfMatch = true
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, { readonly required?: unknown }>> }
}

interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly parameters?: readonly { readonly in: string; readonly name: string }[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: object }>> }>
  >
}

let database: Database
let loans: KyselyRepository<EntityOf<typeof Loan>, string>
let server: RunningServer
let document: OpenApi
type Check = (schema: object, value: unknown) => string | undefined
let check: Check
/** Like `check`, but requires no entity field, for answers to the parameter `fields` (decisions/rest-answers.md). */
let checkPart: Check

const users: Readonly<Record<string, object>> = {
  reader: { roles: [] },
  admin: { roles: ['editor', 'admin'] },
}

beforeAll(async () => {
  database = await openDatabase(':memory:')
  await createTables(database, [Author, Book, Loan])
  loans = new KyselyRepository(database, Loan)
  const authors = new KyselyRepository<Author, number>(database, Author)
  const bookController = new BookController(new KyselyRepository<Book, number>(database, Book))
  server = await start(
    await createWebServer({
      controllers: {
        bookController,
        authorController: new AuthorController(authors, bookController),
        loanController: new LoanController(loans),
      },
      routes: [
        '+ tag=News',
        'GET /books/new bookController.findNew',
        '+ deprecated',
        'GET /books/statistics bookController.statistics',
        'GET /shelves/{<[a-z]+>shelf}/{place} bookController.look',
        'GET /shelves/{one}/{place} bookController.look',
        'PUT|POST /shelves/{name}/{place} bookController.move',
        'GET shop.example.com/books bookController.findNew',
      ].join('\n'),
      middleware: [
        (request, _response, next) => {
          const name = request.headers['x-user']
          Object.assign(request, { user: typeof name === 'string' ? users[name] : undefined })
          next()
        },
        express().use('/shelves', express.json()),
      ],
      documents: {
        title: 'Library',
        version: '1.0.0',
        license: { name: 'MIT', identifier: 'MIT' },
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      },
    }),
  )
  document = JSON.parse((await server.get('/api/openapi.json')).text) as OpenApi
  check = checkWith(document)
  const { schemas } = document.components
  const parts = Object.fromEntries(
    Object.entries(schemas).map(([name, { required: _required, ...schema }]) => [
      name,
      'properties' in schema && !name.endsWith('Page')
        ? { ...schema, additionalProperties: false }
        : schemas[name],
    ]),
  )
  checkPart = checkWith({ ...document, components: { ...document.components, schemas: parts } } as OpenApi)
})
afterAll(async () => {
  await server.close()
  await database.close()
})

function checkWith(rules: OpenApi): Check {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv as never)
  ajv.addSchema({ $id: 'doc', ...rules })
  return (schema, value) => {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"doc#/components')
    const isValid = ajv.compile(JSON.parse(text) as object)
    return isValid(value) ? undefined : ajv.errorsText(isValid.errors)
  }
}

const admin = { 'x-user': 'admin' }
const json = { ...admin, 'content-type': 'application/json' }
const patch = { ...admin, 'content-type': 'application/merge-patch+json' }

/** Returns a call to which the operation should answer with this status. */
async function provoke(path: string, method: string, status: string): Promise<Call> {
  const isPatch = method === 'patch'
  const base = path.split('/')[1] ?? ''
  const item = path.includes('{id}')
  const id = item ? await makeRow(base, status) : ''
  const url = path.replace('{id}', id).replaceAll(/\{\w+\}/g, 'a')
  const headers: Record<string, string> = isPatch ? { ...patch } : { ...json }
  if (base === 'loans' && item && method !== 'get' && method !== 'head' && status !== '428') {
    const { headers: found } = await server.get(url, admin)
    headers['if-match'] = status === '412' ? '"x"' : (found.etag ?? '*')
  }
  const body = bodyOf(base, method, status, id)
  const call: Call = {
    method: method.toUpperCase(),
    path: url,
    headers,
    ...(body === undefined ? {} : { body }),
  }
  switch (status) {
    case '304':
      return {
        ...call,
        headers: { ...headers, 'if-none-match': (await server.get(url, admin)).headers.etag ?? '*' },
      }
    case '400':
    case '4XX':
      return { ...call, path: `${url}?unknown=1` }
    case '401':
      return { ...call, headers: withoutUser(headers) }
    case '403':
      return { ...call, headers: { ...headers, 'x-user': 'reader' } }
    case '406':
      return { ...call, headers: { ...headers, accept: 'image/png' } }
    case '412':
      return { ...call, headers: { ...headers, 'if-match': '"x"' } }
    case '413':
      return { ...call, body: { title: 'x'.repeat(2_000_000) } }
    case '415':
      return { ...call, headers: { ...headers, 'content-type': 'text/plain' }, body: 'x' }
    default:
      return call
  }
}

function withoutUser({ 'x-user': _user, ...headers }: Record<string, string>): Record<string, string> {
  return headers
}

let count = 0

function bodyOf(base: string, method: string, status: string, id: string): unknown {
  if (!['post', 'put', 'patch'].includes(method)) return undefined
  const version = status === '409' && method !== 'post' ? { version: 77 } : {}
  const existing = method === 'post' && status === '409' ? { id: base === 'loans' ? loan.id : 1 } : {}
  if (base === 'books')
    return { title: 'Dune', kind: 'novel', at: '2024-02-29T12:00:00Z', ...version, ...existing }
  if (base === 'authors') return { name: 'Frank', home: { city: 'Rome', zip: null }, ...existing }
  return { bookId: 1, code: status === '409' && method !== 'post' ? 'taken' : `${id}${++count}`, ...existing }
}

const loan = { id: '' }

/** Returns the id of a row. For the status 404, the row does not exist. */
async function makeRow(base: string, status: string): Promise<string> {
  if (status === '404') return base === 'loans' ? '00000000-0000-4000-8000-000000000000' : '4711'
  if (status === '409' && base !== 'loans') return '1'
  const { text } = await server.post(`/${base}`, bodyOf(base, 'post', '201', ''), json)
  return String((JSON.parse(text) as { id: unknown }).id)
}

test('the OpenAPI document is valid, and each operation has the parts that linters require', async () => {
  expect(await new Validator().validate(structuredClone(document) as never)).toEqual({ valid: true })
  const identifiers = new Set<string>()
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(item)) {
      const what = `${method} ${path}`
      expect([what, operation.summary]).toEqual([what, expect.any(String)])
      expect([what, Array.isArray(operation.security)]).toEqual([what, true])
      expect([what, Object.keys(operation.responses)]).toEqual([
        what,
        expect.arrayContaining([expect.stringMatching(/^2/), expect.stringMatching(/^4/)]),
      ])
      expect([what, identifiers.has(operation.operationId)]).toEqual([what, false])
      identifiers.add(operation.operationId)
      const declared = (operation.parameters ?? []).filter((one) => one.in === 'path').map(({ name }) => name)
      const used = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect([what, declared]).toEqual([what, used])
    }
  expect(document.paths['/books']?.['post']?.security).toEqual([{ bearer: ['editor'] }])
  expect(document.paths['/books']?.['get']?.security).toEqual([])
})

test('the OpenAPI document equals fixtures/library-openapi.json', async () => {
  await expectJsonFixture('library-openapi.json', document)
})

test('the OpenAPI document has the Idempotency-Key of a POST and the answers to repeated requests', async () => {
  await server.post('/books', { title: 'Dune' }, json)
  for (const path of ['/books', '/authors', '/loans']) {
    const operation = document.paths[path]?.['post']
    if (operation === undefined) throw new TypeError(`${path} is not documented`)
    expect(operation.parameters).toMatchObject([{ in: 'header', name: 'Idempotency-Key' }])
    const send = async (key: string, body: unknown): Promise<Answer> =>
      server.post(path, body, { ...json, 'idempotency-key': key })
    const body = bodyOf(path.slice(1), 'post', '201', '')
    const first = await send('a', body)
    const second = await send('a', body)
    expect([first.status, second.headers.location]).toEqual([201, first.headers.location])
    const refused = [
      await send('a', { ...Object(body), title: 'X', name: 'X', code: 'X' }),
      await send('\t', body),
    ]
    expect(refused.map(({ status }) => status)).toEqual([409, 400])
    for (const answer of [first, second, ...refused]) expect(problemWith(operation, answer)).toBeUndefined()
  }
})

test('each documented status occurs, and each answer has a documented status and body', async () => {
  await server.post('/authors', { name: 'Frank' }, json)
  await server.post('/books', { title: 'Dune', authorId: 1 }, json)
  loan.id = (
    JSON.parse((await server.post('/loans', { bookId: 1, code: 'taken' }, json)).text) as { id: string }
  ).id
  const unseen: string[] = []
  const operations = Object.entries(document.paths)
    .filter(([path]) => !path.startsWith('/api'))
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
    )
  // Operations that delete everything come last.
  const isLast = ({ path, method }: { path: string; method: string }): number =>
    method === 'delete' && !path.includes('{') ? 1 : 0
  for (const { path, method, operation } of operations.toSorted(
    (left, right) => isLast(left) - isLast(right),
  )) {
    const statuses = Object.keys(operation.responses).filter((name) => name !== 'default')
    for (const status of statuses.toSorted(
      (left, right) => Number(left === '204') - Number(right === '204'),
    )) {
      if (status === '204' && !path.includes('{')) await loans.deleteAll()
      const answer = await server.call(await provoke(path, method, status))
      const what = `${method} ${path} ${status}`
      const isSeen =
        status === '4XX' ? answer.status >= 400 && answer.status < 500 : String(answer.status) === status
      if (!isSeen && !(status === '4XX' && answer.status < 300))
        unseen.push(`${what}: ${answer.status} ${answer.text.slice(0, 100)}`)
      expect([what, problemWith(operation, answer)]).toEqual([what, undefined])
    }
  }
  expect(unseen).toEqual([])
})

test('each answer to a query of a list or an entity is documented', async () => {
  const author = await makeRow('authors', '201')
  const { text } = await server.post('/books', { title: 'Dune', authorId: Number(author) }, json)
  const book = String((JSON.parse(text) as { id: unknown }).id)
  const queries = [
    '',
    'page=no',
    'after=',
    'ids[]=1',
    'sort=-id',
    'fields=id',
    'fields=title,kind',
    'fields=title&after=',
    'fields=title&ids[]=1',
    'fields=author,title&include=author&page=no',
    'page=9',
    'size=0',
    'after=x',
    'year=x',
    'year[gte]=1',
    'include=author',
    'title[contains]=%25',
  ]
  for (const [path, id] of [
    ['/books', ''],
    ['/books/{id}', book],
    ['/authors/{id}/books', author],
  ] as const)
    for (const query of queries) {
      const answer = await server.get(`${path.replace('{id}', id)}?${query}`)
      expect([path, query, answer.status]).not.toContain(404)
      const operation = document.paths[path]?.['get']
      if (operation === undefined) throw new TypeError(`${path} is not documented`)
      const rules = query.startsWith('fields') ? checkPart : check
      expect([query, problemWith(operation, answer, rules)]).toEqual([query, undefined])
    }
})

function problemWith(
  { responses }: Operation,
  { status, headers, text }: Answer,
  rules = check,
): string | undefined {
  const response = responses[status] ?? (status >= 400 && status < 500 ? responses['4XX'] : undefined)
  if (response === undefined) return `${status} is not documented: ${text}`
  if (text === '') return undefined
  const resolved = '$ref' in response ? errorResponse() : response
  const type = String(headers['content-type']).split(';', 1)[0] ?? ''
  const schema = resolved.content?.[type]?.schema
  return schema === undefined ? `${type} is not documented` : rules(schema, JSON.parse(text))
}

function errorResponse(): Operation['responses'][string] {
  const { components } = document as unknown as {
    components: { responses: { Error: Operation['responses'][string] } }
  }
  return components.responses.Error
}
