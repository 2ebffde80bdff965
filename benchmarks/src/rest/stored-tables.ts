import { isDeepStrictEqual } from 'node:util'
import type { BenchTable } from '../report/bench-table.js'
import { formatNumber } from '../report/format-number.js'
import { formatSpread, type Figure } from '../report/figure.js'
import { ratioOf, spreadOf } from '../statistics.js'
import { bookCount, bookValues } from './book.js'
import {
  cpuPerRequest,
  load,
  type MeasuredServer,
  type Operation,
  requests,
  send,
  start,
} from './measured-server.js'
import { apis, type Api } from './stored-apis.js'
import { type Store, stores } from './stored-books.js'

const rounds = 9
const figure = 1.1

interface Candidate extends MeasuredServer {
  readonly api: Api
  /** Cursors of pages all over the table. */
  readonly cursors: readonly string[]
}

type Question = (candidate: Candidate) => Operation

const anyOf = (count: number): number => 1 + Math.floor(Math.random() * count)
const body = JSON.stringify(bookValues(7))

const questions: ReadonlyMap<string, Question> = new Map<string, Question>([
  ['get', () => ({ path: `/books/${anyOf(bookCount)}` })],
  ['list', () => ({ path: `/books?page=${anyOf(bookCount / 10)}` })],
  ['filtered list', () => ({ path: `/books?year=${1989 + anyOf(30)}&page=${anyOf(3)}` })],
  ['cursor page', ({ cursors }) => ({ path: `/books?after=${cursors[anyOf(cursors.length) - 1] ?? ''}` })],
  // The last one: it makes the table longer.
  ['create', () => ({ method: 'POST', path: '/books', body })],
])

/** A table for each store: what our API costs over those that are written by hand, each in a process of its own. */
export async function measureStores(): Promise<BenchTable[]> {
  const tables: BenchTable[] = []
  for (const store of stores) tables.push(await measureStore(store))
  return tables
}

async function measureStore(store: Store): Promise<BenchTable> {
  const candidates: Candidate[] = []
  try {
    for (const api of apis) candidates.push(await startCandidate(api, store))
    await checkAnswers(candidates)
    const rows: BenchTable['rows'][number][] = []
    const figures: Figure[] = []
    for (const [name, question] of questions) {
      const times = await measure(candidates, question)
      const [byHand = []] = times
      for (const [index, { api }] of candidates.entries()) {
        const own = times[index] ?? []
        const ratio = ratioOf(own, byHand)
        const cells = [formatNumber(spreadOf(own).median), formatSpread(ratio)]
        rows.push({ name: `${name}: ${api}`, value: spreadOf(own).median, isOurs: api === 'ours', cells })
        if (api === 'ours')
          figures.push({
            name: `${store}, ${name}: ours / Express by hand`,
            bound: { atMost: figure },
            unit: '×',
            measured: ratio,
          })
      }
    }
    return {
      title: `${bookCount} books in ${store}`,
      unit: 'CPU µs per request',
      columns: ['median, µs', 'over Express by hand (p10 to p90)'],
      rows,
      isCharted: false,
      note: `User and system time of the server process, ${rounds} rounds of ${requests} requests in turns. By hand: Kysely, with zod for bodies; cursors by hand are ids, ours are sealed.`,
      figures,
    }
  } finally {
    for (const { process: child } of candidates) child.disconnect()
  }
}

async function startCandidate(api: Api, store: Store): Promise<Candidate> {
  const server = await start('stored-server.js', api, store)
  const cursors: string[] = []
  // By hand the first page is behind the key 0, ours is behind nothing.
  let next: string | null = api === 'ours' ? '' : '0'
  while (next !== null && cursors.length < 50) {
    cursors.push(next)
    ;({ next } = JSON.parse(await send(server.port, { path: `/books?after=${next}` })) as {
      next: string | null
    })
  }
  return { ...server, api, cursors }
}

async function checkAnswers(candidates: readonly Candidate[]): Promise<void> {
  for (const path of ['/books/7', '/books', '/books?page=3', '/books?year=2001&page=2']) {
    const answers = await Promise.all(candidates.map(async ({ port }) => send(port, { path })))
    const [first, ...others] = answers.map((text): unknown => JSON.parse(text))
    if (!others.every((other) => isDeepStrictEqual(other, first)))
      throw new Error(`The candidates do not agree on ${path}: ${answers.join('\n')}`)
  }
}

async function measure(candidates: readonly Candidate[], question: Question): Promise<number[][]> {
  for (const candidate of candidates) await load(candidate.port, () => question(candidate), requests)
  const times = candidates.map((): number[] => [])
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < candidates.length; turn++) {
      const index = (turn + round) % candidates.length
      const candidate = candidates[index]
      if (candidate === undefined) continue
      times[index]?.push(await cpuPerRequest(candidate, () => question(candidate)))
    }
  }
  return times
}
