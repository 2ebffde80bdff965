import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { formatNumber, type BenchFamily, type BenchTable } from '../report/bench-table.js'
import { measureReversing, type ReverseTask } from './measure-reversing.js'
import { reversePeers } from './reverse-peers.js'

const tasks: readonly { readonly title: string; readonly task: ReverseTask }[] = [
  { title: '/users/{id}', task: 'one variable' },
  { title: '/repos/{owner}/{repo}/issues/{number}', task: 'three variables' },
  { title: '/users/{id}, values to encode', task: 'values to encode' },
  { title: '10 names', task: '10 names' },
  { title: '1,000 names', task: '1,000 names' },
]

/** Those that the figures name are measured in a process of their own, too. */
const measuredAlone: ReadonlySet<string> = new Set([
  'mvc-router',
  'path-to-regexp compile()',
  'Adonis makeUrl()',
  '@koa/router url()',
])

export const reverseFamily: BenchFamily = {
  title: 'Reversing',
  measure: () => tasks.map(measureTask),
}

function measureTask({ title, task }: (typeof tasks)[number]): BenchTable {
  const timings = measureReversing(reversePeers, task, { rounds: 200, warmUp: 100, budget: 5000 })
  return {
    title,
    unit: 'ns per URL',
    columns: ['interleaved', 'p10', 'ratio', 'alone', 'same URLs'],
    rows: timings.map(({ name, median, p10, ratio, rightAnswers }) => ({
      name,
      value: median,
      cells: [
        formatNumber(median),
        formatNumber(p10),
        formatNumber(ratio),
        formatNumber(measuredAlone.has(name) ? alone(name, task) : Number.NaN),
        `${(rightAnswers * 100).toFixed(0)} %`,
      ],
    })),
    note: 'Ours looks the action up, checks the value, knows that the URL routes back, and makes a frozen ActionDefinition; the others return a string. Who encodes nothing, or otherwise than encodeURIComponent, gives fewer of the same URLs.',
  }
}

/** The median in a process that never built a URL in another way. */
function alone(peer: string, task: ReverseTask): number {
  const script = fileURLToPath(new URL('measure-alone.js', import.meta.url))
  return Number(execFileSync(process.execPath, [script, peer, task], { encoding: 'utf8' }))
}
