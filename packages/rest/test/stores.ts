import { afterAll, beforeAll, describe } from '@jest/globals'
import { type EntityDefinition, MemoryRepository, type PagingAndSortingRepository } from '@mvc-router/rest'
import { createTables, type Database, dropTables, KyselyRepository } from '@mvc-router/rest-kysely'
import { describeDatabases, describeRules, type TestDatabase } from './databases.js'

/** Entities by repository name. An entity comes after the entities that it refers to. */
type Entities = Readonly<Record<string, EntityDefinition>>

export type Stores<Stored extends Entities> = {
  readonly [Name in keyof Stored]: Stored[Name] extends EntityDefinition<infer Entity, infer Id>
    ? PagingAndSortingRepository<Entity, Id>
    : never
}

/** Describes the tests for every database, with tables for these entities. */
export async function describeTables(
  what: string,
  entities: readonly EntityDefinition[],
  body: (database: () => Database, opened: TestDatabase) => void,
  describeEach = describeDatabases,
): Promise<void> {
  await describeEach(what, (opened) => {
    const { open, close } = opened
    let database: Database
    beforeAll(async () => {
      database = await open()
      await createTables(database, entities)
    })
    body(() => database, opened)
    afterAll(async () => {
      await dropTables(database, entities.toReversed())
      await database.close()
      await close()
    })
  })
}

/** Describes the tests for repositories in memory and in the tables of every database. */
export async function describeStores<Stored extends Entities>(
  what: string,
  entities: Stored,
  body: (stores: () => Stores<Stored>) => void,
): Promise<void> {
  describe(`${what} in memory`, () => {
    const stores = inMemory(entities)
    body(() => stores)
  })
  await describeTables(
    what,
    Object.values(entities),
    (database) => body(() => inTables(database(), entities)),
    describeRules,
  )
}

function inMemory<Stored extends Entities>(entities: Stored): Stores<Stored> {
  const stores = new Map<EntityDefinition, MemoryRepository<object, unknown>>()
  for (const entity of Object.values(entities)) {
    const relations = entity.relations.flatMap(({ name, entity: other }) => {
      const related = stores.get(other())
      return related === undefined ? [] : [[name, related] as const]
    })
    stores.set(entity, new MemoryRepository(entity, { relations: Object.fromEntries(relations) }))
  }
  return byName(entities, (entity) => stores.get(entity))
}

function inTables<Stored extends Entities>(database: Database, entities: Stored): Stores<Stored> {
  return byName(entities, (entity) => new KyselyRepository(database, entity))
}

function byName<Stored extends Entities>(
  entities: Stored,
  storeOf: (entity: EntityDefinition) => unknown,
): Stores<Stored> {
  return Object.fromEntries(
    Object.entries(entities).map(([name, entity]) => [name, storeOf(entity)]),
  ) as Stores<Stored>
}
