import type { BenchFamily, BenchTable } from '../report/bench-table.js'
import { compareWithPeers, type PeerTask } from '../report/compare-with-peers.js'
import { byNode } from '../report/figure.js'
import { repeatAlone } from '../run-alone.js'
import { measureFirstMatches } from './first-matches.js'
import { matchPeers } from './match-peers.js'
import { measureMatching, type MatchTask } from './measure-matching.js'
import { measureMethodNotAllowed } from './method-not-allowed.js'
import { measureScale } from './scale.js'
import { measureStringSubclass } from './string-subclass.js'

const tasks: readonly (MatchTask & PeerTask & { readonly alsoAlone?: readonly string[] })[] = [
  {
    title: '10 routes, all',
    set: 'small',
    requests: 'all',
    comparisons: [{ peer: 'find-my-way compiled', how: 'alone', bound: { atMost: 1.1 } }],
    isCharted: true,
  },
  {
    title: 'GitHub, 203 routes, static paths',
    set: 'github',
    requests: 'static',
    comparisons: [{ peer: 'memoirist', how: 'alone', bound: { atMost: 0.6 } }],
  },
  {
    title: 'GitHub, 203 routes, all',
    set: 'github',
    requests: 'all',
    alsoAlone: ['hono RegExpRouter'],
    comparisons: [
      { peer: 'find-my-way', how: 'alone', bound: { atLeast: 2 } },
      { peer: 'find-my-way', how: 'interleaved', bound: { atLeast: 2.8 } },
      { peer: 'memoirist', how: 'alone', bound: { atLeast: byNode({ node20: 1.6, newer: 1.1 }) } },
      { peer: 'memoirist', how: 'interleaved', bound: { atLeast: 1.45 } },
      { peer: 'hono RegExpRouter', how: 'alone', bound: { atLeast: 6 } },
    ],
    isCharted: true,
  },
  {
    title: 'GitHub, 203 routes, no route matches',
    set: 'github',
    requests: 'miss',
    comparisons: [
      { peer: 'memoirist', how: 'alone', bound: { atMost: 1 } },
      { peer: 'find-my-way', how: 'alone', bound: { atLeast: 1.7 } },
    ],
  },
  {
    title: 'GitHub, a constraint on every variable',
    set: 'constrained',
    requests: 'all',
    alsoAlone: ['list of regular expressions'],
    comparisons: [
      { peer: 'find-my-way', how: 'alone', bound: { atLeast: 3 } },
      { peer: 'find-my-way compiled', how: 'alone', bound: { atLeast: 2.2 } },
      { peer: 'list of regular expressions', how: 'alone', bound: { atLeast: 11 } },
    ],
  },
  {
    title: '10,000 routes, all',
    set: 'routes10000',
    requests: 'all',
    comparisons: [
      { peer: 'memoirist', how: 'alone', bound: { atLeast: 2 } },
      { peer: 'memoirist', how: 'interleaved', bound: { atLeast: 3 } },
      { peer: 'find-my-way', how: 'alone', bound: { atLeast: 5.5 } },
    ],
    isCharted: true,
  },
]

/** Slower than these by orders of magnitude at many routes; they would take all the time. */
const smallSetsOnly: ReadonlySet<string> = new Set(['list of regular expressions', 'trek-router'])

/** The nearest ones are measured in a process of their own, too; what generates code takes long to do so with many routes. */
const alwaysAlone = ['mvc-router', 'memoirist', 'find-my-way']
const smallSetsAlone = [...alwaysAlone, 'find-my-way compiled']

export const matchFamily: BenchFamily = {
  title: 'Matching',
  packages: ['find-my-way', 'hono', 'koa-tree-router', 'memoirist', 'rou3', 'trek-router'],
  async measure() {
    const tables: BenchTable[] = []
    for (const task of tasks) tables.push(await measureTask(task))
    return [
      ...tables,
      measureScale(),
      measureMethodNotAllowed(),
      measureStringSubclass(),
      measureFirstMatches(),
    ]
  },
}

async function measureTask(task: (typeof tasks)[number]): Promise<BenchTable> {
  const isBig = task.set === 'routes10000'
  const names = [...matchPeers.keys()].filter((name) => !isBig || !smallSetsOnly.has(name))
  const together = await measureMatching(names, task, { rounds: 300, warmUp: 100, budget: 2000 })
  const able = new Set(together.map(({ name }) => name))
  const inOwnProcess = [...(isBig ? alwaysAlone : smallSetsAlone), ...(task.alsoAlone ?? [])].filter((name) =>
    able.has(name),
  )
  const alone = repeatAlone<number>(
    new URL('measure-alone.js', import.meta.url),
    inOwnProcess.map((name) => [name, task.set, task.requests]),
    3,
  )
  return compareWithPeers(
    task,
    'ns per lookup',
    together,
    new Map(inOwnProcess.map((name, index) => [name, alone[index] ?? []])),
  )
}
