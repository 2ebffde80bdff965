import { isDeepStrictEqual } from 'node:util'
import type { BenchFamily, BenchTable } from '../report/bench-table.js'
import { toFigure } from '../report/compare-with-peers.js'
import { byNode, formatSpread, type Figure } from '../report/figure.js'
import { sampleRequests, type SampleRequest } from '../requests.js'
import { readRouteSet, type RouteSetName } from '../route-sets.js'
import { toRequestText } from '../servers/http-client.js'
import { measureServers } from '../servers/measure-servers.js'
import { connections, MeasuredServer } from '../servers/measured-server.js'
import { pin } from '../servers/pin.js'
import { ratioOf, spreadOf } from '../statistics.js'
import { describe, describeAsObject, type AnswerKind, type HttpPeer } from './http-peer.js'
import { httpPeers } from './http-peers.js'
import { bare } from './peers/bare.js'
import { expressLinks, expressMapping, expressMappingServer, expressPlain } from './peers/express.js'
import { fastify } from './peers/fastify.js'
import { hono } from './peers/hono.js'

const tasks: readonly HttpTask[] = [
  { set: 'github', kind: 'text', title: '203 routes' },
  { set: 'github', kind: 'JSON', title: '203 routes, JSON' },
  { set: 'routes1000', kind: 'text', title: '1,000 routes' },
]
const ourNames = new Set([expressMappingServer, expressLinks, expressMapping].map(({ name }) => name))

/** The CPU time of the server: that is what a request costs, however fast the client and the network are. */
export const httpFamily: BenchFamily = {
  title: 'Whole requests',
  packages: ['express', 'fastify', 'hono', '@hono/node-server'],
  async measure() {
    const tables: BenchTable[] = []
    for (const task of tasks) tables.push(await measureHttp(task))
    return tables
  },
}

export interface HttpTask {
  readonly set: RouteSetName
  readonly kind: AnswerKind
  readonly title: string
  /** Names of peers; all when left out. */
  readonly names?: readonly string[]
  readonly rounds?: number
}

const options = { warmUp: 1500, requestsPerRound: 1500, budget: 12_000 }

/** Every server in a process of its own, all on one core; the client is on the other, and asks them in turns. */
export async function measureHttp({ set, kind, title, names, rounds = 50 }: HttpTask): Promise<BenchTable> {
  const samples = sampleRequests(readRouteSet(set), 'all')
  const requests = samples.map(toRequestText)
  const program = new URL('http-server.js', import.meta.url)
  const peers = httpPeers.filter(({ name }) => names?.includes(name) ?? true)
  const servers: MeasuredServer[] = []
  const isPinned = pin(process.pid, 1)
  try {
    for (const { name } of peers) {
      const server = await MeasuredServer.start(name, program, name, set, kind)
      servers.push(server)
      if (name !== bare.name) await checkAnswers(server, samples, kind)
    }
    const contestants = servers.map((server) => ({ server, requests }))
    const times = await measureServers(contestants, { ...options, rounds })
    const [ours = []] = times
    return {
      title,
      unit: 'CPU µs per request',
      columns: ['median (p10 to p90)', 'ratio (p10 to p90)'],
      rows: servers.map(({ name }, index) => {
        const own = times[index] ?? []
        const cells = [formatSpread(spreadOf(own)), formatSpread(ratioOf(own, ours))]
        const isOurs = ourNames.has(name)
        const ratio = isOurs || name === bare.name ? undefined : ratioOf(own, ours).median
        return { name, value: spreadOf(own).median, isOurs, ratio, cells }
      }),
      isCharted: true,
      figures: toFigures(
        { set, kind, title },
        new Map(servers.map(({ name }, index) => [name, times[index] ?? []])),
      ),
      note: `User and system time of the server process, ${connections} keep-alive connections; client and servers ${isPinned ? 'on a core each' : 'not pinned'}. Bare node:http does not look at the URL.`,
    }
  } finally {
    for (const server of servers) server.stop()
  }
}

/** Against plain Express, and, with `createServer`, against the rest. */
function toFigures(
  { set, kind, title }: HttpTask,
  times: ReadonlyMap<string, readonly number[]>,
): readonly Figure[] {
  const figure = (one: HttpPeer, peer: HttpPeer, bound: Figure['bound']): Figure =>
    toFigure(
      `${title}: ${one.name}`,
      { peer: peer.name, bound },
      times.get(one.name) ?? [],
      times.get(peer.name) ?? [],
    )
  if (set !== 'github') return []
  if (kind === 'JSON')
    return [
      figure(expressMappingServer, fastify, { atMost: 1.15 }),
      figure(expressMappingServer, hono, { atMost: 1.15 }),
      figure(expressMappingServer, expressPlain, { atMost: 1 }),
    ]
  return [
    figure(expressMapping, expressPlain, { atLeast: byNode({ node20: 1.1, newer: 1.7 }) }),
    figure(expressMappingServer, expressPlain, { atLeast: byNode({ node20: 5.5, newer: 1.95 }) }),
    figure(expressMappingServer, bare, { atMost: 1.15 }),
    figure(expressMappingServer, fastify, { atMost: 1 }),
    figure(expressMappingServer, hono, { atMost: 1 }),
  ]
}

/** @throws when an answer is wrong */
async function checkAnswers(
  server: MeasuredServer,
  samples: readonly SampleRequest[],
  kind: AnswerKind,
): Promise<void> {
  // Every eighth: one after the other they take longer than the measurement.
  for (const sample of samples.filter((_, index) => index % 8 === 0)) {
    const { status, body } = await server.ask(toRequestText(sample))
    const [route, params] = [sample.route ?? -1, sample.params]
    const isRight =
      kind === 'text'
        ? sortWords(body) === sortWords(describe(route, params))
        : isDeepStrictEqual(sorted(JSON.parse(body)), sorted(describeAsObject(route, params)))
    if (status !== 200 || !isRight)
      throw new Error(`${server.name} answers ${sample.method} ${sample.path} with ${status} "${body}"`)
  }
}

/** Frameworks give parameters in orders of their own. */
function sortWords(text: string): string {
  return text.split(' ').toSorted().join(' ')
}

function sorted(value: unknown): unknown {
  const { description, ...others } = value as { readonly description: string }
  return { ...others, description: sortWords(description) }
}
