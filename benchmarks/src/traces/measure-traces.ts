import { AsyncResource } from 'node:async_hooks'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { createContextKey, ROOT_CONTEXT, trace, INVALID_SPAN_CONTEXT, type Context } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { RPCType, setRPCMetadata, type RPCMetadata } from '@opentelemetry/core'
import type { ExpressRequest, ExpressResponse } from '@mvc-router/router-core/express'
import express from 'express'
import { measure, type Candidate } from '../measure.js'
import { fresh } from '../random.js'
import type { BenchTable } from '../report/bench-table.js'
import { formatSpread } from '../report/figure.js'
import { sampleRequests } from '../requests.js'
import { readRouteSet } from '../route-sets.js'
import { loadMapping } from '../start/mapping.js'
import { differenceOf, spreadOf } from '../statistics.js'

/** Few a round: a request is in the processor's cache when a server comes to its routes. */
const batch = 64

interface Place {
  readonly name: string
  readonly baseUrl: string
  /** What the instrumentation of Express has written down: the paths of the layers around, and what they say of the route. */
  readonly layers: readonly string[] | undefined
  readonly routeSoFar?: string
}

const places: readonly Place[] = [
  { name: 'at the root', baseUrl: '', layers: undefined },
  { name: 'below a mount path', baseUrl: '/shop', layers: undefined },
  {
    name: 'below a mount path, with the instrumentation of Express',
    baseUrl: '/shop',
    layers: ['/', '/:tenant', '/'],
    routeSoFar: '/:tenant',
  },
]

/** What `http.route` costs a request: from the middleware to the action, each in a context of its own as a server's are. */
export async function measureTraces(): Promise<BenchTable> {
  const set = readRouteSet('github')
  const { mapping, answered } = await loadMapping(set.text)
  const samples = sampleRequests(set, 'all')
  const manager = new AsyncLocalStorageContextManager().enable()
  const telemetry: { context: unknown } = { context: undefined }
  ;(globalThis as { [key: symbol]: unknown })[Symbol.for('opentelemetry.js.api.1')] = telemetry

  function candidateAt(
    { name, routeSoFar, ...place }: Place,
    isLoaded: boolean,
  ): Candidate & { check(): void } {
    const written = routeSoFar === undefined ? {} : { route: routeSoFar }
    let start = 0
    let requests: ReturnType<typeof serve>[] = []
    let contexts: Context[] = []
    let metadata: RPCMetadata[] = []
    return {
      name,
      operations: batch,
      prepare() {
        start = (start + batch) % samples.length
        const asked = samples.slice(start, start + batch)
        requests = asked.map(({ method, path }) => serve(method, fresh(path), place))
        metadata = requests.map(() => ({
          type: RPCType.HTTP,
          span: trace.wrapSpanContext(INVALID_SPAN_CONTEXT),
          ...written,
        }))
        contexts = metadata.map((each) => setRPCMetadata(ROOT_CONTEXT.setValue(spanKey, each.span), each))
        // The global value stays: V8 would compile everything anew that has looked at it.
        telemetry.context = isLoaded ? manager : undefined
      },
      run() {
        for (let index = 0; index < batch; index++) {
          const request = requests[index]
          const context = contexts[index]
          if (request !== undefined && context !== undefined)
            manager.with(context, mapping.middleware, mapping, ...request)
        }
        return answered()
      },
      check() {
        this.prepare()
        this.run()
        const routes = metadata.filter(
          ({ route }) => route?.startsWith('/') === true && route !== routeSoFar,
        ).length
        if (routes !== (isLoaded ? batch : 0)) throw new Error(`${name}: ${routes} spans have a route`)
      },
    }
  }

  const candidates = places.flatMap((place) => [candidateAt(place, false), candidateAt(place, true)])
  for (const candidate of candidates) candidate.check()
  // As below the socket of a server: Node 20 keeps what is asynchronous elsewhere for code that nothing has called.
  const timings = new AsyncResource('HTTPINCOMINGMESSAGE').runInAsyncScope(() =>
    measure(candidates, { rounds: 6000, warmUp: 1000, budget: 20_000 }),
  )
  const rows = places.map(({ name }, index) => {
    const [without = [], inTrace = []] = timings.slice(2 * index).map(({ times }) => times)
    return { name, without, inTrace, more: differenceOf(inTrace, without) }
  })
  return {
    title: '203 routes: from the middleware of the mapping to the action',
    unit: 'ns per request',
    note: 'Each request in an asynchronous context of its own, which both pay.',
    columns: ['in a trace (p10 to p90)', 'without OpenTelemetry', 'difference'],
    isCharted: true,
    rows: rows.map(({ name, without, inTrace, more }) => ({
      name,
      value: spreadOf(inTrace).median,
      isOurs: true,
      cells: [formatSpread(spreadOf(inTrace)), formatSpread(spreadOf(without)), formatSpread(more)],
    })),
    figures: rows.map(({ name, more }) => ({
      name: `What a trace costs a request, ${name}`,
      bound: { atMost: 100 },
      unit: 'ns',
      measured: more,
    })),
  }
}

const spanKey = createContextKey('OpenTelemetry Context Key SPAN')

const app = express()
const socket = new Socket()
const Request = withPrototype(IncomingMessage, app.request)
const Response = withPrototype(ServerResponse, app.response)

/** A request as `createServer` makes it, which has the application's prototype from the start. */
function serve(
  method: string,
  url: string,
  { baseUrl, layers }: Pick<Place, 'baseUrl' | 'layers'>,
): [ExpressRequest, ExpressResponse, () => void] {
  const request = new Request(socket)
  Object.assign(request, { method, url, originalUrl: baseUrl + url, baseUrl, ['__ot_middlewares']: layers })
  return [request as ExpressRequest, new Response(request) as ExpressResponse, () => undefined]
}

/** In the way of `createServer`: objects of a `class`, or of `Reflect.construct`, would be slower. */
function withPrototype<Base extends typeof IncomingMessage | typeof ServerResponse>(
  base: Base,
  prototype: object,
): Base {
  function Message(this: object, first: unknown): void {
    Reflect.apply(base as unknown as (first: unknown) => void, this, [first])
  }
  Object.setPrototypeOf(Message, base)
  Message.prototype = prototype
  return Message as unknown as Base
}
