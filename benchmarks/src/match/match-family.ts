import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { formatNumber, type BenchFamily, type BenchTable } from '../report/bench-table.js'
import { matchPeers } from './match-peers.js'
import { measureMatching, type MatchTask, type MatchTiming } from './measure-matching.js'

const tasks: readonly (MatchTask & { readonly title: string; readonly rounds: number })[] = [
  { title: '12 routes, all', set: 'small', requests: 'all', rounds: 150 },
  { title: 'GitHub, 203 routes, static paths', set: 'github', requests: 'static', rounds: 150 },
  { title: 'GitHub, 203 routes, all', set: 'github', requests: 'all', rounds: 150 },
  { title: 'GitHub, 203 routes, no route matches', set: 'github', requests: 'miss', rounds: 150 },
  { title: 'GitHub, a constraint on every variable', set: 'constrained', requests: 'all', rounds: 100 },
  { title: '1,000 routes, all', set: 'routes1000', requests: 'all', rounds: 60 },
  { title: '10,000 routes, all', set: 'routes10000', requests: 'all', rounds: 40 },
]

/** Slower than these by orders of magnitude at many routes; they would take all the time. */
const smallSetsOnly: ReadonlySet<string> = new Set([
  "Express 5's router",
  'list of regular expressions',
  'trek-router',
])

/** The nearest ones are measured in a process of their own, too. */
const measuredAlone: ReadonlySet<string> = new Set([
  'mvc-router',
  'memoirist',
  'find-my-way',
  'find-my-way compiled',
])

export const matchFamily: BenchFamily = {
  title: 'Matching',
  measure: () => tasks.map(measureTask),
}

function measureTask({ title, rounds, ...task }: (typeof tasks)[number]): BenchTable {
  const isBig = task.set === 'routes1000' || task.set === 'routes10000'
  const peers = matchPeers.filter(({ name }) => !isBig || !smallSetsOnly.has(name))
  const together = measureMatching(peers, task, { rounds, warmUp: 100 })
  const rows = together.map((timing) =>
    toRow(timing, measuredAlone.has(timing.name) ? alone(timing.name, task) : Number.NaN),
  )
  return {
    title,
    unit: 'ns per lookup',
    columns: ['interleaved', 'p10', 'ratio', 'alone', 'right answers'],
    rows,
    note: 'Interleaved: all in one process, taking turns. Alone: in a process of its own. Who reorders routes, decodes nothing or knows no constraints gives fewer right answers.',
  }
}

function toRow(
  { name, median, p10, ratio, rightAnswers }: MatchTiming,
  aloneMedian: number,
): BenchTable['rows'][number] {
  return {
    name,
    value: median,
    cells: [
      formatNumber(median),
      formatNumber(p10),
      formatNumber(ratio),
      formatNumber(aloneMedian),
      `${(rightAnswers * 100).toFixed(0)} %`,
    ],
  }
}

/** The median in a process that never saw another router. */
function alone(peer: string, { set, requests }: MatchTask): number {
  const script = fileURLToPath(new URL('measure-alone.js', import.meta.url))
  return Number(execFileSync(process.execPath, [script, peer, set, requests], { encoding: 'utf8' }))
}
