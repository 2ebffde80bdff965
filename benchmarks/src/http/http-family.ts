import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { quantile } from '../measure.js'
import { formatNumber, type BenchFamily, type BenchTable } from '../report/bench-table.js'
import { sampleRequests, type SampleRequest } from '../requests.js'
import { readRouteSet, type RouteSetName } from '../route-sets.js'
import { HttpClient, toRequestText } from './http-client.js'
import { describe } from './http-peer.js'
import { httpPeers } from './http-peers.js'
import { pin } from './pin.js'

const sets: readonly { readonly set: RouteSetName; readonly title: string }[] = [
  { set: 'github', title: '203 routes' },
  { set: 'routes1000', title: '1,000 routes' },
]
const connections = 16

/** The CPU time of the server: that is what a request costs, however fast the client and the network are. */
export const httpFamily: BenchFamily = {
  title: 'Whole requests',
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
  readonly requestsPerRound?: number
}

/** Every server in a process of its own, all on one core; the client is on the other, and asks them in turns. */
export async function measureHttp({
  set,
  title,
  names,
  rounds = 25,
  requestsPerRound = 3000,
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
      await server.cpuPerRequest(requests, 4 * requestsPerRound)
    }
    const times = servers.map((): number[] => [])
    for (let round = 0; round < rounds; round++) {
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
      columns: ['median', 'p10', 'p90', 'ratio', 'ratio p10', 'ratio p90'],
      rows: servers.map(({ name }, index) => {
        const own = times[index] ?? []
        const ratios = own.map((time, round) => time / (ours[round] ?? Number.NaN))
        const numbers = [own, ratios].flatMap((values) =>
          [0.5, 0.1, 0.9].map((fraction) => quantile(values, fraction)),
        )
        return { name, value: quantile(own, 0.5), cells: numbers.map(formatNumber) }
      }),
      note: `User and system time of the server process, ${connections} keep-alive connections; client and servers ${isPinned ? 'on a core each' : 'not pinned'}. Bare node:http does not look at the URL.`,
    }
  } finally {
    for (const server of servers) server.stop()
  }
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
    const [port] = (await once(child, 'message')) as [number]
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
    await once(this.#process, 'message')
    await this.#client.load(requests, count)
    this.#process.send('stop')
    const [microseconds] = (await once(this.#process, 'message')) as [number]
    return microseconds / count
  }

  stop(): void {
    this.#client.close()
    this.#process.disconnect()
  }
}

/** Frameworks give parameters in orders of their own. */
function sortWords(text: string): string {
  return text.split(' ').toSorted().join(' ')
}
