import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Cluster, startGaleraCluster, startPostgresCluster } from '@mvc-router/example-cluster'
import { openDatabase } from '@mvc-router/rest-kysely'
import { isInstalled } from './is-installed.js'
import { increment, startWriters } from './writers.js'

const writerCount = 9

describe.each([
  ['a MariaDB Galera cluster of three', startGaleraCluster, ['mariadbd', 'galera', 'rsync'], 3],
  ['PostgreSQL with a standby', startPostgresCluster, ['postgres'], 2],
] as const)('three APIs on %s', (_name, start, needs, nodeCount) => {
  const missing = needs.filter((program) => !isInstalled(program))
  const runs = missing.length === 0 || process.env['REQUIRE_SERVICES'] === '1' ? test : test.skip
  let cluster: Cluster

  beforeAll(async () => {
    if (runs === test.skip) return console.warn(`Skipped: ${missing.join(', ')} cannot be found`)
    cluster = await start()
    await postCounter(cluster.origins[0] ?? '')
  })
  afterAll(async () => cluster?.stop())

  runs(
    'the APIs neither lose nor double an acknowledged write when a database node dies under load and restarts',
    async () => {
      const writers = startWriters(cluster.origins, writerCount)
      await setTimeout(4000)
      await cluster.breakNode(0)
      await setTimeout(5000)
      await cluster.repairNode(0)
      await setTimeout(4000)
      const { acknowledged, statuses, longestPause } = await writers.stop()
      console.info(
        `${acknowledged.size} acknowledged, ${JSON.stringify(statuses)}, longest pause ${Math.round(longestPause)} ms`,
      )
      expect(statuses['500'] ?? 0).toBe(0)
      expect(Object.keys(statuses).filter((status) => !['201', '503', 'broken'].includes(status))).toEqual([])
      // The pause should be under five seconds. A busy machine needs longer.
      expect(longestPause).toBeLessThan(15_000)
      for (const address of cluster.addresses) {
        const written = await tokensAt(address, acknowledged.size)
        expect(new Set(written).size).toBe(written.length)
        const there = new Set(written)
        expect(Array.from(acknowledged.keys()).filter((token) => !there.has(token))).toEqual([])
      }
    },
  )

  runs('the APIs add up 75 concurrent increments', async () => {
    const answers = await Promise.all(
      Array.from({ length: 75 }, async (_, index) => increment(cluster.origins, index)),
    )
    const statuses = answers.flat()
    expect(statuses.filter((status) => ![200, 409, 412, 503].includes(status))).toEqual([])
    const response = await fetch(`${cluster.origins[0]}/counters/a`)
    expect(await response.json()).toMatchObject({ value: 75, version: 76 })
  })

  // With two nodes there is no majority: the standby answers alone.
  if (nodeCount < 3) return
  runs('the APIs answer 503 and not 500 while two of three nodes are gone', async () => {
    expect(cluster.addresses.length).toBe(nodeCount)
    await cluster.breakNode(0)
    await cluster.breakNode(1)
    const statuses = new Set<number>()
    for (let turn = 0; turn < 12; turn++) {
      const response = await fetch(`${cluster.origins[turn % 3]}/events`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"token":"minority"}',
      })
      statuses.add(response.status)
    }
    expect(statuses).not.toContain(500)
    expect(statuses).toContain(503)
  })
})

async function postCounter(origin: string): Promise<void> {
  const response = await fetch(`${origin}/counters`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"id":"a","value":0}',
  })
  expect(response.status).toBe(201)
}

/** Reads the tokens of a node. Waits for the expected rows, because a node stores other nodes' rows a moment later. */
async function tokensAt(address: string, expected: number): Promise<readonly string[]> {
  const database = await openDatabase(address)
  try {
    for (let attempt = 0; ; attempt++) {
      const { rows } = await database.execute<{ readonly token: string }>('select token from event', [])
      if (rows.length >= expected || attempt > 100) return rows.map(({ token }) => token)
      await setTimeout(100)
    }
  } finally {
    await database.close()
  }
}
