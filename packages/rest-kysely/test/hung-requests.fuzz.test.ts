import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createWebServer, defineEntity, type EntityOf } from '@mvc-router/rest'
import {
  createTables,
  type Database,
  dropTables,
  KyselyRepository,
  openDatabase,
} from '@mvc-router/rest-kysely'
import { Params, pathVariable } from '@mvc-router/router-core/express'
import { sql } from 'kysely'
import { answers, freshTable, servers } from '../../rest/test/databases.js'
import { type RunningServer, start } from '../../rest/test/http/http-client.js'
import { Random } from '../../rest/test/random.js'
import { TcpProxy } from './tcp-proxy.js'

const requests = Math.max(100, Number(process.env['FUZZ_RUNS'] ?? 0))
const atOnce = 16
const requestTimeout = 250
const timeouts = { connectTimeout: 1000, acquireTimeout: 1000, statementTimeout: 300, lockTimeout: 300 }

const Half = defineEntity({
  name: 'Half',
  table: freshTable(),
  key: { id: 'integer' },
  fields: { token: { type: 'string', maxLength: 20 } },
})
type Half = EntityOf<typeof Half>

const never = async (): Promise<never> => new Promise<never>(() => undefined)

/** Ways to use a session. Each way writes two rows or no row with its token, and may hang at a place. */
const kinds = ['transaction', 'nested', 'kysely', 'session', 'text', 'read', 'iterator'] as const
const places = ['first', 'middle', 'last', 'nowhere', 'nowhere', 'nowhere'] as const

/** The actions of an application, which may hang while they have a session. */
class Work {
  /** Tokens of requests that got a session with the open transaction of an earlier request. */
  readonly lentOpen: string[] = []
  readonly #kinds = new Map<string, string>()
  readonly #database: Database
  readonly #halves: KyselyRepository<Half, number>

  constructor(database: Database) {
    this.#database = database
    this.#halves = new KyselyRepository<Half, number>(database, Half)
  }

  @Params(pathVariable('kind'), pathVariable('place'), pathVariable('token'))
  async run(kind: string, place: string, token: string): Promise<object> {
    this.#kinds.set(token, kind)
    const at = async (here: string): Promise<unknown> => (place === here ? never() : undefined)
    const half = async (): Promise<Half> => this.#halves.insert(Half.create({ token }))
    const both = async (): Promise<void> => {
      await at('first')
      await half()
      await at('middle')
      await half()
      await at('last')
    }
    const { kysely } = this.#database
    if (kind === 'transaction') await this.#database.transaction(both)
    else if (kind === 'nested') await this.#database.transaction(async () => this.#database.transaction(both))
    else if (kind === 'kysely')
      await kysely.transaction().execute(async (transaction) => {
        const insert = transaction.insertInto(Half.table).values({ token })
        await at('first')
        await insert.execute()
        await at('middle')
        await insert.execute()
        await at('last')
      })
    else if (kind === 'iterator') {
      for await (const row of kysely.selectFrom(Half.table).selectAll().stream())
        if (row !== undefined) await at(place)
    } else
      await kysely.connection().execute(async (session) => {
        if (await isOpen(this.#database, session)) this.lentOpen.push(token)
        if (kind === 'text') await sql`begin`.execute(session)
        await at('first')
        await at('middle')
        if (kind === 'text') await sql`rollback`.execute(session)
        await at('last')
      })
    return { token }
  }

  kindOf(token: string): string {
    return this.#kinds.get(token) ?? ''
  }
}

/** True if the session is already in a transaction. */
async function isOpen({ family }: Database, session: Database['kysely']): Promise<boolean> {
  if (family === 'sqlite') {
    const begun = await sql`begin`.execute(session).catch((error: unknown) => String(error))
    if (typeof begun === 'string') return begun.includes('within a transaction')
    await sql`rollback`.execute(session)
    return false
  }
  const question =
    family === 'postgres'
      ? sql<{ open: unknown }>`select now() <> statement_timestamp() as open`
      : sql<{ open: unknown }>`select @@in_transaction as open`
  const { rows } = await question.execute(session)
  return Boolean(rows[0]?.open)
}

/** Pauses the proxy from time to time, until `isOver`. */
async function muteAtTimes(way: TcpProxy, random: Random, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await wait(random.integer(100, 1000))
    way.pause()
    await wait(random.integer(50, 900))
    way.resume()
  }
}

/** Returns how many sessions are open at the same time. Tries again if a busy machine is too slow. */
async function sessionsAtOnce(database: Database, count: number): Promise<number> {
  let most = 0
  for (let attempt = 0; attempt < 40 && most < count; attempt++) {
    let inside = 0
    const session = async (): Promise<void> =>
      database.transaction(async () => {
        await database.execute('select 1', [])
        inside += 1
        for (let pause = 0; pause < 20; pause++) if (inside < count) await wait(10)
      })
    await Promise.allSettled(Array.from({ length: count }, session))
    most = Math.max(most, inside)
  }
  return most
}

const stores = [
  { name: 'SQLite', address: ':memory:', port: 0, maxConnections: 1 },
  ...servers.map((server) => ({ ...server, maxConnections: 4 })),
]

for (const { name, address, port, maxConnections } of stores) {
  const isThere = port === 0 || process.env['REQUIRE_SERVICES'] === '1' || (await answers(port))
  const describeStore = isThere ? describe : describe.skip
  describeStore(`${requests} requests, of which about half hang, on ${name}`, () => {
    const random = new Random(Number(process.env['FUZZ_SEED'] ?? 0))
    const way = new TcpProxy(port)
    const tokens = new Map<string, number>()
    let database: Database
    /** The database without the proxy. SQLite has no proxy. */
    let direct: Database
    let server: RunningServer
    let work: Work

    beforeAll(async () => {
      const reached = port === 0 ? address : address.replace(String(port), String(await way.open()))
      database = await openDatabase(reached, { ...timeouts, ...(port !== 0 && { maxConnections }) })
      direct = port === 0 ? database : await openDatabase(address)
      await createTables(direct, [Half])
      work = new Work(database)
      server = await start(
        await createWebServer({
          controllers: { work },
          routes: 'POST /work/{kind}/{place}/{token}  work.run',
          documents: false,
          requestTimeout,
          logError: () => undefined,
        }),
      )
      let sent = 0
      const send = async (): Promise<void> => {
        while (sent < requests) {
          const token = String(sent++)
          const path = `/work/${random.pick(kinds)}/${random.pick(places)}/${token}`
          const signal = AbortSignal.timeout(random.pick([20, 100, 60_000]))
          const answer = fetch(`http://127.0.0.1:${server.port}${path}`, { method: 'POST', signal })
          tokens.set(token, await answer.then(({ status }) => status).catch(() => 0))
        }
      }
      const sending = Promise.all(Array.from({ length: atOnce }, send))
      let isOver = false
      const muting = port === 0 ? undefined : muteAtTimes(way, random, () => isOver)
      await sending
      isOver = true
      await muting
      await wait(requestTimeout)
    })
    afterAll(async () => {
      await server.close()
      await dropTables(direct, [Half])
      await database.close()
      if (port === 0) return
      await direct.close()
      await way.close()
    })

    test('no request got a session with an open transaction', () => {
      expect(work.lentOpen).toEqual([])
    })

    test('after hung requests, exactly maxConnections sessions exist, and all can be used', async () => {
      expect(await sessionsAtOnce(database, maxConnections)).toBe(maxConnections)
      // The proxy counts both ends of a connection.
      expect(way.connections).toBeLessThanOrEqual(2 * maxConnections)
    })

    test('each request stores both of its rows or no row, and an acknowledged request stores both rows', async () => {
      const halves = await new KyselyRepository<Half, number>(direct, Half).findAll()
      const counts = new Map<string, number>()
      for (const { token } of halves) counts.set(token, (counts.get(token) ?? 0) + 1)
      const writes = new Set(['transaction', 'nested', 'kysely'])
      expect([...counts].filter(([, count]) => count !== 2)).toEqual([])
      const acknowledged = [...tokens].filter(
        ([token, status]) => status === 200 && writes.has(work.kindOf(token)),
      )
      expect(acknowledged.filter(([token]) => !counts.has(token))).toEqual([])
      expect(new Set(tokens.values())).toContain(503)
    })

    test('requests after the hung requests are answered', async () => {
      for (let number = 0; number < 20; number++) {
        let status = 0
        for (let attempt = 0; attempt < 10 && status !== 200; attempt++)
          ({ status } = await server.post(`/work/transaction/nowhere/after-${number}-${attempt}`, {}))
        expect(status).toBe(200)
      }
    })
  })
}
