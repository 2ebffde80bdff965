import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWebServer, defineEntity, type EntityOf, RepositoryBasedRestController } from '@mvc-router/rest'
import { createTables, type Database, dropTables, KyselyRepository } from '@mvc-router/rest-kysely'
import { sql } from 'kysely'
import { describeDatabases, freshTable } from '../../rest/test/databases.js'
import { type RunningServer, start } from '../../rest/test/http/http-client.js'

const Song = defineEntity({
  name: 'Song',
  table: freshTable(),
  key: { id: 'integer' },
  fields: {
    title: { type: 'string', maxLength: 50, index: true },
    year: { type: 'integer', index: true },
    at: { type: 'datetime', index: true },
  },
})
type Song = EntityOf<typeof Song>

class SongController extends RepositoryBasedRestController<Song, number> {
  readonly requestMapping: string = '/songs'
  override readonly totals: 'exact' | 'none' = 'none'
  override readonly filters = { year: ['eq'] } as const
}

class CountedController extends SongController {
  override readonly requestMapping = '/counted'
  override readonly totals = 'exact'
}

interface Statement {
  readonly text: string
  readonly parameters: readonly unknown[]
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const rowCount = 3000
const size = 10

await describeDatabases('the plans of lists', ({ open, close }) => {
  let database: Database
  let server: RunningServer
  let songs: KyselyRepository<Song, number>
  const statements: Statement[] = []

  beforeAll(async () => {
    database = await open()
    const execute = database.execute.bind(database)
    Object.assign(database, {
      execute: async (text: string, parameters: readonly unknown[], options: object) => {
        statements.push({ text, parameters })
        return execute(text, parameters, options)
      },
    })
    await createTables(database, [Song])
    songs = new KyselyRepository(database, Song)
    const rows = Array.from({ length: rowCount }, (_, index) => ({
      title: `song ${(index * 7919) % rowCount}`,
      year: 1900 + (index % 120),
      at: new Date(index * 1000).toISOString().slice(0, -1).replace('T', ' '),
    }))
    for (let begin = 0; begin < rowCount; begin += 200)
      await database.kysely
        .insertInto(Song.table)
        .values(rows.slice(begin, begin + 200))
        .execute()
    const analyze = { sqlite: 'analyze', postgres: 'analyze', mysql: 'analyze table' }[database.family]
    await sql`${sql.raw(analyze)} ${sql.table(Song.table)}`.execute(database.kysely)
    const controllers = [new SongController(songs), new CountedController(songs)]
    server = await start(await createWebServer({ controllers }))
  })
  afterAll(async () => {
    await server.close()
    if (database.family !== 'sqlite') await dropTables(database, [Song])
    await database.close()
    await close()
  })

  /** Returns the plan that the database makes for a statement. */
  async function planOf({ text, parameters }: Statement): Promise<string> {
    const explain = {
      sqlite: 'explain query plan',
      postgres: 'explain (analyze, format json)',
      mysql: 'analyze format=json',
    }[database.family]
    const { rows } = await database.execute<Record<string, unknown>>(`${explain} ${text}`, parameters)
    return rows.flatMap((row) => Object.values(row).map((value) => textOf(value))).join()
  }

  async function statementsOf(path: string): Promise<readonly Statement[]> {
    statements.length = 0
    const answer = await server.get(path)
    expect([path, answer.status]).toEqual([path, 200])
    return [...statements]
  }

  test.each(['', 'sort=-id&', 'sort=year&', 'sort=-year&', 'sort=title&', 'sort=-at&'])(
    'a page after a cursor takes one statement that uses an index at any depth: ?%s',
    async (order) => {
      const [property = 'id', direction = 'asc'] = /sort=(-?)(\w+)/.test(order)
        ? [/-?(\w+)&/.exec(order)?.[1], order.includes('-') ? 'desc' : 'asc']
        : []
      const sort = { [property]: direction as 'asc' | 'desc', id: direction as 'asc' | 'desc' }
      for (const depth of [0, 50, 1500, rowCount - size - 2]) {
        const [before] = depth === 0 ? [] : await songs.findAll({ sort, offset: depth - 1, limit: 1 })
        statements.length = 0
        const after = before === undefined ? {} : { after: { ...before } }
        const found = await songs.findAll({ sort, ...after, limit: size + 1 })
        expect([depth, found.length, statements.length]).toEqual([depth, size + 1, 1])
        const plan = await planOf(statements[0] as Statement)
        expect(plan).not.toMatch(/Seq Scan|TEMP B-TREE|filesort/)
        expect(plan).toMatch(depth === 0 ? /Index|SCAN|"key": "/ : /Index|SEARCH|"key": "/)
        // At any depth, the database reads only the rows of the page, and at most two more rows.
        for (const [, rows] of plan.matchAll(/"(?:Actual Rows|Rows Removed by Filter|r_rows)": ?(\d+)/g))
          expect(Number(rows)).toBeLessThanOrEqual(size + 2)
      }
      const next = await server.get(`/songs?${order}after=&size=${size}`)
      const cursor = (JSON.parse(next.text) as { readonly next: string }).next
      expect(await statementsOf(`/songs?${order}after=${cursor}&size=${size}`)).toHaveLength(1)
    },
  )

  test('a list takes one statement, and only a counted page after the last page takes two statements', async () => {
    for (const query of ['', 'page=7', 'page=7&sort=-year', 'page=2&year=1950'])
      for (const path of [`/songs?${query}`, `/counted?${query}`])
        expect([path, (await statementsOf(path)).length]).toEqual([path, 1])
    expect(await statementsOf('/songs?page=999')).toHaveLength(1)
    expect(await statementsOf('/counted?page=999')).toHaveLength(2)
    const { text } = await server.get('/counted?page=999')
    expect(JSON.parse(text)).toMatchObject({ content: [], totalElements: rowCount, numberOfElements: 0 })
  })

  test('findCounted uses the overridden count or findAll of a subclass', async () => {
    class Cautious extends KyselyRepository<Song, number> {
      override async count(): Promise<number> {
        return Promise.resolve(7)
      }
    }
    const cautious = new Cautious(database, Song)
    expect((await cautious.findCounted({ limit: 2 })).count).toBe(7)
    class Own extends KyselyRepository<Song, number> {
      override async findAll(): Promise<readonly Song[]> {
        return Promise.resolve([])
      }
    }
    expect(await new Own(database, Song).findCounted({ limit: 2 })).toEqual({ found: [], count: rowCount })
  })
})
