import { measure } from '../measure.js'
import { formatNumber, type BenchTable } from '../report/bench-table.js'
import { formatSpread, type Figure } from '../report/figure.js'
import { sampleRequests } from '../requests.js'
import { readRouteSet, type RouteSetName } from '../route-sets.js'
import { ratioOf, spreadOf } from '../statistics.js'
import { toCandidate } from './measure-matching.js'
import { mvcRouter } from './peers/mvc-router.js'

const sizes: readonly { readonly set: RouteSetName; readonly name: string }[] = [
  { set: 'github', name: '203 routes' },
  { set: 'routes1000', name: '1,000 routes' },
  { set: 'routes10000', name: '10,000 routes' },
  { set: 'routes100000', name: '100,000 routes' },
]

/** Our router against itself, taking turns. */
export function measureScale(): BenchTable {
  const candidates = sizes.map(({ set: setName, name }) => {
    const set = readRouteSet(setName)
    const matcher = mvcRouter.create(set)
    if (matcher === undefined) throw new Error(`No router for ${name}`)
    return toCandidate(name, matcher, sampleRequests(set, 'all'))
  })
  const timings = measure(candidates, { rounds: 300, warmUp: 200, budget: 3000 })
  const [at203 = [], , at10000 = [], at100000 = []] = timings.map(({ times }) => times)
  const figures: Figure[] = [
    {
      name: '10,000 routes: time over that of 203 routes',
      bound: { atMost: 1.3 },
      unit: '×',
      measured: ratioOf(at10000, at203),
    },
    {
      name: '100,000 routes: time over that of 10,000 routes',
      bound: { atMost: 1.6 },
      unit: '×',
      measured: ratioOf(at100000, at10000),
    },
  ]
  return {
    title: 'Our router at different sizes',
    unit: 'ns per lookup',
    columns: ['median (p10 to p90)', 'over 203 routes'],
    rows: timings.map(({ name, times }) => ({
      name,
      value: spreadOf(times).median,
      isOurs: true,
      cells: [formatSpread(spreadOf(times)), formatNumber(ratioOf(times, at203).median)],
    })),
    figures,
  }
}
