import { isDeepStrictEqual } from 'node:util'
import type { BenchFamily, BenchTable } from '../report/bench-table.js'
import { toAim } from '../report/compare-with-peers.js'
import { formatSpread } from '../report/format.js'
import { sampleRequests, type SampleRequest } from '../requests.js'
import { readRouteSet } from '../route-sets.js'
import { toRequestText } from '../servers/http-client.js'
import { measureServers } from '../servers/measure-servers.js'
import { connections, withServers, type MeasuredServer } from '../servers/measured-server.js'
import { ratioOf, spreadOf } from '../statistics.js'
import {
  bare,
  describe,
  describeAsObject,
  httpPeers,
  ours,
  oursOnFastify,
  type AnswerKind,
} from './http-peers.js'
import { measureImports } from './start/measure-imports.js'
import { measureMapping } from './start/measure-mapping.js'

/** A server of ours, a peer, and the greatest ratio of our time to the peer's time. */
const pairs = [
  [ours, 'Express', 1],
  [ours, 'Fastify', 1],
  [ours, 'Hono', 1],
  [ours, bare, 1.15],
  [oursOnFastify, 'Fastify', 1.15],
] as const

/** Measures the CPU time of the server, because the speed of the client and of the network does not change it. */
export const httpFamily: BenchFamily = {
  title: 'Requests',
  packages: ['express', 'fastify', 'hono', '@hono/node-server'],
  async measure() {
    return [
      await measureHttp('text'),
      await measureHttp('JSON'),
      await measureMapping(),
      await measureImports(),
    ]
  },
}

/**
 * Each server runs in its own process. All servers share one core, and take turns. The client runs on the other core.
 */
async function measureHttp(kind: AnswerKind): Promise<BenchTable> {
  const title = `203 routes, ${kind}`
  const samples = sampleRequests(readRouteSet('github'), 'all')
  const requests = samples.map((sample) => toRequestText(sample))
  const program = new URL('http-server.js', import.meta.url)
  return withServers(httpPeers.keys(), program, kind, async (servers) => {
    for (const server of servers) if (server.name !== bare) await checkAnswers(server, samples, kind)
    const times = await measureServers(
      servers.map((server) => ({ server, requests })),
      { warmUp: 1500, requestsPerRound: 1500, budget: 12_000, rounds: 50 },
    )
    const timesOf = (wanted: string): readonly number[] =>
      times[servers.findIndex(({ name }) => name === wanted)] ?? []
    return {
      title,
      unit: 'CPU µs per request',
      columns: ['median (p10 to p90)', 'ratio (p10 to p90)'],
      rows: servers.map(({ name }) => {
        const isOurs = name.includes('mapping')
        const ratio = ratioOf(timesOf(name), timesOf(ours))
        return {
          name,
          value: spreadOf(timesOf(name)).median,
          isOurs,
          ratio: isOurs || name === bare ? undefined : ratio.median,
          cells: [formatSpread(spreadOf(timesOf(name))), formatSpread(ratio)],
        }
      }),
      isCharted: true,
      aims: pairs.map(([our, peer, atMost]) =>
        toAim(`${title}: ${our}`, peer, atMost, timesOf(our), timesOf(peer)),
      ),
      note: `The times are user and system time of the server's process, with ${connections} keep-alive connections. The server ${bare} does not look at the URL.`,
    }
  })
}

/** @throws when an answer is wrong */
async function checkAnswers(
  server: MeasuredServer,
  samples: readonly SampleRequest[],
  kind: AnswerKind,
): Promise<void> {
  // Checks only every eighth answer, because checking all answers would take longer than the measurement.
  for (const sample of samples.filter((_, index) => index % 8 === 0)) {
    const answer = await server.ask(sample)
    const body = await answer.text()
    const [route, params] = [sample.route ?? -1, sample.params]
    const isRight =
      kind === 'text'
        ? sortWords(body) === sortWords(describe(route, params))
        : isDeepStrictEqual(sorted(JSON.parse(body)), sorted(describeAsObject(route, params)))
    if (answer.status !== 200 || !isRight)
      throw new Error(
        `${server.name} answers ${sample.method} ${sample.path} with ${answer.status} "${body}"`,
      )
  }
}

/** Sorts words, because the order of the parameters differs between the frameworks. */
function sortWords(text: string): string {
  return text.split(' ').toSorted().join(' ')
}

function sorted(value: unknown): unknown {
  const { description, ...others } = value as { readonly description: string }
  return { ...others, description: sortWords(description) }
}
