import { Router } from '@mvc-router/router-core'
import { measure } from '../measure.js'
import { fresh } from '../random.js'
import type { BenchTable } from '../report/bench-table.js'
import { timingTable } from '../report/timing-table.js'
import { sampleRequests } from '../requests.js'
import { readRouteSet } from '../route-sets.js'

/** What a 405 costs at 10,000 routes: a match that fails, and the methods that the path has. No route there has PATCH. */
export function measureMethodNotAllowed(): BenchTable {
  const set = readRouteSet('routes10000')
  const requests = sampleRequests(set, 'all')
  const router = Router.parse(set.text)
  for (const { method, path } of requests) {
    if (
      router.match({ method: 'PATCH', path }) !== undefined ||
      !router.allowedMethods({ path }).includes(method)
    )
      throw new Error(`Not a 405: PATCH ${path}`)
  }
  let paths: string[] = []
  const timings = measure(
    [
      {
        name: 'mvc-router',
        operations: requests.length,
        prepare() {
          paths = requests.map(({ path }) => fresh(path))
        },
        run() {
          let methods = 0
          for (const path of paths) {
            if (router.match({ method: 'PATCH', path }) === undefined)
              methods += router.allowedMethods({ path }).length
          }
          return methods
        },
      },
    ],
    { rounds: 300, warmUp: 200, budget: 2000 },
  )
  return timingTable(
    {
      title: '10,000 routes: the path is known, the method is not (405)',
      unit: 'ns per request',
      note: 'A match that fails, and the list of the methods that the path has.',
    },
    timings,
    new Map([['mvc-router', { name: '405 at 10,000 routes', atMost: 500 }]]),
  )
}
