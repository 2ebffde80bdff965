import type { BenchTable } from '../report/bench-table.js'
import { formatNumber } from '../report/format-number.js'
import { formatSpread, type Figure } from '../report/figure.js'
import { createRandom } from '../random.js'
import { toRequestText, type HttpRequest } from '../servers/http-client.js'
import { measureServers } from '../servers/measure-servers.js'
import { MeasuredServer } from '../servers/measured-server.js'
import { ratioOf, spreadOf } from '../statistics.js'
import { bookCount } from './book.js'
import { ours } from './rest-apis.js'

const random = createRandom(1)
const id = (): number => 1 + Math.floor(random() * bookCount)
const page = (): number => 1 + Math.floor((random() * bookCount) / 10)
const [json, xml] = ['application/json', 'application/xml']

/** Each row divides the first by the second. */
const comparisons: readonly {
  readonly name: string
  readonly atMost: number
  readonly pair: readonly [() => HttpRequest, () => HttpRequest]
}[] = [
  {
    name: 'get: in a view / whole',
    atMost: 1,
    pair: [
      () => ({ path: `/summaries/${id()}`, accept: json }),
      () => ({ path: `/books/${id()}`, accept: json }),
    ],
  },
  {
    name: 'list: in a view / whole',
    atMost: 1,
    pair: [
      () => ({ path: `/summaries?page=${page()}`, accept: json }),
      () => ({ path: `/books?page=${page()}`, accept: json }),
    ],
  },
  {
    name: 'get: XML / JSON',
    atMost: 1.15,
    pair: [() => ({ path: `/books/${id()}`, accept: xml }), () => ({ path: `/books/${id()}`, accept: json })],
  },
  {
    name: 'list: XML / JSON',
    atMost: 1.15,
    pair: [
      () => ({ path: `/books?page=${page()}`, accept: xml }),
      () => ({ path: `/books?page=${page()}`, accept: json }),
    ],
  },
]

/** What a view and XML cost our own API: a server is asked in two ways, which take turns. */
export async function measureFormats(): Promise<BenchTable> {
  const server = await MeasuredServer.start(ours, new URL('rest-server.js', import.meta.url), ours, 'memory')
  try {
    const rows: BenchTable['rows'][number][] = []
    const figures: Figure[] = []
    for (const { name, atMost, pair } of comparisons) {
      const contestants = pair.map((request) => ({
        server,
        requests: Array.from({ length: 500 }, () => toRequestText(request())),
      }))
      const options = { warmUp: 1500, requestsPerRound: 500, rounds: 25, budget: 2500 }
      const [one = [], other = []] = await measureServers(contestants, options)
      const ratio = ratioOf(one, other)
      const medians = [one, other].map((times) => formatNumber(spreadOf(times).median))
      rows.push({ name, value: ratio.median, isOurs: true, cells: [...medians, formatSpread(ratio)] })
      figures.push({ name, bound: { atMost }, unit: '×', measured: ratio })
    }
    return {
      title: 'Our API: views and XML',
      unit: 'CPU time over that of the other',
      columns: ['the one, µs', 'the other, µs', 'ratio (p10 to p90)'],
      rows,
      figures,
    }
  } finally {
    server.stop()
  }
}
