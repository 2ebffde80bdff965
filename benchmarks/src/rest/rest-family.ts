import { isDeepStrictEqual } from 'node:util'
import type { BenchFamily, BenchTable } from '../report/bench-table.js'
import { formatNumber } from '../report/format-number.js'
import { formatSpread, type Figure } from '../report/figure.js'
import { ratioOf, spreadOf } from '../statistics.js'
import { bookCount, bookValues } from './book.js'
import {
  agent,
  cpuPerRequest,
  load,
  type MeasuredServer,
  type Operation,
  requests,
  send,
  start,
} from './measured-server.js'
import { measureStores } from './stored-tables.js'

/** As many as fit into the budget of milliseconds, but at least the fewest. */
const rounds = { most: 25, fewest: 9, budget: 5000 }

type Candidate = 'hand-written' | 'ours'
interface Contestant {
  readonly candidate: Candidate
  readonly operation: () => Operation
}

const id = (): number => 1 + Math.floor(Math.random() * bookCount)
const page = (): number => 1 + Math.floor((Math.random() * bookCount) / 10)
const get = (): Operation => ({ path: `/books/${id()}` })
const list = (): Operation => ({ path: `/books?page=${page()}` })
const body = JSON.stringify(bookValues(7))
const create = (): Operation => ({ method: 'POST', path: '/books', body })
const accept = 'application/xml'

/** Each row divides the second by the first. */
const families: readonly {
  readonly name: string
  readonly figure: number
  readonly pair: readonly [Contestant, Contestant]
}[] = [
  {
    name: 'get: ours / hand-written',
    figure: 1.35,
    pair: [
      { candidate: 'hand-written', operation: get },
      { candidate: 'ours', operation: get },
    ],
  },
  {
    name: 'list: ours / hand-written',
    figure: 1.35,
    pair: [
      { candidate: 'hand-written', operation: list },
      { candidate: 'ours', operation: list },
    ],
  },
  {
    name: 'get: in a view / whole',
    figure: 1,
    pair: [
      { candidate: 'ours', operation: get },
      { candidate: 'ours', operation: () => ({ path: `/summaries/${id()}` }) },
    ],
  },
  {
    name: 'list: in a view / whole',
    figure: 1,
    pair: [
      { candidate: 'ours', operation: list },
      { candidate: 'ours', operation: () => ({ path: `/summaries?page=${page()}` }) },
    ],
  },
  {
    name: 'get: XML / JSON',
    figure: 1.15,
    pair: [
      { candidate: 'ours', operation: get },
      { candidate: 'ours', operation: () => ({ ...get(), accept }) },
    ],
  },
  {
    name: 'list: XML / JSON',
    figure: 1.15,
    pair: [
      { candidate: 'ours', operation: list },
      { candidate: 'ours', operation: () => ({ ...list(), accept }) },
    ],
  },
  {
    name: 'create with validation: ours / hand-written',
    figure: 1.4,
    pair: [
      { candidate: 'hand-written', operation: create },
      { candidate: 'ours', operation: create },
    ],
  },
]

/** CPU time, user and system, of the server per request. Candidates run in processes of their own and take turns. */
export const restFamily: BenchFamily = {
  title: 'REST',
  packages: ['express', 'fastify', 'kysely', 'libsql', 'pg', 'zod'],
  async measure() {
    const servers = {
      'hand-written': await start('rest-server.js', 'hand-written'),
      ours: await start('rest-server.js', 'ours'),
    }
    try {
      await checkAnswers(servers)
      return [await measureAll(servers), ...(await measureStores())]
    } finally {
      for (const { process: child } of Object.values(servers)) child.disconnect()
      agent.destroy()
    }
  },
}

type Servers = Readonly<Record<Candidate, MeasuredServer>>

async function checkAnswers(servers: Servers): Promise<void> {
  for (const path of ['/books/7', '/books', '/books?page=3&size=5']) {
    const [one, other] = await Promise.all([
      send(servers['hand-written'].port, { path }),
      send(servers.ours.port, { path }),
    ])
    if (!isDeepStrictEqual(JSON.parse(one), JSON.parse(other)))
      throw new Error(`The candidates do not agree on ${path}`)
  }
}

async function measureAll(servers: Servers): Promise<BenchTable> {
  const rows: BenchTable['rows'][number][] = []
  const figures: Figure[] = []
  for (const { name, figure, pair } of families) {
    const [first, second] = await measurePair(servers, pair)
    const ratio = ratioOf(second, first)
    const medians = [second, first].map((times) => formatNumber(spreadOf(times).median))
    rows.push({ name, value: ratio.median, isOurs: true, cells: [...medians, formatSpread(ratio)] })
    figures.push({ name, bound: { atMost: figure }, unit: '×', measured: ratio })
  }
  return {
    title: `${bookCount} books in memory`,
    unit: 'CPU time over that of the other',
    columns: ['the one, µs', 'the other, µs', 'ratio (p10 to p90)'],
    rows,
    isCharted: true,
    note: `CPU µs per request. Each row divides the first thing named by the second, over ${rounds.fewest} to ${rounds.most} rounds of ${requests} requests.`,
    figures,
  }
}

async function measurePair(
  servers: Servers,
  pair: readonly [Contestant, Contestant],
): Promise<[first: number[], second: number[]]> {
  for (const { candidate, operation } of pair) await load(servers[candidate].port, operation, requests)
  const times: [number[], number[]] = [[], []]
  const end = performance.now() + rounds.budget
  for (let round = 0; round < rounds.most && (round < rounds.fewest || performance.now() < end); round++) {
    for (const turn of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const { candidate, operation } = pair[turn]
      times[turn].push(await cpuPerRequest(servers[candidate], operation))
    }
  }
  return times
}
