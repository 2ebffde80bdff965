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

await describeServers('database servers', ({ name, open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
    await createTables(database, [Author])
  })
  afterAll(async () => {
    await dropTables(database, [Author])
    await database.close()
  })

  test('a database uses the first reachable address, and changes to another address if this server goes away', async () => {
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
    // The first call may find a broken connection. The second call must use the other address.
    await repository.findOne(id).catch(() => undefined)
    await expect(repository.findOne(id)).resolves.toMatchObject({ name: 'Several' })
    await repository.delete(id)
    await several.close()
  })

  test('a database does not connect to the second address while the first address answers', async () => {
    const { address = '', port = 0 } = servers.find((server) => server.name === name) ?? {}
    const standby = new TcpProxy(port)
    const other = address.replace(`:${port}/`, `:${await standby.open()}/`)
    // On a busy machine the first address may answer too late, but not in each of 20 attempts.
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

  test('if the server closes the connection of a transaction, the transaction fails with 503, and the next query works', async () => {
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

/** Ends the connection of the current transaction through another connection. */
async function killCurrentConnection(away: Database, other: Database): Promise<void> {
  const isPostgres = away.family === 'postgres'
  const { rows } = await away.execute<{ id: number }>(
    `select ${isPostgres ? 'pg_backend_pid()' : 'connection_id()'} as id`,
    [],
  )
  const id = Number(rows[0]?.id)
  await other.execute(isPostgres ? `select pg_terminate_backend(${id})` : `kill ${id}`, [])
}

describe('unreachable databases', () => {
  test.each([
    ['postgres://postgres@127.0.0.1:1/test'],
    ['mariadb://root@127.0.0.1:1/test'],
    ['postgres://postgres@nowhere.invalid/test'],
  ])('calls of the unreachable database %s fail with 503', async (address) => {
    const database = await openDatabase(address)
    const repository = new KyselyRepository(database, Author)
    await expect(repository.findAll()).rejects.toMatchObject({ name: 'ServiceUnavailableException' })
    await expect(database.transaction(async () => repository.count())).rejects.toMatchObject({ status: 503 })
    await expect(createTables(database, [Author])).rejects.toMatchObject({ status: 503 })
    await database.close()
    await expect(repository.count()).rejects.toMatchObject({ status: 503 })
  })

  test.each([['postgres'], ['mariadb']])(
    'a database can be closed even if its %s server never answers',
    async (scheme) => {
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
    },
  )

  test.each([['postgres'], ['mariadb']])(
    'queries that have stopped waiting for the %s server do not connect to the server later',
    async (scheme) => {
      const mute: Socket[] = []
      let connections = 0
      const server = createServer((socket) => {
        connections += 1
        if (mute.length === 0) mute.push(socket)
        else socket.destroy()
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const database = await openDatabase(`${scheme}://root@127.0.0.1:${port}/test`, {
        acquireTimeout: 100,
        maxConnections: 1,
      })
      const query = async (): Promise<unknown> => database.execute('select 1', [])
      for (const result of await Promise.allSettled(Array.from({ length: 20 }, query)))
        expect(result).toMatchObject({ status: 'rejected', reason: { status: 503 } })
      const before = connections
      for (const socket of mute) socket.destroy()
      await expect(query()).rejects.toMatchObject({ status: 503 })
      // The query connects once, and an earlier connection attempt may also arrive.
      expect(connections - before).toBeLessThan(5)
      await database.close()
      server.close()
    },
  )

  test('a write to a SQLite file that another connection has locked fails with 503', async () => {
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
])('openDatabase refuses the address %p', async (address) => {
  await expect(openDatabase(address)).rejects.toMatchObject({ code: 'E_CONFIG' })
})
