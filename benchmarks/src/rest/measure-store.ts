import { isDeepStrictEqual } from 'node:util'
import type { BenchTable } from '../report/bench-table.js'
import { toFigure } from '../report/compare-with-peers.js'
import { formatNumber } from '../report/format-number.js'
import { formatSpread, type Figure } from '../report/figure.js'
import { createRandom } from '../random.js'
import { toRequestText, type HttpAnswer, type HttpRequest } from '../servers/http-client.js'
import { measureServers, type ServerOptions } from '../servers/measure-servers.js'
import { MeasuredServer } from '../servers/measured-server.js'
import { ratioOf, spreadOf } from '../statistics.js'
import { bookCount, bookValues, type BookRow } from './book.js'
import type { Questions } from './questions.js'
import type { RestApi } from './rest-api.js'
import { byHand, ours, restApis } from './rest-apis.js'
import type { Store } from './stores.js'

const options: ServerOptions = { warmUp: 2000, requestsPerRound: 300, rounds: 16, budget: 20_000 }
/** Of one program, one process may take more than another, a fifth or a third, for as long as it runs. */
const processesEach = 3
const accept = 'application/json'

interface Candidate {
  readonly server: MeasuredServer
  readonly questions: Questions
  /** Of pages all over the table. */
  readonly cursors: readonly (string | undefined)[]
}

type Kind = 'get' | 'list' | 'filtered list' | 'cursor page' | 'create'

/** `create` is the last one: it makes the table longer. In memory a filter walks through all rows, whoever asks. */
const kinds: Readonly<Record<Store, readonly Kind[]>> = {
  memory: ['get', 'list', 'create'],
  SQLite: ['get', 'list', 'filtered list', 'cursor page', 'create'],
  PostgreSQL: ['get', 'list', 'filtered list', 'cursor page', 'create'],
}

/** What our API costs over one store, next to those that are written by hand, and to CRUD frameworks. */
export async function measureStore(store: Store): Promise<BenchTable> {
  const rows: BenchTable['rows'][number][] = []
  const figures: Figure[] = []
  for (const [kind, timesOf] of await measureKinds(store)) {
    const base = timesOf.get(byHand) ?? []
    for (const [name, own] of timesOf) {
      const cells = [formatNumber(spreadOf(own).median), formatSpread(ratioOf(own, base))]
      const isOurs = name === ours
      const ratio = isOurs ? undefined : ratioOf(own, timesOf.get(ours) ?? []).median
      rows.push({ name: `${kind}: ${name}`, value: spreadOf(own).median, isOurs, ratio, cells })
      if (name === ours) continue
      const bound = { atMost: name === byHand ? 1.1 : 1 }
      const title = `${store}, ${kind}`
      if (!name.startsWith('Fastify'))
        figures.push(toFigure(title, { peer: name, bound }, timesOf.get(ours) ?? [], own))
    }
  }
  return {
    title: `${bookCount} books in ${store}`,
    unit: 'CPU µs per request',
    columns: ['median, µs', `over ${byHand} (p10 to p90)`],
    rows,
    isCharted: true,
    note: `User and system time of ${processesEach} server processes each, rounds of ${options.requestsPerRound} requests in turns. By hand: input checked, zod for bodies, cursors sealed, the same answers. The frameworks have no sealed cursors: theirs is a filter by the key.`,
    figures,
  }
}

/** The times of each kind, by the names of the servers. */
async function measureKinds(store: Store): Promise<ReadonlyMap<Kind, ReadonlyMap<string, number[]>>> {
  const measured = new Map(kinds[store].map((kind) => [kind, new Map<string, number[]>()]))
  for (let processes = 0; processes < processesEach; processes++)
    await withCandidates(store, async (candidates) => {
      for (const [kind, timesOf] of measured) {
        const contestants = candidates.map((candidate) => ({
          server: candidate.server,
          requests: requestsFor(kind, candidate),
        }))
        const times = await measureServers(contestants, options)
        for (const [index, { server }] of candidates.entries())
          timesOf.set(server.name, [...(timesOf.get(server.name) ?? []), ...(times[index] ?? [])])
      }
    })
  return measured
}

/** The names of the APIs that can have a store. @throws when they do not answer alike */
export async function checkStore(store: Store): Promise<string[]> {
  return withCandidates(store, async (candidates) => candidates.map(({ server }) => server.name))
}

async function withCandidates<Result>(
  store: Store,
  work: (candidates: readonly Candidate[]) => Promise<Result>,
): Promise<Result> {
  const candidates: Candidate[] = []
  try {
    for (const [name, api] of restApis)
      if (api.stores.includes(store)) candidates.push(await startCandidate(name, api, store))
    await checkAnswers(candidates)
    return await work(candidates)
  } finally {
    for (const { server } of candidates) server.stop()
  }
}

async function startCandidate(name: string, { questions }: RestApi, store: Store): Promise<Candidate> {
  const server = await MeasuredServer.start(name, new URL('rest-server.js', import.meta.url), name, store)
  const cursors: (string | undefined)[] = []
  let cursor: string | undefined
  do {
    cursors.push(cursor)
    cursor = questions.read(await askFor(server, questions.after(cursor))).next
  } while (cursor !== undefined && cursors.length < 50)
  return { server, questions, cursors }
}

async function askFor(server: MeasuredServer, path: string): Promise<unknown> {
  return JSON.parse((await answerOf(server, path)).body)
}

async function answerOf(server: MeasuredServer, path: string): Promise<HttpAnswer> {
  const answer = await server.ask(toRequestText({ path, accept }))
  if (answer.status !== 200)
    throw new Error(`${server.name} answers ${path} with ${answer.status}: ${answer.body}`)
  return answer
}

/** The same books to the same questions; those by hand give the very answers that ours gives, headers and all. */
async function checkAnswers(candidates: readonly Candidate[]): Promise<void> {
  const answersOf = async ({ server, questions }: Candidate) => {
    const lists = [questions.list(3), questions.filtered(2001, 2), questions.after(undefined)]
    const answers = []
    for (const path of lists) answers.push(await askFor(server, path))
    const books = answers.flatMap((answer) => questions.read(answer).books)
    const book = (await askFor(server, questions.get(7))) as BookRow
    const headers = []
    for (const path of [...lists, questions.get(7)]) headers.push(headersOf(await answerOf(server, path)))
    // SQLite has no booleans, and not all frameworks know that there should be one.
    return {
      answers: { answers, headers },
      rows: [book, ...books].map((row) => ({ ...row, available: Number(row.available) === 1 })),
    }
  }
  const [first, ...others] = candidates
  if (first === undefined) return
  const expected = await answersOf(first)
  for (const other of others) {
    const { answers, rows } = await answersOf(other)
    const isLikeOurs = !other.server.name.endsWith('by hand') || sameAnswers(answers, expected.answers)
    if (!isDeepStrictEqual(rows, expected.rows) || !isLikeOurs)
      throw new Error(`${other.server.name} does not answer as ${first.server.name} does`)
  }
}

function sameAnswers(answers: unknown, others: unknown): boolean {
  return toText(answers) === toText(others)
}

/** All names, and the pages that `Link` names by their number. */
function headersOf({ headers }: HttpAnswer): object {
  return { names: Array.from(headers.keys()), link: headers.get('Link')?.replace(/after=[^>]*/, 'after=') }
}

/** All but the cursor, of which each has its own. */
function toText(answers: unknown): string {
  return JSON.stringify(answers, (name, value: unknown) => (name === 'next' ? typeof value : value))
}

/** The same random questions for all. */
function requestsFor(kind: Kind, { questions, cursors }: Candidate): string[] {
  const random = createRandom(kind.length)
  const anyOf = (count: number): number => 1 + Math.floor(random() * count)
  const request = (): HttpRequest => {
    switch (kind) {
      case 'get':
        return { path: questions.get(anyOf(bookCount)) }
      case 'list':
        return { path: questions.list(anyOf(bookCount / 10)) }
      case 'filtered list':
        return { path: questions.filtered(1989 + anyOf(30), anyOf(3)) }
      case 'cursor page':
        return { path: questions.after(cursors[anyOf(cursors.length) - 1]) }
      case 'create':
        return { method: 'POST', path: '/books', body: JSON.stringify(bookValues(anyOf(bookCount))) }
    }
  }
  return Array.from({ length: options.requestsPerRound }, () => toRequestText({ ...request(), accept }))
}
