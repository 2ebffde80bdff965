import type { BenchFamily, BenchTable } from '../report/bench-table.js'
import { compareWithPeers, type PeerTask } from '../report/compare-with-peers.js'
import { matchPeers } from './match-peers.js'
import { measureLoad } from './measure-load.js'
import { measureMatching, type MatchTask } from './measure-matching.js'

type Task = MatchTask & PeerTask

const tasks: readonly Task[] = [
  {
    title: '10 routes',
    set: 'small',
    requests: 'all',
    aims: [{ peer: 'find-my-way compiled', atMost: 1.1 }],
  },
  {
    title: 'GitHub, 203 routes, static paths',
    set: 'github',
    requests: 'static',
    aims: [{ peer: 'memoirist', atMost: 1 }],
  },
  {
    title: 'GitHub, 203 routes',
    set: 'github',
    requests: 'all',
    aims: [
      { peer: 'memoirist', atMost: 1 },
      { peer: 'find-my-way', atMost: 1 },
    ],
    isCharted: true,
  },
  {
    title: 'GitHub, 203 routes, no route matches',
    set: 'github',
    requests: 'miss',
    aims: [{ peer: 'memoirist', atMost: 1 }],
  },
  {
    title: 'GitHub, a constraint on every variable',
    set: 'constrained',
    requests: 'all',
    aims: [{ peer: 'find-my-way compiled', atMost: 1 }],
    isCharted: true,
  },
  {
    title: '10,000 routes',
    set: 'routes10000',
    requests: 'all',
    aims: [{ peer: 'memoirist', atMost: 0.5 }],
    isCharted: true,
  },
]

/** The other peers try line by line, or generate code, so they would take too long. */
const peersOfManyRoutes: readonly string[] = ['mvc-router', 'memoirist', 'find-my-way']

/** Measures finding the route and the parameters of a request, and loading the routes. */
export const matchFamily: BenchFamily = {
  title: 'Matching',
  packages: ['find-my-way', 'hono', 'memoirist', 'rou3'],
  async measure() {
    const tables: BenchTable[] = []
    for (const task of tasks) tables.push(await measureTask(task))
    return [...tables, ...measureLoad()]
  },
}

async function measureTask(task: Task): Promise<BenchTable> {
  const names = task.set === 'routes10000' ? peersOfManyRoutes : [...matchPeers.keys()]
  const together = await measureMatching(names, task, { rounds: 300, warmUp: 100, budget: 2000 })
  return compareWithPeers(task, 'ns per lookup', together, ['match', task.set, task.requests])
}
