import { measure, type Timing } from '../measure.js'
import type { BenchTable } from '../report/bench-table.js'
import { formatNumber } from '../report/format-number.js'
import { formatSpread } from '../report/figure.js'
import { ratioOf, spreadOf } from '../statistics.js'
import { toReverseCandidate } from './measure-reversing.js'
import { loadReversePeer } from './reverse-peers.js'

const ours = ['mvc-router href()', 'mvc-router reverse()'] as const
const tasks = ['10 names', '1,000 names'] as const

/** Our router against itself, taking turns. */
export async function measureManyNames(): Promise<BenchTable> {
  const compared = []
  for (const name of ours) compared.push({ name, timings: await measureNames(name) })
  return {
    title: 'Our router with many names',
    unit: 'ns per URL',
    columns: ['median (p10 to p90)', 'over 10 names'],
    rows: compared.flatMap(({ name, timings: { ten, thousand } }) =>
      [ten, thousand].map((timing) => ({
        name: `${name}, ${timing.name}`,
        value: spreadOf(timing.times).median,
        isOurs: true,
        cells: [formatSpread(spreadOf(timing.times)), formatNumber(ratioOf(timing.times, ten.times).median)],
      })),
    ),
    figures: compared.map(({ name, timings: { ten, thousand } }) => ({
      name: `1,000 names, ${name}: time over that of 10 names`,
      bound: { atMost: 1.5 },
      unit: '×',
      measured: ratioOf(thousand.times, ten.times),
    })),
  }
}

async function measureNames(name: (typeof ours)[number]): Promise<{ ten: Timing; thousand: Timing }> {
  const peer = await loadReversePeer(name)
  const [ten, thousand] = measure(
    tasks.flatMap((task) => toReverseCandidate(task, peer, task)?.candidate ?? []),
    { rounds: 300, warmUp: 200, budget: 2000 },
  )
  if (ten === undefined || thousand === undefined) throw new Error('Nothing was measured')
  return { ten, thousand }
}
