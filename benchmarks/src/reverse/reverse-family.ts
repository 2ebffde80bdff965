import type { BenchFamily, BenchTable } from '../report/bench-table.js'
import { compareWithPeers, type PeerTask } from '../report/compare-with-peers.js'
import { repeatAlone } from '../run-alone.js'
import { measureManyNames } from './many-names.js'
import { measureReversing, type ReverseTask } from './measure-reversing.js'
import { reversePeers } from './reverse-peers.js'

const definition = 'mvc-router reverse()'

/** A text is compared with a text. What a definition costs beyond it has a figure of its own. */
const comparisons: PeerTask['comparisons'] = [
  { peer: 'path-to-regexp compile()', how: 'alone', bound: { atLeast: 1.7 } },
  { peer: 'Adonis makeUrl()', how: 'alone', bound: { atLeast: 6 } },
  { peer: '@koa/router url()', how: 'alone', bound: { atLeast: 20 } },
  { ours: definition, peer: 'path-to-regexp compile()', how: 'alone', bound: { atLeast: 1.7 } },
]

const tasks: readonly (PeerTask & { readonly task: ReverseTask })[] = [
  { title: '/users/{id}', task: 'one variable', comparisons, isCharted: true },
  { title: '/repos/{owner}/{repo}/issues/{number}', task: 'three variables', comparisons },
  {
    title: '/users/{id}, values to encode',
    task: 'values to encode',
    comparisons: [
      { peer: 'URL written by hand', how: 'alone', bound: { atMost: 1 } },
      { peer: 'path-to-regexp compile()', how: 'alone', bound: { atLeast: 1.25 } },
      { ours: definition, peer: 'path-to-regexp compile()', how: 'alone', bound: { atLeast: 1.25 } },
    ],
    isCharted: true,
  },
  { title: '1,000 names', task: '1,000 names', isCharted: true },
]

export const reverseFamily: BenchFamily = {
  title: 'Reversing',
  packages: [
    '@adonisjs/http-server',
    '@koa/router',
    'path-to-regexp',
    'react-router',
    'regexparam',
    'typesafe-routes',
    'url-pattern',
  ],
  async measure() {
    const tables: BenchTable[] = []
    for (const task of tasks) tables.push(await measureTask(task))
    return [...tables, await measureManyNames()]
  },
}

async function measureTask(task: (typeof tasks)[number]): Promise<BenchTable> {
  const options = { rounds: 200, warmUp: 100, budget: 2000 }
  const together = await measureReversing([...reversePeers.keys()], task.task, options)
  // Those that the figures name are measured in a process of their own, too.
  const inOwnProcess = [
    ...new Set(['mvc-router href()', definition, ...(task.comparisons ?? []).map(({ peer }) => peer)]),
  ]
  const alone = repeatAlone<number>(
    new URL('measure-alone.js', import.meta.url),
    inOwnProcess.map((name) => [name, task.task]),
    3,
  )
  const table = compareWithPeers(
    task,
    'ns per URL',
    together,
    new Map(inOwnProcess.map((name, index) => [name, alone[index] ?? []])),
  )
  return {
    ...table,
    note: 'Both of ours look the action up, check the values and know that the URL routes back. `href()` returns a string, as the others do; `reverse()` also copies the arguments and makes a frozen ActionDefinition.',
  }
}
