import type { BenchTable } from '../report/bench-table.js'
import { formatSpread } from '../report/figure.js'
import { repeatAlone } from '../run-alone.js'
import { spreadOf, type Spread } from '../statistics.js'
import type { ReloadResult } from './reload-once.js'

const kinds = [
  { name: 'usual lines', argument: 'usual' },
  { name: '10,000 regular expressions', argument: 'expressions' },
]

/** A process of its own each time: load, requests, two reloads, requests. */
export function measureReload(): BenchTable {
  const results = repeatAlone<ReloadResult>(
    new URL('reload-once.js', import.meta.url),
    kinds.map(({ argument }) => [argument]),
    9,
  )
  const spread = (index: number, field: keyof ReloadResult): Spread =>
    spreadOf((results[index] ?? []).map((result) => result[field]))
  return {
    title: 'A reload of 10,000 lines',
    unit: 'the longest pause of the event loop, ms of CPU',
    columns: ['first reload', 'second reload', 'first request after it, µs', 'second request, µs'],
    rows: kinds.map(({ name }, index) => ({
      name,
      value: spread(index, 'firstPause').median,
      isOurs: true,
      cells: (['firstPause', 'laterPause', 'firstRequest', 'secondRequest'] as const).map((field) =>
        formatSpread(spread(index, field)),
      ),
    })),
    note: 'CPU of the main thread between two turns of the event loop; on Node 20 without Linux, that of the threads of V8 as well.',
    figures: kinds.flatMap(({ name }, index) =>
      (['firstPause', 'laterPause'] as const).map((field) => ({
        name: `10,000 lines, ${name}: longest pause of the ${field === 'firstPause' ? 'first' : 'second'} reload`,
        bound: { atMost: 10 },
        unit: 'ms' as const,
        measured: spread(index, field),
      })),
    ),
  }
}
