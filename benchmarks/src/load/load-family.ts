import type { BenchFamily, BenchTable } from '../report/bench-table.js'
import { formatNumber } from '../report/format-number.js'
import { toFigure } from '../report/compare-with-peers.js'
import { formatSpread, type Figure } from '../report/figure.js'
import type { RouteSetName } from '../route-sets.js'
import { repeatAlone } from '../run-alone.js'
import { ratioOf, spreadOf } from '../statistics.js'
import type { LoadResult } from './load-once.js'

interface LoadTask {
  readonly set: RouteSetName
  readonly title: string
  readonly runs: number
  /** Milliseconds that a load may take. */
  readonly atMost?: number
  /** That a route may keep. */
  readonly bytesAtMost?: number
  /** All when left out: find-my-way would take as long for 100,000 as all others together. */
  readonly names?: readonly string[]
}

const tasks: readonly LoadTask[] = [
  { set: 'small', title: '10 routes', runs: 7 },
  { set: 'github', title: '203 routes', runs: 7, atMost: 2 },
  { set: 'routes1000', title: '1,000 routes', runs: 5 },
  { set: 'routes10000', title: '10,000 routes', runs: 5, atMost: 40, bytesAtMost: 350 },
  { set: 'routes100000', title: '100,000 routes', runs: 3, atMost: 200, names: ['mvc-router', 'memoirist'] },
]
const peers = ['mvc-router', 'find-my-way', 'memoirist']

/** Cold: every run is a process that has never routed anything. */
export const loadFamily: BenchFamily = {
  title: 'Loading',
  packages: ['find-my-way', 'memoirist'],
  measure: () => tasks.map(measureTask),
}

function measureTask({ set, title, runs, atMost, bytesAtMost, names = peers }: LoadTask): BenchTable {
  const results = repeatAlone<LoadResult>(
    new URL('load-once.js', import.meta.url),
    names.map((peer) => [peer, set]),
    runs,
  )
  const of = (index: number, field: keyof LoadResult): number[] =>
    (results[index] ?? []).map((result) => result[field])
  const ours = of(0, 'milliseconds')
  const figures: Figure[] = []
  if (atMost !== undefined) {
    figures.push({
      name: `${title}: text to first match`,
      bound: { atMost },
      unit: 'ms',
      measured: spreadOf(ours),
    })
    if (names[1] === 'find-my-way')
      figures.push(
        toFigure(title, { peer: 'find-my-way', bound: { atMost: 0.25 } }, ours, of(1, 'milliseconds')),
      )
  }
  if (bytesAtMost !== undefined) {
    figures.push({
      name: `${title}: retained by a route`,
      bound: { atMost: bytesAtMost },
      unit: 'bytes',
      measured: spreadOf(of(0, 'bytesPerRoute')),
    })
  }
  return {
    title,
    unit: 'ms from text to first match, cold',
    columns: ['median (p10 to p90)', 'ratio', 'bytes retained a route', 'first match, µs'],
    isCharted: atMost !== undefined,
    rows: names.map((name, index) => ({
      name,
      value: spreadOf(of(index, 'milliseconds')).median,
      isOurs: index === 0,
      ratio: index === 0 ? undefined : ratioOf(of(index, 'milliseconds'), ours).median,
      cells: [
        formatSpread(spreadOf(of(index, 'milliseconds'))),
        formatNumber(ratioOf(of(index, 'milliseconds'), ours).median),
        formatNumber(spreadOf(of(index, 'bytesPerRoute')).median),
        formatNumber(spreadOf(of(index, 'firstMatchMicroseconds')).median),
      ],
    })),
    note: 'Ours parses and checks the text of a route file; the others are given methods and paths that are taken apart already.',
    figures,
  }
}
