import { isDeepStrictEqual } from 'node:util'
import type { Aim, BenchFamily, BenchRow, BenchTable } from '../report/bench-table.js'
import { toAim } from '../report/compare-with-peers.js'
import { formatNumber, formatSpread } from '../report/format.js'
import { createRandom } from '../random.js'
import { toRequestText } from '../servers/http-client.js'
import { measureServers } from '../servers/measure-servers.js'
import { withServers, type MeasuredServer } from '../servers/measured-server.js'
import { ratioOf, spreadOf } from '../statistics.js'
import { bookCount, bookValues, pageSize } from './book.js'
import { stores, type Store } from './open-books.js'
import { restApis, restPairs } from './rest-apis.js'

const options = { warmUp: 2000, requestsPerRound: 300, rounds: 16, budget: 20_000 }
/** Processes per server. Two processes of the same program can differ by a third in speed. */
const processesEach = 3
const accept = 'application/json'

const random = createRandom(1)
const anyOf = (count: number): number => 1 + Math.floor(random() * count)

/** `create` comes last, because it adds rows to the table. */
const kinds = new Map<string, () => Parameters<typeof toRequestText>[0]>([
  ['get', () => ({ path: `/books/${anyOf(bookCount)}`, accept })],
  ['list', () => ({ path: `/books?page=${anyOf(bookCount / pageSize)}`, accept })],
  [
    'create',
    () => ({ method: 'POST', path: '/books', body: JSON.stringify(bookValues(anyOf(bookCount))), accept }),
  ],
])

/** Measures the server's CPU time per request, user and system. Each candidate runs in its own process, in turns. */
export const restFamily: BenchFamily = {
  title: 'REST',
  packages: ['express', 'fastify', 'kysely', 'pg', 'zod'],
  async measure() {
    const tables: BenchTable[] = []
    for (const store of stores) tables.push(await measureStore(store))
    return tables
  },
}

async function measureStore(store: Store): Promise<BenchTable> {
  const times = new Map<string, number[]>()
  for (let processes = 0; processes < processesEach; processes++)
    await withApis(store, async (servers) => {
      for (const [kind, request] of kinds) {
        const requests = Array.from({ length: options.requestsPerRound }, () => toRequestText(request()))
        const measured = await measureServers(
          servers.map((server) => ({ server, requests })),
          options,
        )
        for (const [index, { name }] of servers.entries())
          times.set(`${kind}: ${name}`, [
            ...(times.get(`${kind}: ${name}`) ?? []),
            ...(measured[index] ?? []),
          ])
      }
    })
  const rows: BenchRow[] = []
  const aims: Aim[] = []
  for (const kind of kinds.keys())
    for (const [ours, byHand, atMost] of restPairs) {
      const [our = [], theirs = []] = [ours, byHand].map((name) => times.get(`${kind}: ${name}`))
      const toRow = (
        name: string,
        isOurs: boolean,
        of: readonly number[],
        over: readonly number[],
      ): BenchRow => ({
        name: `${kind}: ${name}`,
        value: spreadOf(of).median,
        isOurs,
        ratio: isOurs ? undefined : ratioOf(of, over).median,
        cells: [formatNumber(spreadOf(of).median), isOurs ? formatSpread(ratioOf(of, over)) : ''],
      })
      rows.push(toRow(ours, true, our, theirs), toRow(byHand, false, theirs, our))
      aims.push(toAim(`${store}, ${kind}: ${ours}`, byHand, atMost, our, theirs))
    }
  return {
    title: `${bookCount} books in ${store}`,
    unit: 'CPU µs per request',
    columns: ['median, µs', 'ratio to the API by hand (p10 to p90)'],
    rows,
    aims,
    isCharted: true,
    note: `The times are user and system time of ${processesEach} server processes for each API, which take turns with rounds of ${options.requestsPerRound} requests. The APIs by hand check their input (bodies with zod) and send the same answers and headers.`,
  }
}

/** Returns the names of the APIs. @throws when their answers differ */
export async function checkStore(store: Store): Promise<string[]> {
  return withApis(store, async (servers) => servers.map(({ name }) => name))
}

async function withApis<Result>(
  store: Store,
  work: (servers: readonly MeasuredServer[]) => Promise<Result>,
): Promise<Result> {
  const program = new URL('rest-server.js', import.meta.url)
  return withServers(restApis.keys(), program, store, async (servers) => {
    const answers = []
    for (const server of servers) answers.push(await answersOf(server))
    for (const [index, { name }] of servers.entries())
      if (!isDeepStrictEqual(answers[index], answers[0]))
        throw new Error(`${name} does not answer as ours does`)
    return work(servers)
  })
}

/** Returns the status, the body, the names of the headers, and the links of two answers. */
async function answersOf(server: MeasuredServer): Promise<unknown[]> {
  const answers = []
  for (const path of ['/books?page=3', '/books/7']) {
    const answer = await server.ask({ path, accept })
    const { status, headers } = answer
    answers.push([status, await answer.json(), [...headers.keys()].toSorted(), headers.get('Link')])
  }
  return answers
}
