import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { defineEntity, defineModel, NotImplementedException, type EntityDefinition } from '@mvc-router/rest'
import { type ContractCase, repositoryContract } from '@mvc-router/rest/contract'
import { DocumentRepository, dropTables, type Database } from '@mvc-router/rest-kysely'
import { sql } from 'kysely'
import { describeRules, freshTable } from '../../rest/test/databases.js'

const Address = defineModel({ name: 'Address', fields: { city: 'string', zip: 'string?' } })

function placeEntity() {
  return defineEntity({
    name: 'Place',
    table: freshTable(),
    key: { id: 'objectId' },
    fields: {
      name: 'string',
      year: 'integer?',
      addresses: { type: 'json', model: Address, many: true },
      visits: 'bigint?',
      opened: 'datetime?',
      photo: 'bytes?',
    },
    version: 'version',
  })
}

await describeRules('documents', ({ open, close }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(async () => {
    await database.close()
    await close()
  })

  async function openWith<Entity extends object, Id>(
    entity: EntityDefinition<Entity, Id>,
    indexes: readonly string[],
  ): Promise<DocumentRepository<Entity, Id>> {
    const repository = new DocumentRepository(database, entity, { indexes })
    await repository.createTable()
    return repository
  }
  const drop = async (entity: EntityDefinition): Promise<void> => dropTables(database, [entity])

  // The rules for single values run only for values in the document. Values in columns are tested by the suite of
  // KyselyRepository and by the rule 'values of every type are compared by size'.
  const isOfOneValue = ({ name }: ContractCase): boolean => name.startsWith('a value of type')
  const asColumns = repositoryContract({
    open: async (entity) =>
      openWith(
        entity,
        entity.fields.map(({ name }) => name),
      ),
    close: drop,
  })
  for (const rule of asColumns) if (!isOfOneValue(rule)) test(rule.name, rule.run)

  const inDocuments = repositoryContract({ open: async (entity) => openWith(entity, []), close: drop })
  for (const rule of inDocuments) if (isOfOneValue(rule)) test(`in the document, ${rule.name}`, rule.run)

  test('the conflict of a unique hidden field in a document does not name the field', async () => {
    const Sealed = defineEntity({
      name: 'Sealed',
      table: freshTable(),
      key: { id: 'objectId' },
      fields: { token: { type: 'string', unique: true, hidden: true, maxLength: 20 } },
    })
    const sealed = await openWith(Sealed, [])
    await expect(sealed.insert(Sealed.create({ token: 'a' }))).resolves.toMatchObject({ token: 'a' })
    const refused = await sealed.insert(Sealed.create({ token: 'a' })).catch((error: unknown) => error)
    expect(refused).toMatchObject({ name: 'EntityExistsException', property: undefined })
    await drop(Sealed)
  })

  test('a unique text of 600 characters is stored', async () => {
    const Page = defineEntity({
      name: 'Page',
      table: freshTable(),
      key: { id: 'integer' },
      fields: { path: { type: 'string', unique: true, maxLength: 600 } },
    })
    const pages = await openWith(Page, [])
    const page = await pages.insert(Page.create({ path: 'x'.repeat(600) }))
    await expect(pages.findOne(page.id)).resolves.toEqual(page)
    await drop(Page)
  })

  test('lists cannot filter or sort by a field without an index, which is stored in the document', async () => {
    const Place = placeEntity()
    const places = await openWith(Place, ['year'])
    const values = {
      name: 'Home',
      year: 1990,
      addresses: [
        { city: 'Rome', zip: null },
        { city: 'Oslo', zip: '01' },
      ],
      visits: 2n ** 62n,
      opened: new Date('2024-02-29T12:00:00.000Z'),
      photo: new Uint8Array([0, 255]),
    }
    const { id } = await places.insert(Place.create(values))
    expect(id).toMatch(/^[0-9a-f]{24}$/)
    expect(await places.findOne(id)).toEqual(Place.create({ ...values, id, version: 1 }))
    expect(await places.findAll({ where: { year: { gte: 1990 } }, sort: { year: 'desc' } })).toHaveLength(1)
    expect(await places.findBy({ year: 1990 })).toHaveLength(1)
    await expect(places.findAll({ where: { name: 'Home' } })).rejects.toThrow(NotImplementedException)
    await expect(places.findBy({ name: 'Home' })).rejects.toThrow(NotImplementedException)
    await expect(places.findAll({ sort: { name: 'asc' } })).rejects.toThrow('Place.name is in the document')
    await expect(places.deleteAll({ scope: { name: 'Home' } })).rejects.toThrow(NotImplementedException)
    expect(await places.count()).toBe(1)
    await drop(Place)
  })

  test('a new field is null in older documents', async () => {
    const Place = placeEntity()
    const { id } = await (await openWith(Place, [])).insert(Place.create({ name: 'Home', addresses: [] }))
    const Later = defineEntity({
      name: 'Place',
      table: Place.table,
      key: { id: 'objectId' },
      fields: { name: 'string', addresses: { type: 'json', model: Address, many: true }, stars: 'integer?' },
      version: 'version',
    })
    const places = await openWith(Later, [])
    const found = await places.findOne(id)
    expect(found).toEqual(Later.create({ id, name: 'Home', addresses: [], stars: null, version: 1 }))
    await drop(Place)
  })

  test('a field may have the column DOCUMENT although the documents have the column document', async () => {
    const Report = defineEntity({
      name: 'Report',
      table: freshTable(),
      key: { id: 'integer' },
      fields: { file: { type: 'string', column: 'DOCUMENT', index: true, maxLength: 20 }, text: 'string' },
    })
    const reports = await openWith(Report, [])
    const { id } = await reports.insert(Report.create({ file: 'a.pdf', text: 'long' }))
    expect(await reports.findOne(id)).toEqual({ id, file: 'a.pdf', text: 'long' })
    await drop(Report)
  })

  test('relations of documents are loaded from the given repositories, and refused without repositories', async () => {
    const Place = placeEntity()
    const Visit = defineEntity({
      name: 'Visit',
      table: freshTable(),
      key: { id: 'uuid' },
      fields: { placeId: { type: 'objectId', references: (): EntityDefinition => Place }, note: 'string' },
      relations: { place: { entity: (): EntityDefinition => Place, by: 'placeId' } },
    })
    const places = await openWith(Place, [])
    const visits = new DocumentRepository(database, Visit, { relations: { place: () => places } })
    await visits.createTable()
    const { id } = await places.insert(Place.create({ name: 'Home', addresses: [] }))
    await visits.insert(Visit.create({ placeId: id, note: 'short' }))
    const [visit] = await visits.findAll({ include: ['place'] })
    expect(visit).toMatchObject({ note: 'short', place: { id, name: 'Home', addresses: [] } })
    const alone = new DocumentRepository(database, Visit)
    await expect(alone.findAll({ include: ['place'] })).rejects.toThrow(NotImplementedException)
    await drop(Visit)
    await drop(Place)
  })

  test('createTable creates the table with its indexes, and may be called again', async () => {
    const Place = placeEntity()
    await openWith(Place, ['year', 'name'])
    await openWith(Place, ['year', 'name'])
    expect(await indexNames(database, Place.table)).toEqual(
      expect.arrayContaining([expect.stringMatching(/_year$/), expect.stringMatching(/_name$/)]),
    )
    await drop(Place)
  })
})

test('DocumentRepository refuses an index of an unknown field', async () => {
  const database = undefined as unknown as Database
  const Place = placeEntity()
  expect(() => new DocumentRepository(database, Place, { indexes: ['town'] })).toThrow('no field "town"')
})

async function indexNames({ kysely, family }: Database, table: string): Promise<readonly string[]> {
  const query = {
    sqlite: sql<{
      name: string
    }>`select name from sqlite_master where type = 'index' and tbl_name = ${table}`,
    postgres: sql<{ name: string }>`select indexname as name from pg_indexes where tablename = ${table}`,
    mysql: sql<{
      name: string
    }>`select distinct index_name as name from information_schema.statistics where table_name = ${table}`,
  }[family]
  const { rows } = await query.execute(kysely)
  return rows.map(({ name }) => name)
}
