import { MemoryRepository } from '@mvc-router/rest'
import {
  createTables,
  type Database,
  DocumentRepository,
  dropTables,
  KyselyRepository,
} from '@mvc-router/rest-kysely'
import { afterAll } from '@jest/globals'
import { describeRules, freshTable } from '../databases.js'
import { attackedEntities, type AttackedEntities, type Stores, testScopeAttack } from './scope-attack.js'

/** Creates two copies of the same stores in memory. */
export function memoryStores(tables: () => string): readonly [Stores, Stores] {
  const create = (): Stores => {
    const { Author, Book } = attackedEntities(tables)
    const authors: Stores['authors'] = new MemoryRepository(Author, { relations: { books: () => books } })
    const books: Stores['books'] = new MemoryRepository(Book, { relations: { author: authors } })
    return { authors, books }
  }
  return [create(), create()]
}

type OpenStores = (database: Database, entities: AttackedEntities) => Promise<Stores>

const inTables: OpenStores = async (database, { Author, Book }) => {
  await createTables(database, [Author, Book])
  return { authors: new KyselyRepository(database, Author), books: new KyselyRepository(database, Book) }
}

const asDocuments: OpenStores = async (database, { Author, Book }) => {
  // `createTables` creates the table that records requests. Documents need this table, too.
  await createTables(database, [])
  const authors = new DocumentRepository(database, Author, {
    indexes: ['tenant', 'name'],
    relations: { books: (): Stores['books'] => books },
  })
  const books = new DocumentRepository(database, Book, {
    indexes: ['tenant', 'title', 'year', 'authorId'],
    relations: { author: authors },
  })
  await authors.createTable()
  await books.createTable()
  return { authors, books }
}

/** Attacks scopes on tables and documents of each running database. */
export async function attackOnDatabases(count: number): Promise<void> {
  await attackStores('a scope', inTables, count)
  await attackStores('a scope of documents', asDocuments, count)
}

async function attackStores(what: string, openStores: OpenStores, count: number): Promise<void> {
  await describeRules(what, ({ open, close }) => {
    const cleaning: (() => Promise<void>)[] = []
    afterAll(async () => {
      for (const clean of cleaning) await clean()
    })
    testScopeAttack(async () => {
      const database = await open()
      const made: AttackedEntities[] = [attackedEntities(freshTable), attackedEntities(freshTable)]
      cleaning.push(async () => {
        for (const { Author, Book } of made) await dropTables(database, [Book, Author])
        await database.close()
        await close()
      })
      const [first, second] = await Promise.all(made.map(async (entities) => openStores(database, entities)))
      return [first as Stores, second as Stores]
    }, count)
  })
}
