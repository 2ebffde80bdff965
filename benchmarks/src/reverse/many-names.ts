import { measure } from '../measure.js'
import { formatNumber, type BenchTable } from '../report/bench-table.js'
import { formatSpread } from '../report/figure.js'
import { ratioOf, spreadOf } from '../statistics.js'
import { toReverseCandidate } from './measure-reversing.js'
import { mvcRouter } from './peers/mvc-router.js'

/** Our router against itself, taking turns. */
export function measureManyNames(): BenchTable {
  const timings = measure(
    (['10 names', '1,000 names'] as const).map((task) => toReverseCandidate(task, mvcRouter, task).candidate),
    { rounds: 300, warmUp: 200, budget: 2000 },
  )
  const [ten = [], thousand = []] = timings.map(({ times }) => times)
  return {
    title: 'Our router with many names',
    unit: 'ns per URL',
    columns: ['median (p10 to p90)', 'over 10 names'],
    rows: timings.map(({ name, times }) => ({
      name,
      value: spreadOf(times).median,
      isOurs: true,
      cells: [formatSpread(spreadOf(times)), formatNumber(ratioOf(times, ten).median)],
    })),
    figures: [
      {
        name: '1,000 names: time over that of 10 names',
        bound: { atMost: 1.5 },
        unit: '×',
        measured: ratioOf(thousand, ten),
      },
    ],
  }
}
