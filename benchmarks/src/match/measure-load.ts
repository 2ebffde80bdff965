import type { BenchTable } from '../report/bench-table.js'
import { formatNumber, formatSpread } from '../report/format.js'
import type { RouteSetName } from '../route-sets.js'
import { repeatAlone } from '../run-alone.js'
import { ratioOf, spreadOf } from '../statistics.js'
import type { LoadResult } from './load-once.js'

interface LoadTask {
  readonly set: RouteSetName
  readonly title: string
  readonly runs: number
  /** The aim for the time of a load, in milliseconds. */
  readonly atMost?: number
}

const tasks: readonly LoadTask[] = [
  { set: 'github', title: 'Loading 203 routes', runs: 7, atMost: 2 },
  { set: 'routes1000', title: 'Loading 1,000 routes', runs: 5, atMost: 12 },
  { set: 'routes10000', title: 'Loading 10,000 routes', runs: 5, atMost: 80 },
]
const peers = ['mvc-router', 'find-my-way', 'memoirist']

/** Each load runs in a new process. */
export function measureLoad(): BenchTable[] {
  return tasks.map(({ set, title, runs, atMost }) => {
    const results = repeatAlone<LoadResult>(
      new URL('load-once.js', import.meta.url),
      peers.map((peer) => [peer, set]),
      runs,
    )
    const of = (index: number, field: keyof LoadResult): number[] =>
      (results[index] ?? []).map((result) => result[field])
    const ours = of(0, 'milliseconds')
    return {
      title,
      unit: 'ms from text to first match, cold',
      columns: ['median (p10 to p90)', 'ratio', 'bytes kept for a route', 'first match, µs'],
      rows: peers.map((name, index) => {
        const times = of(index, 'milliseconds')
        const ratio = ratioOf(times, ours).median
        return {
          name,
          value: spreadOf(times).median,
          isOurs: index === 0,
          ratio: index === 0 ? undefined : ratio,
          cells: [
            formatSpread(spreadOf(times)),
            formatNumber(ratio),
            formatNumber(spreadOf(of(index, 'bytesPerRoute')).median),
            formatNumber(spreadOf(of(index, 'firstMatchMicroseconds')).median),
          ],
        }
      }),
      note: 'mvc-router parses and checks the text of a route file; the others get parsed patterns.',
      aims: atMost === undefined ? [] : [{ name: title, unit: 'ms', atMost, measured: spreadOf(ours) }],
    }
  })
}
