import { EventEmitter, once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { beforeAll, expect, test } from '@jest/globals'
import { type Database, KyselyRepository } from '@mvc-router/rest-kysely'
import { Author, Book } from '../../rest/test/library-entities.js'
import { describeTables } from '../../rest/test/stores.js'

await describeTables('transactions', [Author, Book], (opened, { name }) => {
  let database: Database
  let authors: KyselyRepository<Author, number>
  let books: KyselyRepository<Book, number>

  beforeAll(() => {
    database = opened()
    authors = new KyselyRepository(database, Author)
    books = new KyselyRepository(database, Book)
  })

  test('a transaction includes several repositories and queries of the application', async () => {
    const before = await authors.count()
    await expect(
      database.transaction(async () => {
        const author = await authors.insert(Author.create({ name: 'Grace' }))
        await books.insert(Book.create({ title: 'Compilers', authorId: author.id }))
        const rows = await database.kysely.selectFrom(Author.table).selectAll().execute()
        expect(rows).toHaveLength(before + 1)
        throw new RangeError('no')
      }),
    ).rejects.toThrow(RangeError)
    await expect(authors.count()).resolves.toBe(before)
    await expect(books.findOneBy({ title: 'Compilers' })).resolves.toBeUndefined()
  })

  test('a failed query of the application undoes only itself if its error is caught', async () => {
    await books.insert(Book.create({ title: 'Taken' }))
    await database.transaction(async () => {
      await authors.insert(Author.create({ name: 'Own' }))
      const row = { title: 'Taken' }
      await expect(database.kysely.insertInto(Book.table).values(row).execute()).rejects.toThrow()
      await expect(database.execute('select nonsense from nowhere', [])).rejects.toThrow()
      await database.kysely.insertInto(Book.table).values({ title: 'Own' }).execute()
    })
    await expect(books.findOneBy({ title: 'Own' })).resolves.toBeDefined()
    await expect(authors.findOneBy({ name: 'Own' })).resolves.toBeDefined()
  })

  test('a statement that comes after the end of its transaction is refused', async () => {
    let late: Promise<unknown> = Promise.resolve()
    let goOn = (): void => undefined
    const isOver = new Promise<void>((resolve) => (goOn = resolve))
    await database.transaction(async () => {
      late = isOver.then(async () => authors.insert(Author.create({ name: 'Late' })))
    })
    goOn()
    await expect(late).rejects.toThrow(/The transaction is over/)
    await expect(authors.findOneBy({ name: 'Late' })).resolves.toBeUndefined()
  })

  if (!name.startsWith('SQLite'))
    test.each([
      [true, ['fulfilled', 'rejected']],
      [false, ['fulfilled', 'fulfilled']],
    ])(
      'with isSerializable %s, two concurrent transactions that count and then insert rows end as %j',
      async (isSerializable, ends) => {
        let readers = 0
        let goOn = (): void => undefined
        const bothHaveRead = new Promise<void>((resolve) => (goOn = resolve))
        const addOne = async (): Promise<void> =>
          database.transaction(
            async () => {
              const count = await authors.count()
              if (++readers === 2) goOn()
              await bothHaveRead
              await authors.insert(Author.create({ name: `the ${count}th` }))
            },
            { isSerializable },
          )
        const results = await Promise.allSettled([addOne(), addOne()])
        expect(results.map(({ status }) => status).toSorted()).toEqual(ends)
      },
    )

  if (!name.startsWith('SQLite'))
    test('a read-only transaction of Kysely refuses writes', async () => {
      const reading = database.kysely.transaction().setAccessMode('read only')
      const insert = database.kysely.insertInto(Author.table).values({ name: 'Read only' }).compile()
      await expect(reading.execute(async (inside) => inside.executeQuery(insert))).rejects.toThrow()
      await expect(authors.findOneBy({ name: 'Read only' })).resolves.toBeUndefined()
      await database.kysely.transaction().execute(async (inside) => inside.executeQuery(insert))
      await expect(authors.findOneBy({ name: 'Read only' })).resolves.toBeDefined()
    })

  if (!name.startsWith('SQLite'))
    test('the commit of a transaction is refused after a deadlock, even if the deadlock error is caught', async () => {
      const [a, b] = await Promise.all(
        ['A', 'B'].map(async (text) => authors.insert(Author.create({ name: `Dead ${text}` }))),
      )
      const met = new EventEmitter()
      const update = async (author: Author | undefined, by: string): Promise<unknown> =>
        authors.save(Author.create({ ...author, data: by }))
      const change = async (
        by: string,
        first: Author | undefined,
        second: Author | undefined,
      ): Promise<unknown> =>
        database.transaction(async () => {
          await update(first, by)
          if (met.emit('first')) await setTimeout(10)
          else await once(met, 'first')
          await update(second, by).catch(() => undefined)
          await authors.insert(Author.create({ name: `after ${by}` })).catch(() => undefined)
        })
      const results = await Promise.allSettled([change('one', a, b), change('two', b, a)])
      const loser = results.find(({ status }) => status === 'rejected')
      expect(loser).toMatchObject({ reason: { name: 'OptimisticLockException', status: 409 } })
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      const winner = results[0].status === 'fulfilled' ? 'one' : 'two'
      const kept = await authors.findAll()
      const texts = kept
        .filter((author) => /^after|^Dead/.test(author.name))
        .map((author) => `${author.name} ${String(author.data)}`)
      expect(texts.toSorted()).toEqual([`Dead A ${winner}`, `Dead B ${winner}`, `after ${winner} null`])
    })
})
