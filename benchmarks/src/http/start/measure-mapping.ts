import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { RouterHandlerMapping, type Middleware } from '@mvc-router/router-core/express'
import express from 'express'
import { measure, type Candidate } from '../../measure.js'
import { fresh } from '../../random.js'
import type { BenchTable } from '../../report/bench-table.js'
import { formatSpread } from '../../report/format.js'
import { sampleRequests, type RequestKind } from '../../requests.js'
import { readRouteSet } from '../../route-sets.js'
import { spreadOf } from '../../statistics.js'

/** Requests per round. Each round creates a few new requests, which fit into the CPU's cache, as on a real server. */
const batch = 64

const set = readRouteSet('github')
const missed = 'miss, through the mapping to next()'
const missAim = '203 routes, no route matches: from the middleware of the mapping to next()'

type Arguments = Parameters<Middleware>

let arrived: Arguments[] = []
let passed = 0

// All requests share one application, because each application has other prototypes of requests, which V8 must learn.
const app = express()
app.use((request, response) => {
  // Express has read the path from the URL before it calls a middleware.
  if (request.path !== '') arrived.push([request, response, () => void passed++] as unknown as Arguments)
})

/** Measures requests of Express that pass through the middleware, and requests that reach an action. */
export async function measureMapping(): Promise<BenchTable> {
  let answered = 0
  const controllers: Record<string, Record<string, () => void>> = {}
  for (const { action } of set.routes) {
    const [controller = '', method = ''] = action.split('.')
    const methods = (controllers[controller] ??= {})
    methods[method] = () => void answered++
  }
  const mapping = new RouterHandlerMapping({ routeFiles: () => set.text, controllers })
  await mapping.load()

  function through(name: string, kind: RequestKind, middleware: Middleware): Candidate {
    const nextBatch = batches(kind)
    let requests: Arguments[] = []
    const candidate = {
      name,
      operations: batch,
      prepare() {
        requests = createRequests(nextBatch())
      },
      run() {
        for (const [request, response, next] of requests) middleware(request, response, next)
        return passed + answered
      },
    }
    const before = kind === 'miss' ? passed : answered
    candidate.prepare()
    candidate.run()
    if ((kind === 'miss' ? passed : answered) - before !== batch)
      throw new Error(`${name}: not all requests are of this kind`)
    return candidate
  }

  const router = express.Router().get('/nothing', (_request, response) => void response.end())
  const timings = measure(
    [
      through(missed, 'miss', mapping.middleware),
      through('miss, express.Router() with one route', 'miss', router as unknown as Middleware),
      through('hit, through the mapping to the action', 'all', mapping.middleware),
    ],
    { rounds: 3000, warmUp: 500, budget: 8000 },
  )
  return {
    title: '203 routes: from the middleware of the mapping to next() or the action',
    unit: 'ns per request',
    columns: ['median (p10 to p90)'],
    rows: timings.map(({ name, times }) => ({
      name,
      value: spreadOf(times).median,
      isOurs: name.includes('mapping'),
      cells: [formatSpread(spreadOf(times))],
    })),
    note: 'The middleware gets requests as Express passes them, and the action does nothing.',
    aims: timings
      .filter(({ name }) => name === missed)
      .map(({ times }) => ({ name: missAim, unit: 'ns', atMost: 400, measured: spreadOf(times) })),
  }
}

function batches(kind: RequestKind): () => { readonly method: string; readonly path: string }[] {
  const asked = sampleRequests(set, kind)
  let start = 0
  return () => {
    start = (start + batch) % asked.length
    return asked.slice(start, start + batch).map(({ method, path }) => ({ method, path: fresh(path) }))
  }
}

/** Creates arguments as Express passes them to its first middleware. The requests have no connection. */
function createRequests(asked: readonly { readonly method: string; readonly path: string }[]): Arguments[] {
  arrived = []
  const socket = new Socket()
  for (const { method, path } of asked) {
    const request = Object.assign(new IncomingMessage(socket), { method, url: path })
    app(request as express.Request, new ServerResponse(request) as express.Response)
  }
  if (arrived.length !== asked.length) throw new Error('Express has lost requests')
  return arrived
}
