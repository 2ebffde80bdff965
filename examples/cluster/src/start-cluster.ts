import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createTables, openDatabase } from '@mvc-router/rest-kysely'
import { Counter, Event } from './create-api.js'
import { MariadbServer } from './mariadb-server.js'
import { PostgresServer } from './postgres-server.js'

/** Three API processes over several database servers, on loopback. */
export interface Cluster {
  /** The origins of the APIs: `http://127.0.0.1:40123`. */
  readonly origins: readonly string[]
  /** The addresses of the databases, in the order of their indexes. */
  readonly addresses: readonly string[]
  /** Kills a database server as a power cut does. A standby then replaces a primary. */
  breakNode(index: number): Promise<void>
  /** Starts a killed server again. */
  repairNode(index: number): Promise<void>
  stop(): Promise<void>
}

/** Starts three nodes, which all accept writes. Each API uses its own node first. */
export async function startGaleraCluster(): Promise<Cluster> {
  const nodes = await MariadbServer.createCluster(3)
  const stopNodes = async (): Promise<void> =>
    void (await Promise.all(nodes.map(async (node) => node.remove())))
  try {
    for (const [index, node] of nodes.entries())
      await (index === 0 ? node.start('--wsrep-new-cluster') : node.start())
    const addresses = nodes.map(({ address }) => address)
    const apis = await startApis(addresses, (index) => rotated(addresses, index))
    return {
      ...apis,
      addresses,
      breakNode: async (index) => nodes[index]?.kill(),
      repairNode: async (index) => nodes[index]?.start(),
      stop: async () => {
        await apis.stop()
        await stopNodes()
      },
    }
  } catch (error) {
    await stopNodes()
    throw error
  }
}

/** Starts a primary, and a standby that replaces it when it dies. Both servers have every committed row. */
export async function startPostgresCluster(): Promise<Cluster> {
  const servers = [await PostgresServer.create()]
  const stopServers = async (): Promise<void> =>
    void (await Promise.all(servers.map(async (server) => server.remove())))
  try {
    const [primary] = servers
    if (primary === undefined) throw new Error('There is no primary')
    await primary.start()
    const standby = await PostgresServer.createStandby(primary)
    servers.push(standby)
    await standby.start()
    await primary.commitWithStandby(true)
    const addresses = servers.map(({ address }) => address)
    const apis = await startApis(addresses, () => addresses)
    return {
      ...apis,
      addresses,
      breakNode: async (index) => {
        await servers[index]?.kill()
        await (index === 0 ? standby.promote() : primary.commitWithStandby(false))
      },
      // The old primary must come back as a standby, because there must not be two primaries.
      repairNode: async (index) => {
        const [back, other] = index === 0 ? [primary, standby] : [standby, primary]
        await back.follow(other)
        await back.start()
        await other.commitWithStandby(true)
      },
      stop: async () => {
        await apis.stop()
        await stopServers()
      },
    }
  } catch (error) {
    await stopServers()
    throw error
  }
}

async function startApis(
  addresses: readonly string[],
  addressesFor: (index: number) => readonly string[],
): Promise<Pick<Cluster, 'origins' | 'stop'>> {
  const database = await openDatabase(addresses)
  await createTables(database, [Event, Counter])
  await database.close()
  const program = fileURLToPath(new URL('api-process.js', import.meta.url))
  const apis = [0, 1, 2].map((index) =>
    fork(program, ['0', ...addressesFor(index)], { stdio: ['ignore', 'inherit', 'ignore', 'ipc'] }),
  )
  const origins = await Promise.all(apis.map(async (api) => `http://127.0.0.1:${await portOf(api)}`))
  return { origins, stop: async () => void (await Promise.all(apis.map(stopped))) }
}

async function portOf(api: ChildProcess): Promise<number> {
  const [port] = (await Promise.race([
    once(api, 'message'),
    once(api, 'exit').then(() => Promise.reject(new Error('An API process has ended while it started'))),
  ])) as [number]
  return port
}

async function stopped(api: ChildProcess): Promise<void> {
  if (api.exitCode !== null || api.signalCode !== null) return
  const ended = once(api, 'exit')
  api.kill('SIGTERM')
  await ended
}

function rotated<Item>(items: readonly Item[], by: number): readonly Item[] {
  return [...items.slice(by), ...items.slice(0, by)]
}
