import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import {
  createTables,
  type Database,
  dropTables,
  KyselyRepository,
  openDatabase,
} from '@mvc-router/rest-kysely'
import { describeServers, servers } from '../../rest/test/databases.js'
import { Author } from '../../rest/test/library-entities.js'
import { TcpProxy } from './tcp-proxy.js'

await describeServers('a database server', ({ name, open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
    await createTables(database, [Author])
  })
  afterAll(async () => {
    await dropTables(database, [Author])
    await database.close()
  })

  test('has several addresses, of which the first that takes writes is used, and another when it goes', async () => {
    const address = servers.find((server) => server.name === name)?.address ?? ''
    const proxy = new TcpProxy(Number(/:(\d+)\//.exec(address)?.[1]))
    const reached = address.replace(/:\d+\//, `:${await proxy.open()}/`)
    const nobody = address.replace(/:\d+\//, ':1/')
    const addresses =
      name === 'MariaDB'
        ? [nobody, reached, address]
        : [nobody.replace(':1/', `:1,127.0.0.1:${proxy.port}/`), address]
    const several = await openDatabase(addresses, { connectTimeout: 2000 })
    const repository = new KyselyRepository(several, Author)
    const { id } = await repository.insert(Author.create({ name: 'Several' }))
    expect(proxy.connections).toBeGreaterThan(0)
    await proxy.close()
    // A connection that was open may still break; the next one goes elsewhere.
    await repository.findOne(id).catch(() => undefined)
    await expect(repository.findOne(id)).resolves.toMatchObject({ name: 'Several' })
    await repository.delete(id)
    await several.close()
  })

  test('asks no other address while the first one answers', async () => {
    const { address = '', port = 0 } = servers.find((server) => server.name === name) ?? {}
    const standby = new TcpProxy(port)
    const other = address.replace(`:${port}/`, `:${await standby.open()}/`)
    // On a busy machine the first may take longer than its head start, but not each time.
    let asked = 1
    for (let attempt = 0; attempt < 20 && asked > 0; attempt++) {
      const several = await openDatabase([address, other])
      await new KyselyRepository(several, Author).count()
      await setTimeout(300)
      asked = standby.connections
      await several.close()
    }
    await standby.close()
    expect(asked).toBe(0)
  })

  test('answers 503 when it goes away in the middle, and is there again when it returns', async () => {
    const away = await open()
    const repository = new KyselyRepository(away, Author)
    await expect(repository.count()).resolves.toEqual(expect.any(Number))
    const killed = away.transaction(async () => {
      await repository.insert(Author.create({ name: 'Gone' }))
      await killCurrentConnection(away, database)
      await repository.insert(Author.create({ name: 'Gone' }))
    })
    await expect(killed).rejects.toMatchObject({ name: 'ServiceUnavailableException', status: 503 })
    await expect(repository.findOneBy({ name: 'Gone' })).resolves.toBeUndefined()
    await away.close()
  })
})

/** Ends the connection of the transaction that runs, from another connection. */
async function killCurrentConnection(away: Database, other: Database): Promise<void> {
  const isPostgres = away.family === 'postgres'
  const { rows } = await away.execute<{ id: number }>(
    `select ${isPostgres ? 'pg_backend_pid()' : 'connection_id()'} as id`,
    [],
  )
  const id = Number(rows[0]?.id)
  await other.execute(isPostgres ? `select pg_terminate_backend(${id})` : `kill ${id}`, [])
}

describe('a database that cannot be reached', () => {
  test.each([
    ['postgres://postgres@127.0.0.1:1/test'],
    ['mariadb://root@127.0.0.1:1/test'],
    ['postgres://postgres@nowhere.invalid/test'],
  ])('%s answers 503', async (address) => {
    const database = await openDatabase(address)
    const repository = new KyselyRepository(database, Author)
    await expect(repository.findAll()).rejects.toMatchObject({ name: 'ServiceUnavailableException' })
    await expect(database.transaction(async () => repository.count())).rejects.toMatchObject({ status: 503 })
    await expect(createTables(database, [Author])).rejects.toMatchObject({ status: 503 })
    await database.close()
    await expect(repository.count()).rejects.toMatchObject({ status: 503 })
  })

  test.each([['postgres'], ['mariadb']])('a %s server that says nothing can be closed', async (scheme) => {
    const sockets: Socket[] = []
    const mute = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
    await once(mute, 'listening')
    const { port } = mute.address() as AddressInfo
    const database = await openDatabase(`${scheme}://root@127.0.0.1:${port}/test`, {
      connectTimeout: 200,
      acquireTimeout: 100,
    })
    const counted = new KyselyRepository(database, Author).count()
    await expect(counted).rejects.toMatchObject({ name: 'ServiceUnavailableException' })
    await database.close()
    for (const socket of sockets) socket.destroy()
    mute.close()
  })

  test('a database that another process has locked answers 503', async () => {
    const path = `file:${process.cwd()}/packages/rest/dist-test/locked-${process.pid}.db`
    const [first, second] = [await openDatabase(path), await openDatabase(path)]
    await createTables(first, [Author])
    const write = first.transaction(async () => {
      await new KyselyRepository(second, Author).insert(Author.create({ name: 'Ada' }))
    })
    await expect(write).rejects.toMatchObject({ name: 'ServiceUnavailableException' })
    await dropTables(first, [Author])
    await first.close()
    await second.close()
  })
})

test.each([
  ['library.db'],
  ['oracle://localhost'],
  [''],
  ['http://localhost'],
  [[]],
  [['file:a.db', 'file:b.db']],
  [['postgres://a/b', ':memory:']],
  [['postgres://a/b', 'mariadb://a/b']],
])('the address %p is refused at start', async (address) => {
  await expect(openDatabase(address)).rejects.toMatchObject({ code: 'E_CONFIG' })
})
