import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { BenchFamily, BenchTable } from '../report/bench-table.js'
import { toFigure } from '../report/compare-with-peers.js'
import { byNode, formatSpread, type Figure } from '../report/figure.js'
import { sampleRequests, type SampleRequest } from '../requests.js'
import { readRouteSet, type RouteSetName } from '../route-sets.js'
import { ratioOf, spreadOf } from '../statistics.js'
import { HttpClient, toRequestText } from './http-client.js'
import { describe, type HttpPeer } from './http-peer.js'
import { httpPeers } from './http-peers.js'
import { bare } from './peers/bare.js'
import { expressLinks, expressMapping, expressMappingServer, expressPlain } from './peers/express.js'
import { fastify } from './peers/fastify.js'
import { hono } from './peers/hono.js'
import { pin } from './pin.js'

const sets: readonly { readonly set: RouteSetName; readonly title: string }[] = [
  { set: 'github', title: '203 routes' },
  { set: 'routes1000', title: '1,000 routes' },
]
const connections = 16
const fewestRounds = 9
const ourNames = new Set([expressMappingServer, expressLinks, expressMapping].map(({ name }) => name))

/** The CPU time of the server: that is what a request costs, however fast the client and the network are. */
export const httpFamily: BenchFamily = {
  title: 'Whole requests',
  packages: ['express', 'fastify', 'hono', '@hono/node-server'],
  async measure() {
    const tables: BenchTable[] = []
    for (const { set, title } of sets) tables.push(await measureHttp({ set, title }))
    return tables
  },
}

export interface HttpTask {
  readonly set: RouteSetName
  readonly title: string
  /** Names of peers; all when left out. */
  readonly names?: readonly string[]
  readonly rounds?: number
  /** No further round starts after so many milliseconds; 9 rounds are run in any case. */
  readonly budget?: number
  readonly requestsPerRound?: number
}

const warmUpRequests = 12_000

/** Every server in a process of its own, all on one core; the client is on the other, and asks them in turns. */
export async function measureHttp({
  set,
  title,
  names,
  rounds = 50,
  budget = 20_000,
  requestsPerRound = 1500,
}: HttpTask): Promise<BenchTable> {
  const samples = sampleRequests(readRouteSet(set), 'all')
  const requests = samples.map(toRequestText)
  const peers = httpPeers.filter(({ name }) => names?.includes(name) ?? true)
  const servers: MeasuredServer[] = []
  const isPinned = pin(process.pid, 1)
  try {
    for (const { name } of peers) servers.push(await MeasuredServer.start(name, set))
    for (const server of servers) {
      await server.check(samples)
      await server.cpuPerRequest(requests, warmUpRequests)
    }
    const times = servers.map((): number[] => [])
    const end = performance.now() + budget
    for (let round = 0; round < rounds && (round < fewestRounds || performance.now() < end); round++) {
      for (let turn = 0; turn < servers.length; turn++) {
        const index = (turn + round) % servers.length
        const time = await servers[index]?.cpuPerRequest(requests, requestsPerRound)
        if (time !== undefined) times[index]?.push(time)
      }
    }
    const [ours = []] = times
    return {
      title,
      unit: 'CPU µs per request',
      columns: ['median (p10 to p90)', 'ratio (p10 to p90)'],
      rows: servers.map(({ name }, index) => {
        const own = times[index] ?? []
        const cells = [formatSpread(spreadOf(own)), formatSpread(ratioOf(own, ours))]
        return { name, value: spreadOf(own).median, isOurs: ourNames.has(name), cells }
      }),
      isCharted: true,
      figures:
        set === 'github'
          ? toFigures(new Map(servers.map(({ name }, index) => [name, times[index] ?? []])))
          : [],
      note: `User and system time of the server process, ${connections} keep-alive connections; client and servers ${isPinned ? 'on a core each' : 'not pinned'}. Bare node:http does not look at the URL.`,
    }
  } finally {
    for (const server of servers) server.stop()
  }
}

/** Against plain Express, and, with `createServer`, against the rest. */
function toFigures(times: ReadonlyMap<string, readonly number[]>): Figure[] {
  const figure = (one: HttpPeer, peer: string, bound: Figure['bound']): Figure =>
    toFigure(one.name, { peer, bound }, times.get(one.name) ?? [], times.get(peer) ?? [])
  return [
    figure(expressMapping, expressPlain.name, { atLeast: byNode({ node20: 1.1, newer: 1.7 }) }),
    figure(expressMappingServer, expressPlain.name, { atLeast: byNode({ node20: 5.5, newer: 1.95 }) }),
    figure(expressMappingServer, bare.name, { atMost: 1.15 }),
    figure(expressMappingServer, fastify.name, { atMost: 1 }),
    figure(expressMappingServer, hono.name, { atMost: 1 }),
  ]
}

class MeasuredServer {
  readonly name: string
  readonly #process: ChildProcess
  readonly #client: HttpClient

  private constructor(name: string, child: ChildProcess, client: HttpClient) {
    this.name = name
    this.#process = child
    this.#client = client
  }

  static async start(name: string, set: RouteSetName): Promise<MeasuredServer> {
    const child = fork(fileURLToPath(new URL('http-server.js', import.meta.url)), [name, set], {
      execArgv: [],
      env: { ...process.env, NODE_ENV: 'production' },
    })
    const port = await messageOf(name, child)
    pin(child.pid, 0)
    return new MeasuredServer(name, child, await HttpClient.connect(port, connections))
  }

  /** @throws when an answer is wrong; bare node:http has none */
  async check(samples: readonly SampleRequest[]): Promise<void> {
    if (this.name === 'bare node:http') return
    for (const sample of samples) {
      const { status, body } = await this.#client.ask(toRequestText(sample))
      const expected = describe(sample.route ?? -1, sample.params)
      if (status !== 200 || sortWords(body) !== sortWords(expected))
        throw new Error(
          `${this.name} answers ${sample.method} ${sample.path} with ${status} "${body}" instead of "${expected}"`,
        )
    }
  }

  async cpuPerRequest(requests: readonly string[], count: number): Promise<number> {
    this.#process.send('start')
    await messageOf(this.name, this.#process)
    await this.#client.load(requests, count)
    this.#process.send('stop')
    return (await messageOf(this.name, this.#process)) / count
  }

  stop(): void {
    this.#client.close()
    this.#process.disconnect()
  }
}

/** What a server tells next. One that ends instead is an error, and nothing to wait for. */
function messageOf(name: string, child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null): void =>
      reject(new Error(`The server of ${name} has ended with ${code}`))
    child.once('exit', fail).once('message', (value) => {
      child.off('exit', fail)
      resolve(Number(value))
    })
  })
}

/** Frameworks give parameters in orders of their own. */
function sortWords(text: string): string {
  return text.split(' ').toSorted().join(' ')
}
