import { MemoryRepository } from '@mvc-router/rest'
import { createTables, dropTables, KyselyRepository } from '@mvc-router/rest/kysely'
import { afterAll } from '@jest/globals'
import { describeDatabases, freshTable } from '../databases.js'
import { attackedEntities, type AttackedEntities, type Stores, testScopeAttack } from './scope-attack.js'

/** Two times the same stores, in memory. */
export function memoryStores(tables: () => string): readonly [Stores, Stores] {
  const create = (): Stores => {
    const { Author, Book } = attackedEntities(tables)
    const authors: Stores['authors'] = new MemoryRepository(Author, { relations: { books: () => books } })
    const books: Stores['books'] = new MemoryRepository(Book, { relations: { author: authors } })
    return { authors, books }
  }
  return [create(), create()]
}

/** Attacks each database that is there. */
export async function attackOnDatabases(count: number): Promise<void> {
  await describeDatabases('a scope', ({ open, close }) => {
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
      const [first, second] = await Promise.all(
        made.map(async ({ Author, Book }): Promise<Stores> => {
          await createTables(database, [Author, Book])
          return {
            authors: new KyselyRepository(database, Author),
            books: new KyselyRepository(database, Book),
          }
        }),
      )
      return [first as Stores, second as Stores]
    }, count)
  })
}
