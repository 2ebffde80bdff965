import type { BenchTable } from '../report/bench-table.js'
import { formatNumber } from '../report/format-number.js'
import { formatSpread, type Figure } from '../report/figure.js'
import type { RouteSetName } from '../route-sets.js'
import { repeatAlone } from '../run-alone.js'
import { ratioOf, spreadOf } from '../statistics.js'

const sizes: readonly { readonly set: RouteSetName; readonly name: string }[] = [
  { set: 'github', name: '203 routes' },
  { set: 'routes1000', name: '1,000 routes' },
  { set: 'routes10000', name: '10,000 routes' },
  { set: 'routes100000', name: '100,000 routes' },
]

/** Our router against itself. A table has a process of its own, as in a server: two would fight for the caches. */
export function measureScale(): BenchTable {
  const times = repeatAlone<number>(
    new URL('measure-alone.js', import.meta.url),
    sizes.map(({ set }) => ['mvc-router', set, 'all']),
    3,
  )
  const [at203 = [], , at10000 = [], at100000 = []] = times
  const figures: Figure[] = [
    {
      name: '10,000 routes: time over that of 203 routes, alone',
      bound: { atMost: 1.3 },
      unit: '×',
      measured: ratioOf(at10000, at203),
    },
    {
      name: '100,000 routes: time over that of 10,000 routes, alone',
      bound: { atMost: 1.6 },
      unit: '×',
      measured: ratioOf(at100000, at10000),
    },
  ]
  return {
    title: 'Our router at different sizes',
    unit: 'ns per lookup',
    columns: ['median (p10 to p90)', 'over 203 routes'],
    rows: sizes.map(({ name }, index) => {
      const own = times[index] ?? []
      return {
        name,
        value: spreadOf(own).median,
        isOurs: true,
        cells: [formatSpread(spreadOf(own)), formatNumber(ratioOf(own, at203).median)],
      }
    }),
    figures,
  }
}
