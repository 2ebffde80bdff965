import { Router, type MatchRequest } from '@mvc-router/router-core'
import { measure } from '../measure.js'
import { createRandom, fresh, randomText } from '../random.js'
import type { BenchTable } from '../report/bench-table.js'
import { timingTable } from '../report/timing-table.js'

const hosts = 100
const kinds = [
  { name: 'written hosts', variables: [] },
  { name: 'one variable', variables: ['tenant'] },
  { name: 'two variables', variables: ['tenant', 'region'] },
]

/** A hundred hosts on one path. The last ten are asked, since a list would be slowest there. */
export function measureHosts(): BenchTable {
  const timings = measure(kinds.map(toCandidate), { rounds: 300, warmUp: 250, budget: 6000 })
  const title = 'A hundred hosts on one path'
  return timingTable(
    {
      title,
      unit: 'ns per lookup',
      note: 'Requests are for the last ten hosts, with random values of the variables.',
    },
    timings,
    new Map(kinds.map(({ name }) => [name, { name: `${title}, ${name}`, atMost: 1500 }])),
  )
}

function toCandidate({ name, variables }: (typeof kinds)[number]): Parameters<typeof measure>[0][number] {
  const router = Router.parse(
    Array.from(
      { length: hosts },
      (_, index) =>
        `GET ${variables.map((variable) => `{${variable}}.`).join('')}shop${index}.example.com/products c${index}.list\n`,
    ).join(''),
  )
  const random = createRandom(hosts)
  const asked = Array.from({ length: 1024 }, () => {
    const index = hosts - 1 - Math.floor(random() * 10)
    const values = variables.map(() => `${randomText(random, 'abcdefghijklmnopqrstuvwxyz', 3, 10)}.`)
    return { host: `${values.join('')}shop${index}.example.com`, action: `c${index}.list` }
  })
  for (const { host, action } of asked)
    if (router.match({ method: 'GET', path: '/products', host })?.action !== action)
      throw new Error(`${host} does not lead to ${action}`)
  let requests: MatchRequest[] = []
  return {
    name,
    operations: asked.length,
    prepare() {
      requests = asked.map(({ host }) => ({ method: 'GET', path: fresh('/products'), host: fresh(host) }))
    },
    run() {
      let found = 0
      for (const request of requests) if (router.match(request) !== undefined) found++
      return found
    },
  }
}
