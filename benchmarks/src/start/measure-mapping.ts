import { Router as createRouter } from 'express'
import type { Middleware } from '@mvc-router/router-core/express'
import { measure, type Candidate } from '../measure.js'
import { fresh } from '../random.js'
import type { BenchTable } from '../report/bench-table.js'
import { timingTable } from '../report/timing-table.js'
import { sampleRequests, type RequestKind } from '../requests.js'
import { readRouteSet } from '../route-sets.js'
import { createRequests, loadMapping, messagesOfServer } from './mapping.js'

/** Few a round, and other ones in the next: a request is in the processor's cache when a server comes to its routes. */
const batch = 64

const missed = 'miss that passes through the mapping'
const missedOfServer = 'miss that passes through the mapping, requests of createServer'

const noted = Symbol('noted')

/** What no router can do without: it reads the method, and notes on the request that it was here. */
const smallest: Middleware = (request: { method: string; [noted]?: boolean }, _response, next) => {
  if (request.method !== '') request[noted] = true
  next()
}

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

  function through(
    name: string,
    kind: RequestKind,
    middleware: Middleware = mapping.middleware,
    messages?: ReturnType<typeof messagesOfServer>,
  ): Candidate {
    const nextBatch = batches(kind)
    let requests: ReturnType<typeof createRequests> = []
    const candidate = {
      name,
      operations: batch,
      prepare() {
        requests = createRequests(nextBatch(), next, messages)
      },
      run() {
        for (const [request, response, following] of requests) middleware(request, response, following)
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

  const router = createRouter().get('/nothing', (_request, response) => void response.end())
  // First, and not in turns: on Node 20 each request of Express alone has a hidden class of its own, and V8 gives up on all.
  const ofServer = measure([through(missedOfServer, 'miss', mapping.middleware, messagesOfServer())], {
    rounds: 1500,
    warmUp: 500,
    budget: 3000,
  })
  const timings = measure(
    [
      alone('miss, the match alone', 'miss'),
      through(missed, 'miss'),
      through('miss, a middleware that does nothing', 'miss', (_request, _response, following) =>
        following(),
      ),
      through('miss, a middleware that reads the method and adds a property', 'miss', smallest),
      through('miss, express.Router() with one route', 'miss', router as unknown as Middleware),
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
    [...timings, ...ofServer],
    new Map([missed, missedOfServer].map((name) => [name, { name: `203 routes: ${name}`, atMost: 200 }])),
  )
}
