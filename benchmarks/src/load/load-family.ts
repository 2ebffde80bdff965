import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { quantile } from '../measure.js'
import { formatNumber, type BenchFamily, type BenchTable } from '../report/bench-table.js'
import type { RouteSetName } from '../route-sets.js'
import type { LoadResult } from './load-once.js'

const sets: readonly {
  readonly set: RouteSetName
  readonly title: string
  readonly runs: number
  readonly peers: readonly string[]
}[] = [
  { set: 'small', title: '12 routes', runs: 9, peers: ['mvc-router', 'find-my-way', 'memoirist'] },
  { set: 'github', title: '203 routes', runs: 9, peers: ['mvc-router', 'find-my-way', 'memoirist'] },
  { set: 'routes1000', title: '1,000 routes', runs: 7, peers: ['mvc-router', 'find-my-way', 'memoirist'] },
  { set: 'routes10000', title: '10,000 routes', runs: 7, peers: ['mvc-router', 'find-my-way', 'memoirist'] },
  {
    set: 'routes100000',
    title: '100,000 routes',
    runs: 3,
    peers: ['mvc-router', 'find-my-way', 'memoirist'],
  },
]

/** Cold: every run is a process that has never routed anything. */
export const loadFamily: BenchFamily = {
  title: 'Loading',
  measure: () => sets.map(measureSet),
}

function measureSet({ set, title, runs, peers }: (typeof sets)[number]): BenchTable {
  const results = peers.map((): LoadResult[] => [])
  for (let run = 0; run < runs; run++) {
    for (const [index, peer] of peers.entries()) results[index]?.push(loadOnce(peer, set))
  }
  const median = (index: number, field: keyof LoadResult): number =>
    quantile(
      (results[index] ?? []).map((result) => result[field]),
      0.5,
    )
  return {
    title,
    unit: 'ms from text to first match, cold',
    columns: ['median', 'ratio', 'bytes retained a route', 'first match, µs'],
    rows: peers.map((name, index) => ({
      name,
      value: median(index, 'milliseconds'),
      cells: [
        formatNumber(median(index, 'milliseconds')),
        formatNumber(median(index, 'milliseconds') / median(0, 'milliseconds')),
        formatNumber(median(index, 'bytesPerRoute')),
        formatNumber(median(index, 'firstMatchMicroseconds')),
      ],
    })),
    note: 'Ours parses and checks the text of a route file; the others are given methods and paths that are taken apart already.',
  }
}

function loadOnce(peer: string, set: RouteSetName): LoadResult {
  const script = fileURLToPath(new URL('load-once.js', import.meta.url))
  return JSON.parse(
    execFileSync(process.execPath, ['--expose-gc', script, peer, set], { encoding: 'utf8' }),
  ) as LoadResult
}
