import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import {
  createWebServer,
  defineEntity,
  type EntityOf,
  type PagingAndSortingRepository,
  RepositoryBasedRestController,
} from '@mvc-router/rest'
import {
  createTables,
  type Database,
  dropTables,
  KyselyRepository,
  openDatabase,
} from '@mvc-router/rest-kysely'
import { describeDatabases, describeServers } from '../../rest/test/databases.js'
import { TcpProxy } from './tcp-proxy.js'
import { type Answer, type RunningServer, start } from '../../rest/test/http/http-client.js'

const Account = defineEntity({
  name: 'Account',
  table: `http_account_${process.pid}`,
  key: { id: 'integer' },
  fields: { email: { type: 'string', unique: true }, balance: 'integer?', data: 'json?' },
})
type Account = EntityOf<typeof Account>

const Sheet = defineEntity({
  name: 'Sheet',
  table: `http_sheet_${process.pid}`,
  key: { id: 'integer' },
  fields: { text: 'string' },
  version: 'version',
})
type Sheet = EntityOf<typeof Sheet>

class AccountController extends RepositoryBasedRestController<Account, number> {
  readonly requestMapping = '/accounts'
}

class SheetController extends RepositoryBasedRestController<Sheet, number> {
  readonly requestMapping = '/sheets'
}

const logged: unknown[] = []

async function startServer(database: Database): Promise<RunningServer> {
  const accounts: PagingAndSortingRepository<Account, number> = new KyselyRepository(database, Account)
  const app = await createWebServer({
    controllers: [
      new AccountController(accounts),
      new SheetController(new KyselyRepository(database, Sheet)),
    ],
    logError: (error) => logged.push(error),
    health: true,
  })
  return await start(app)
}

/** Counts the answers with each status. */
function tally(answers: readonly Answer[]): Readonly<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

await describeDatabases('many requests at once', ({ open, close }) => {
  let database: Database
  let server: RunningServer

  beforeAll(async () => {
    database = await open()
    await createTables(database, [Account, Sheet])
    server = await startServer(database)
  })
  beforeEach(async () => {
    await new KyselyRepository(database, Account).deleteAll()
  })
  afterAll(async () => {
    await server.close()
    await dropTables(database, [Account, Sheet])
    await database.close()
    await close()
  })

  test('two concurrent POSTs with the same unique value are answered with 201 and 409', async () => {
    for (let round = 0; round < 5; round += 1) {
      const email = `ann${round}@example.com`
      const answers = await Promise.all(Array.from({ length: 2 }, () => server.post('/accounts', { email })))
      expect(tally(answers)).toEqual({ 201: 1, 409: 1 })
      for (const { text } of answers) expect(text).not.toMatch(/sql|constraint|http_account|duplicate/i)
    }
  })

  test.each([
    ['a version', '/sheets', { text: 'first' }, { text: 'next' }],
    ['a hash', '/accounts', { email: 'ann@example.com' }, { email: 'ann@example.com' }],
  ])(
    'only one of thirty concurrent PUTs with the same tag from %s succeeds, and all other PUTs get 412',
    async (_by, path, body, next) => {
      const { headers } = await server.post(path, body)
      const puts = Array.from({ length: 30 }, (_item, index) =>
        server.call({
          method: 'PUT',
          path: String(headers.location),
          headers: { 'content-type': 'application/json', 'if-match': String(headers.etag) },
          body: { ...next, balance: index, text: `text ${index}` },
        }),
      )
      expect(tally(await Promise.all(puts))).toEqual({ 200: 1, 412: 29 })
    },
  )

  test('json data is stored as it was sent, so POST and GET return the same tag', async () => {
    const data = { name: 'b', a: { '\0': '\ud800' }, id: [null] }
    const posted = await server.post('/accounts', { email: 'ann@example.com', data })
    const found = await server.get(String(posted.headers.location))
    expect(found.text).toBe(posted.text)
    expect([posted.status, found.headers.etag]).toEqual([201, posted.headers.etag])
  })

  test('concurrent PUTs without a condition are all answered with 200', async () => {
    const { headers } = await server.post('/sheets', { text: 'first' })
    const puts = Array.from({ length: 20 }, (_item, index) =>
      server.call({
        method: 'PUT',
        path: String(headers.location),
        headers: { 'content-type': 'application/json' },
        body: { text: `text ${index}` },
      }),
    )
    expect(tally(await Promise.all(puts))).toEqual({ 200: 20 })
    expect(JSON.parse((await server.get(String(headers.location))).text)).toMatchObject({ version: 21 })
  })
})

const addresses = new Map([
  ['PostgreSQL', { address: 'postgres://postgres@127.0.0.1:PORT/test', port: 5432 }],
  ['MariaDB', { address: 'mariadb://root@127.0.0.1:PORT/test', port: 3306 }],
])

await describeServers('a database that goes away', ({ name }) => {
  const way = addresses.get(name)
  if (way === undefined) throw new TypeError(`There is no address of ${name}`)
  describe('in the middle of a request', () => {
    const proxy = new TcpProxy(way.port)
    let database: Database
    let server: RunningServer

    beforeAll(async () => {
      await proxy.open()
      database = await openDatabase(way.address.replace('PORT', String(proxy.port)))
      await createTables(database, [Account, Sheet])
      server = await startServer(database)
    })
    afterAll(async () => {
      await server.close()
      await dropTables(database, [Account, Sheet])
      await database.close()
      await proxy.close()
    })

    test('requests are answered with 503 while the database is away, and work again when the database returns', async () => {
      expect((await server.post('/accounts', { email: 'ann@example.com' })).status).toBe(201)

      expect((await server.get('/health/ready')).text).toBe('{"status":"up"}')

      proxy.pause()
      const waiting = [
        server.get('/accounts'),
        server.get('/accounts/1'),
        server.post('/accounts', { email: 'bob@example.com' }),
        server.call({ method: 'DELETE', path: '/accounts/1' }),
      ]
      await new Promise((resolve) => setTimeout(resolve, 100))
      await proxy.close()
      const answers = await Promise.all(waiting)
      expect(tally(answers)).toEqual({ 503: 4 })
      for (const { text } of answers)
        expect(text).toMatch(/"message":"Service Unavailable; request id [\w-]+"/)
      expect(logged.length).toBeGreaterThanOrEqual(4)

      expect((await server.get('/accounts')).status).toBe(503)
      const ready = await server.get('/health/ready')
      expect([ready.status, ready.text, ready.headers['retry-after']]).toEqual([
        503,
        '{"status":"down"}',
        '1',
      ])
      const live = await server.get('/health/live')
      expect([live.status, live.text, live.headers['cache-control']]).toEqual([
        200,
        '{"status":"up"}',
        'no-store',
      ])
      expect((await server.post('/accounts', { email: 'bob@example.com' })).status).toBe(503)

      await proxy.open()
      expect((await server.get('/health/ready')).status).toBe(200)
      const { status, text } = await server.get('/accounts')
      expect([status, JSON.parse(text)]).toMatchObject([200, { totalElements: 1 }])
      expect((await server.post('/accounts', { email: 'bob@example.com' })).status).toBe(201)
    })
  })
})
