import type { BenchTable } from '../report/bench-table.js'
import { formatNumber } from '../report/format-number.js'
import { formatSpread } from '../report/figure.js'
import { repeatAlone } from '../run-alone.js'
import { spreadOf } from '../statistics.js'
import type { FirstMatches } from './measure-first.js'

const peers = ['mvc-router', 'memoirist', 'find-my-way', 'find-my-way compiled', 'rou3 compiled']

/** A server that has just been started has compiled nothing yet. */
export function measureFirstMatches(): BenchTable {
  const results = repeatAlone<FirstMatches>(
    new URL('measure-first.js', import.meta.url),
    peers.map((peer) => [peer]),
    3,
  )
  return {
    title: 'GitHub, 203 routes: the first matches of a process',
    unit: 'µs for all',
    columns: ['first 1,000 (p10 to p90)', 'first 10,000 (p10 to p90)', 'ns each of the first 10,000'],
    rows: peers.map((name, index) => {
      const spreads = [0, 1].map((which) => spreadOf((results[index] ?? []).map((run) => run[which] ?? 0)))
      const last = spreads[1]?.median ?? Number.NaN
      return {
        name,
        value: last,
        isOurs: name === 'mvc-router',
        cells: [...spreads.map(formatSpread), formatNumber(last / 10)],
      }
    }),
    note: 'Each in a process of its own, after the routes were registered. What a router puts off until its first match, as ours does with its index, is counted here.',
  }
}
