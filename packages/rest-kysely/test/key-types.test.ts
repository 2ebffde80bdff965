import { afterAll, beforeAll, expect, test } from '@jest/globals'
import {
  createWebServer,
  defineEntity,
  Entity,
  entityOf,
  Field,
  Id,
  JsonView,
  RepositoryBasedRestController,
  Version,
  type KeyType,
} from '@mvc-router/rest'
import { createTables, dropTables, KyselyRepository, type Database } from '@mvc-router/rest-kysely'
import { describeDatabases, freshTable } from '../../rest/test/databases.js'
import { start, type RunningServer } from '../../rest/test/http/http-client.js'

class SummaryView {}

const generated = (['integer', 'bigint', 'uuid', 'objectId'] as const).map((type) =>
  defineEntity({
    name: `Generated_${type}`,
    table: freshTable(),
    key: { id: type },
    fields: { name: 'string' },
  }),
)
const given = (['integer', 'bigint', 'string', 'uuid', 'objectId'] as const).map((type) =>
  defineEntity({
    name: `Given_${type}`,
    table: freshTable(),
    key: { id: { type, generated: false } },
    fields: { name: 'string' },
  }),
)
const givenKeys: Readonly<Record<KeyType, readonly [json: unknown, text: string]>> = {
  integer: [9007199254740991, '9007199254740991'],
  bigint: ['9223372036854775807', '9223372036854775807'],
  string: ['a b/c?#é', 'a%20b%2Fc%3F%23%C3%A9'],
  uuid: ['00000000-0000-4000-8000-0123456789ab', '00000000-0000-4000-8000-0123456789ab'],
  objectId: ['0123456789abcdef01234567', '0123456789abcdef01234567'],
}

@Entity({ table: freshTable() })
class Shelf {
  @Id('integer') @JsonView(SummaryView) id!: number
  @Field('string') @JsonView(SummaryView) label!: string
  @Field('integer?') room!: number | null
  @Version version!: number
  @JsonView(SummaryView) get title(): string {
    return `Shelf ${this.label}`
  }
}
const shelves = entityOf<Shelf, number>(Shelf)

@JsonView(SummaryView)
class ShelfController extends RepositoryBasedRestController<Shelf, number> {
  requestMapping = '/shelves'
}

await describeDatabases('key types over HTTP', ({ open, close }) => {
  const entities = [...generated, ...given, shelves]
  let database: Database
  let server: RunningServer

  beforeAll(async () => {
    database = await open()
    await createTables(database, entities)
    const controllers = Object.fromEntries(
      [...generated, ...given].map((entity) => {
        const controller = new RepositoryBasedRestController(
          new KyselyRepository<object, unknown>(database, entity),
        )
        const name = `${entity.name.charAt(0).toLowerCase()}${entity.name.slice(1)}Controller`
        return [name, Object.assign(controller, { requestMapping: `/${entity.name}` })]
      }),
    )
    const shelfController = new ShelfController(new KyselyRepository(database, shelves))
    server = await start(await createWebServer({ controllers: { ...controllers, shelfController } }))
  })
  afterAll(async () => {
    await server.close()
    await dropTables(database, entities)
    await database.close()
    await close()
  })

  test.each(generated.map(({ name }) => name))(
    'a resource of %s with a generated key is created, read, changed and deleted at its URL',
    async (name) => {
      const created = await server.post(`/${name}`, { name: 'first' })
      const { id } = JSON.parse(created.text) as { id: unknown }
      expect([created.status, created.headers.location]).toEqual([201, `/${name}/${String(id)}`])
      const url = created.headers.location ?? ''
      expect(JSON.parse((await server.get(url)).text)).toEqual({ id, name: 'first' })
      const put = await server.call({
        method: 'PUT',
        path: url,
        headers: { 'content-type': 'application/json' },
        body: { id, name: 'second' },
      })
      expect([put.status, JSON.parse(put.text)]).toEqual([200, { id, name: 'second' }])
      expect(JSON.parse((await server.get(`/${name}?ids[]=${String(id)}`)).text)).toEqual([
        { id, name: 'second' },
      ])
      expect((await server.post(`/${name}`, { id, name: 'stolen' })).status).toBe(409)
      expect((await server.call({ method: 'DELETE', path: url })).status).toBe(204)
      expect((await server.get(url)).status).toBe(404)
    },
  )

  test.each(given.map(({ name, key }) => [name, ...givenKeys[key.type]] as const))(
    'a resource of %s is created and found with the given key %p',
    async (name, id, text) => {
      expect((await server.post(`/${name}`, { name: 'none' })).status).toBe(400)
      const created = await server.post(`/${name}`, { id, name: 'first' })
      expect([created.status, created.headers.location, JSON.parse(created.text)]).toEqual([
        201,
        `/${name}/${text}`,
        { id, name: 'first' },
      ])
      expect(JSON.parse((await server.get(`/${name}/${text}`)).text)).toEqual({ id, name: 'first' })
      expect((await server.post(`/${name}`, { id, name: 'again' })).status).toBe(409)
      const page = JSON.parse((await server.get(`/${name}?direction=desc&properties=id`)).text) as {
        content: unknown
      }
      expect(page.content).toEqual([{ id, name: 'first' }])
    },
  )

  test('a resource of a decorated class is created and read, with its getter', async () => {
    const created = await server.post('/shelves', { label: 'A', room: 5, title: 'stolen' })
    expect([created.status, JSON.parse(created.text)]).toEqual([201, { id: 1, label: 'A', title: 'Shelf A' }])
    expect(JSON.parse((await server.get('/shelves/1')).text)).toEqual({ id: 1, label: 'A', title: 'Shelf A' })
    const stale = await server.call({
      method: 'PUT',
      path: '/shelves/1',
      headers: { 'content-type': 'application/json', 'if-match': '"7"' },
      body: { label: 'B' },
    })
    expect(stale.status).toBe(412)
  })
})
