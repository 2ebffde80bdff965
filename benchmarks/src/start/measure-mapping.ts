import { measure, type Candidate } from '../measure.js'
import { fresh } from '../random.js'
import type { BenchTable } from '../report/bench-table.js'
import { timingTable } from '../report/timing-table.js'
import { sampleRequests, type RequestKind } from '../requests.js'
import { readRouteSet } from '../route-sets.js'
import { createRequests, loadMapping } from './mapping.js'

/** Few a round, and other ones in the next: a request is in the processor's cache when a server comes to its routes. */
const batch = 64

const missed = 'miss that passes through the mapping'

/** What the middleware costs beside the match: requests of Express that pass through it, or come to an action. */
export async function measureMapping(): Promise<BenchTable> {
  const set = readRouteSet('github')
  const { mapping, answered } = await loadMapping(set.text)
  let passed = 0
  const next = (): void => void passed++

  function batches(kind: RequestKind): () => { readonly method: string; readonly path: string }[] {
    const asked = sampleRequests(set, kind)
    let start = 0
    return () => {
      start = (start + batch) % asked.length
      return asked.slice(start, start + batch).map(({ method, path }) => ({ method, path: fresh(path) }))
    }
  }

  function through(name: string, kind: RequestKind): Candidate {
    const nextBatch = batches(kind)
    let requests: ReturnType<typeof createRequests> = []
    const candidate = {
      name,
      operations: batch,
      prepare() {
        requests = createRequests(nextBatch(), next)
      },
      run() {
        for (const [request, response, following] of requests)
          mapping.middleware(request, response, following)
        return passed
      },
    }
    const count = kind === 'miss' ? (): number => passed : answered
    const before = count()
    candidate.prepare()
    candidate.run()
    if (count() - before !== batch) throw new Error(`${name}: not all requests are of this kind`)
    return candidate
  }

  function alone(name: string, kind: RequestKind): Candidate {
    const nextBatch = batches(kind)
    let requests: { readonly method: string; readonly path: string }[] = []
    return {
      name,
      operations: batch,
      prepare() {
        requests = nextBatch()
      },
      run() {
        let found = 0
        for (const request of requests) if (mapping.router.match(request) !== undefined) found++
        return found
      },
    }
  }

  const timings = measure(
    [
      alone('miss, the match alone', 'miss'),
      through(missed, 'miss'),
      alone('hit, the match alone', 'all'),
      through('hit, from the middleware to the action', 'all'),
    ],
    { rounds: 3000, warmUp: 500, budget: 8000 },
  )
  return timingTable(
    {
      title: '203 routes: from the middleware of the mapping to next() or the action',
      unit: 'ns per request',
      note: 'Requests as Express gives them to a middleware; the action does nothing.',
    },
    timings,
    new Map([[missed, { name: `203 routes: ${missed}`, atMost: 200 }]]),
  )
}
