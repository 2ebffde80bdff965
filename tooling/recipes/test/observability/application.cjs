// Sends requests for many URLs of 200 routes to an application, and prints the routes in its logs, metrics and traces.
// node application.cjs express|express4 URLS [LAYERS THAT THE INSTRUMENTATION IGNORES]
const { SpanKind, trace } = require('@opentelemetry/api')
const { registerInstrumentations } = require('@opentelemetry/instrumentation')
const { ExpressInstrumentation } = require('@opentelemetry/instrumentation-express')
const { HttpInstrumentation } = require('@opentelemetry/instrumentation-http')
const {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} = require('@opentelemetry/sdk-metrics')
const {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
} = require('@opentelemetry/sdk-trace-node')

const [, , packageName, urls, ...ignoreLayersType] = process.argv

const spans = new InMemorySpanExporter()
new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }).register()
const metrics = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
const reader = new PeriodicExportingMetricReader({ exporter: metrics, exportIntervalMillis: 1e8 })
const expressInstrumentation = new ExpressInstrumentation({ ignoreLayersType })
registerInstrumentations({
  meterProvider: new MeterProvider({ readers: [reader] }),
  instrumentations: [
    new HttpInstrumentation({ disableOutgoingRequestInstrumentation: true }),
    expressInstrumentation,
  ],
})

const http = require('node:http')
const express = require(packageName)
// The instrumentation finds Express only by the name `express`. Under another name, Express must be passed to it.
if (packageName !== 'express') expressInstrumentation.init()[0].patch(express)
const morgan = require('morgan')
const bundle = require('express-prom-bundle')

async function main() {
  const { RouterHandlerMapping } = await import('@mvc-router/router-core/express')
  const routes = Array.from(
    { length: 200 },
    (_, index) => `GET /r${index}/{<[0-9]+>id}/{tab} shopController.show`,
  )
  const mapping = new RouterHandlerMapping({
    routeFiles: () => ['+ use=passes', 'GET /r0/{any}/{tab} 200', ...routes].join('\n'),
    controllers: {
      shopController: { show: (request, response) => void setImmediate(() => response.send('')) },
    },
    middleware: { passes: (request, response, next) => next('route') },
    onWarning: () => undefined,
  })
  await mapping.load()

  const logged = new Set()
  const routeOf = (request) => (request.route === undefined ? 'none' : request.baseUrl + request.route.path)
  morgan.token('route', routeOf)
  const app = express()
  app.use(morgan(':method :route', { stream: { write: (line) => logged.add(line.trim()) } }))
  const prometheus = bundle({ includePath: true, includeMethod: true, normalizePath: routeOf })
  app.use(prometheus)
  app.use('/shop', mapping.middleware)
  app.use('/t/:tenant', mapping.middleware)
  app.use((request, response) => void response.status(404).send(''))

  const server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const agent = new http.Agent({ keepAlive: true, maxSockets: 8 })
  const ask = (path) =>
    new Promise((resolve, reject) => {
      http
        .get({ port: server.address().port, host: '127.0.0.1', path, agent }, (response) => {
          response.resume()
          response.on('end', resolve)
        })
        .on('error', reject)
    })
  let next = 0
  const work = async () => {
    for (let url = next++; url < Number(urls); url = next++)
      await ask(`/shop/r${url % 200}/${url}/tab${url}?q=${url}`)
  }
  await Promise.all(Array.from({ length: 8 }, work))
  await Promise.all([ask('/t/one/r1/1/a'), ask('/t/two/r1/2/b'), ask('/shop/nothing'), ask('/shop/r0/x/y')])
  await new Promise((resolve) => setTimeout(resolve, 50))
  agent.destroy()
  server.close()

  await reader.forceFlush()
  const durations = metrics
    .getMetrics()
    .at(-1)
    .scopeMetrics.flatMap((scope) => scope.metrics)
    .filter(({ descriptor }) => descriptor.name.startsWith('http.server'))
    .flatMap(({ dataPoints }) => dataPoints)
  const servers = spans.getFinishedSpans().filter(({ kind }) => kind === SpanKind.SERVER)
  const exported = await prometheus.promClient.register.getSingleMetric('http_request_duration_seconds').get()
  console.log(
    JSON.stringify({
      requests: servers.length,
      spanRoutes: [...new Set(servers.map(({ attributes }) => attributes['http.route'] ?? 'none'))],
      spanNames: [...new Set(servers.map(({ name }) => name))],
      metricRoutes: [...new Set(durations.map(({ attributes }) => attributes['http.route'] ?? 'none'))],
      exportedRoutes: [...new Set(exported.values.map(({ labels }) => labels.path))],
      loggedRoutes: [...logged],
    }),
  )
  trace.disable()
}

void main()
