import type { BenchFamily, BenchTable } from '../report/bench-table.js'
import { compareWithPeers, type PeerTask } from '../report/compare-with-peers.js'
import { measureReversing, type ReverseTask } from './measure-reversing.js'
import { reversePeers } from './reverse-peers.js'

const [compiled, definition] = ['path-to-regexp compile()', 'mvc-router reverse()']

const tasks: readonly (PeerTask & { readonly task: ReverseTask })[] = [
  {
    title: '/users/{id}',
    task: 'one variable',
    // `href` must be 1.7 times as fast as the peer. `reverse` must be as fast as the peer.
    aims: [
      { peer: compiled, atMost: 0.59 },
      { ours: definition, peer: compiled, atMost: 1 },
    ],
    isCharted: true,
  },
  {
    title: '/repos/{owner}/{repo}/issues/{number}',
    task: 'three variables',
    aims: [{ peer: compiled, atMost: 0.59 }],
  },
  {
    title: '/users/{id}, values to encode',
    task: 'values to encode',
    aims: [{ peer: 'URL written by hand', atMost: 1.15 }],
    isCharted: true,
  },
  { title: '1,000 names', task: '1,000 names', isCharted: true },
]

/** Measures building a URL from an action and arguments. */
export const reverseFamily: BenchFamily = {
  title: 'Reversing',
  packages: ['@adonisjs/http-server', '@koa/router', 'path-to-regexp'],
  async measure() {
    const tables: BenchTable[] = []
    for (const task of tasks) {
      const options = { rounds: 200, warmUp: 100, budget: 2000 }
      const together = await measureReversing([...reversePeers.keys()], task.task, options)
      tables.push({
        ...compareWithPeers(task, 'ns per URL', together, ['reverse', task.task]),
        note: 'Both functions of mvc-router look the action up, check the values and know that the URL routes back.',
      })
    }
    return tables
  },
}
