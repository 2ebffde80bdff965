import { afterAll, beforeAll, expect, test } from '@jest/globals'
import {
  createWebServer,
  defineEntity,
  type EntityDefinition,
  type EntityOf,
  type PagingAndSortingRepository,
  RepositoryBasedRestController,
  RequestMapping,
} from '@mvc-router/rest'
import { type Database, DocumentRepository, dropTables } from '@mvc-router/rest-kysely'
import { Params, pathVariable, requestHeader, requestParam } from '@mvc-router/router-core/express'
import { describeRules, freshTable } from '../databases.js'
import { describeStores, type Stores } from '../stores.js'
import { type RunningServer, start } from './http-client.js'

const Shelf = defineEntity({
  name: 'Shelf',
  table: freshTable(),
  key: { id: 'objectId' },
  fields: { name: { type: 'string', maxLength: 50 } },
})

const Thing = defineEntity({
  name: 'Thing',
  table: freshTable(),
  key: { id: 'objectId' },
  fields: {
    title: { type: 'string', maxLength: 50 },
    year: { type: 'integer?', index: true },
    at: { type: 'datetime?', index: true },
    price: { type: 'decimal?', index: true },
    lent: { type: 'boolean?', index: true },
    secret: { type: 'string?', hidden: true, maxLength: 50 },
    data: 'json?',
    shelfId: { type: 'objectId?', references: (): EntityDefinition => Shelf },
  },
  relations: { shelf: { entity: (): EntityDefinition => Shelf, by: 'shelfId' } },
})
type Shelf = EntityOf<typeof Shelf>
type Thing = EntityOf<typeof Thing>

@RequestMapping('/things')
class ThingController extends RepositoryBasedRestController<Thing, string> {
  override readonly deleteAll = true
  override readonly maxIds = 3
  override readonly maxUnpaged = 1
  override readonly filters = {
    year: ['eq', 'gte', 'in', 'null'],
    at: ['lt'],
    price: ['gte'],
    lent: ['eq'],
  } as const

  @Params(pathVariable('id', Number), requestParam('from', Number), requestHeader('X-Count', Number))
  async between(id: number, from: number | undefined, count: number | undefined): Promise<object> {
    return Promise.resolve({ id, from, count })
  }
}

@RequestMapping('/shelves')
class ShelfController extends RepositoryBasedRestController<Shelf, string> {
  override readonly nested

  constructor(repository: PagingAndSortingRepository<Shelf, string>, things: ThingController) {
    super(repository)
    this.nested = { things }
  }
}

const nobody = '0123456789abcdef01234567'

/** Queries that every list refuses: the parameter in the answer, the code in the answer, and the query. */
const badLists = [
  ['page', 'type', 'page=0'],
  ['page', 'type', 'page=x'],
  ['page', 'type', 'page=1e3'],
  ['page', 'type', 'page=-1'],
  ['page', 'type', 'page=9999999999'],
  ['page', 'type', 'page=NO'],
  ['page', 'repeated', 'page=1&page=2'],
  ['page', 'max', 'page=no'],
  ['size', 'range', 'size=0'],
  ['size', 'range', 'size=101'],
  ['size', 'range', 'size=ten'],
  ['size', 'repeated', 'size=1&size=1'],
  ['direction', 'enum', 'direction=up&properties=title'],
  ['direction', 'combination', 'direction=asc'],
  ['properties', 'unknown', 'direction=asc&properties=secret'],
  ['properties', 'unknown', 'direction=asc&properties=toString'],
  ['properties', 'syntax', 'direction=asc&properties=title,'],
  ['sort', 'unknown', 'sort=colour'],
  ['sort', 'unknown', 'sort=-secret'],
  ['sort', 'unknown', 'sort=__proto__'],
  ['sort', 'syntax', 'sort=--title'],
  ['sort', 'syntax', 'sort=title;drop'],
  ['sort', 'repeated', 'sort=title,-title'],
  ['sort', 'repeated', 'sort=title&sort=-title'],
  ['sort', 'combination', 'sort=title&direction=asc'],
  ['after', 'cursor', 'after=x'],
  ['after', 'cursor', `after=${'A'.repeat(9000)}`],
  ['after', 'combination', 'after=&page=1'],
  ['after', 'repeated', 'after=&after='],
  ['fields', 'unknown', 'fields=secret'],
  ['fields', 'syntax', 'fields=,'],
  ['fields', 'syntax', 'fields=id&fields=title,'],
  ['include', 'unknown', 'include=owner'],
  ['include', 'syntax', 'include=%00'],
  ['ids[]', 'type', 'ids[]=1'],
  ['ids[]', 'max', ['a', 'b', 'c', 'd'].map((digit) => `ids[]=${digit.repeat(24)}`).join('&')],
  ['sort', 'combination', `ids[]=${nobody}&sort=title`],
  ['after', 'combination', `ids[]=${nobody}&after=`],
  ['size', 'range', `ids[]=${nobody}&size=0`],
  ['page', 'type', `ids[]=${nobody}&page=x`],
  ['year', 'type', 'year=x'],
  ['year', 'type', 'year='],
  ['year[gte]', 'type', 'year[gte]=1.5'],
  ['year[in]', 'type', 'year[in]=1,x'],
  ['year[in]', 'max', 'year[in]=1,2,3,4'],
  ['year[null]', 'type', 'year[null]=maybe'],
  ['year[like]', 'unknown', 'year[like]=1'],
  ['year', 'repeated', 'year=1&year=2'],
  ['at[lt]', 'type', 'at[lt]=2024-02-30T00:00:00Z'],
  ['price[gte]', 'type', 'price[gte]=1.2.3'],
  ['lent', 'type', 'lent=1'],
  ['title', 'unknown', 'title=Dune'],
  ['secret', 'unknown', 'secret=x'],
  ['constructor', 'unknown', 'constructor=x'],
  ['a\u0000b', 'unknown', 'a%00b=1'],
  ['title', 'syntax', 'title=%zz'],
] as const

function describeBadParameters(stores: () => Stores<{ shelves: typeof Shelf; things: typeof Thing }>): void {
  let server: RunningServer
  let shelf: string
  let thing: string
  let untouched: unknown

  beforeAll(async () => {
    const { shelves, things } = stores()
    const thingController = new ThingController(things)
    server = await start(
      await createWebServer({
        controllers: { thingController, shelfController: new ShelfController(shelves, thingController) },
        routes: 'GET /things/{id}/between thingController.between\n',
        problemDetails: true,
        logError: () => undefined,
      }),
    )
    shelf = (JSON.parse((await server.post('/shelves', { name: 'A' })).text) as Shelf).id
    const made = await server.post('/things', { title: 'One', shelfId: shelf, secret: 'x' })
    thing = (JSON.parse(made.text) as Thing).id
    await server.post('/things', { title: 'Two', shelfId: shelf })
    untouched = await rows()
  })
  afterAll(async () => server.close())

  const rows = async (): Promise<unknown> => [
    await stores().shelves.findAll(),
    await stores().things.findAll(),
  ]

  /** Expects that a request is refused and changes nothing. Returns the only error of the answer. */
  async function refusal(
    method: string,
    path: string,
    { headers = {}, body }: { readonly headers?: Record<string, string>; readonly body?: unknown } = {},
  ): Promise<unknown> {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
    const all = body === undefined ? headers : { 'content-type': type, ...headers }
    const { status, headers: answered, text } = await server.call({ method, path, headers: all, body })
    expect(await rows()).toEqual(untouched)
    expect([status, answered['content-type']]).toEqual([400, 'application/problem+json; charset=utf-8'])
    const { errors = [], detail } = JSON.parse(text) as {
      readonly errors?: readonly Record<string, unknown>[]
      readonly detail: string
    }
    expect(errors).toHaveLength(1)
    const [{ message, ...error } = {}] = errors
    expect([typeof message, detail === '']).toEqual(['string', false])
    return error
  }

  test.each(badLists)(
    'the answer to a bad query names the parameter %s and the code %s: ?%s',
    async (parameter, code, query) => {
      for (const path of ['/things', `/shelves/${shelf}/things`])
        expect([path, await refusal('GET', `${path}?${query}`)]).toEqual([path, { parameter, code }])
    },
  )

  test('the answer to a bad parameter or id of one resource names the parameter', async () => {
    const unknown = { parameter: 'utm_source', code: 'unknown' }
    const one = `/things/${thing}`
    expect(await refusal('GET', `${one}?fields=secret`)).toEqual({ parameter: 'fields', code: 'unknown' })
    expect(await refusal('GET', `${one}?include=owner`)).toEqual({ parameter: 'include', code: 'unknown' })
    expect(await refusal('GET', `${one}?page=1`)).toEqual({ parameter: 'page', code: 'unknown' })
    const body = { title: 'Other' }
    const writes = [
      ['GET', one],
      ['PUT', one, body],
      ['PATCH', one, body],
      ['DELETE', one],
      ['POST', '/things', body],
      ['DELETE', '/things'],
    ] as const
    for (const [method, path, sent] of writes)
      expect([method, await refusal(method, `${path}?utm_source=x`, { body: sent })]).toEqual([
        method,
        unknown,
      ])
    const badId = { parameter: 'id', code: 'type' }
    for (const [method, , sent] of writes.slice(0, 4))
      expect([method, await refusal(method, '/things/1', { body: sent })]).toEqual([method, badId])
    expect(await refusal('GET', '/shelves/x/things')).toEqual(badId)
  })

  test('the answer to a bad body points to the wrong field, or to the whole body', async () => {
    const whole = { pointer: '', code: 'unreadable' }
    for (const body of ['{', '', '"text"', '1', 'null', '{"a":1e999}', `${'['.repeat(65)}${']'.repeat(65)}`])
      expect([body, await refusal('POST', '/things', { body })]).toEqual([body, whole])
    const proto = '{"title":"x","__proto__":{}}'
    for (const [method, path] of [
      ['POST', '/things'],
      ['PUT', `/things/${thing}`],
      ['PATCH', `/things/${thing}`],
    ] as const) {
      expect(await refusal(method, path, { body: proto })).toEqual(whole)
      expect(await refusal(method, path, { body: [] })).toEqual({ pointer: '', code: 'type' })
      expect(await refusal(method, path, { body: { title: 5 } })).toEqual({ pointer: '/title', code: 'type' })
    }
    expect(await refusal('PUT', `/things/${thing}`, { body: { id: nobody, title: 'x' } })).toEqual({
      pointer: '/id',
      code: 'identity',
    })
    const xml = { 'content-type': 'application/xml' }
    for (const body of ['<a>', '<!DOCTYPE a><a/>', '<a>text<b/></a>'])
      expect([body, await refusal('POST', '/things', { body, headers: xml })]).toEqual([body, whole])
  })

  test('an answer names a bad header or a bad parameter of an action', async () => {
    const key = { headers: { 'idempotency-key': 'a b' }, body: { title: 'x' } }
    expect(await refusal('POST', '/things', key)).toEqual({ header: 'Idempotency-Key', code: 'syntax' })
    const own = `/things/5/between`
    expect(await refusal('GET', '/things/x/between')).toEqual({ parameter: 'id', code: 'invalid' })
    expect(await refusal('GET', `${own}?from=x`)).toEqual({ parameter: 'from', code: 'invalid' })
    const counted = { headers: { 'x-count': 'x' } }
    expect(await refusal('GET', `${own}?from=1`, counted)).toEqual({ header: 'X-Count', code: 'invalid' })
  })
}

await describeStores('bad parameters', { shelves: Shelf, things: Thing }, describeBadParameters)

await describeRules('bad parameters of documents', ({ open, close }) => {
  let database: Database
  let shelves: DocumentRepository<Shelf, string>
  let things: DocumentRepository<Thing, string>
  beforeAll(async () => {
    database = await open()
    shelves = new DocumentRepository(database, Shelf)
    const indexes = ['title', 'year', 'at', 'price', 'lent', 'shelfId']
    things = new DocumentRepository(database, Thing, { indexes })
    await shelves.createTable()
    await things.createTable()
  })
  describeBadParameters(() => ({ shelves, things }))
  afterAll(async () => {
    await dropTables(database, [Thing, Shelf])
    await database.close()
    await close()
  })
})
