// Sends requests for URLs of a route to an application of Fastify or Koa, and prints the routes of the traces.
// node hosts.cjs fastify|koa
const { SpanKind } = require('@opentelemetry/api')
const { FastifyOtelInstrumentation } = require('@fastify/otel')
const { registerInstrumentations } = require('@opentelemetry/instrumentation')
const { HttpInstrumentation } = require('@opentelemetry/instrumentation-http')
const { KoaInstrumentation } = require('@opentelemetry/instrumentation-koa')
const {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
} = require('@opentelemetry/sdk-trace-node')

const spans = new InMemorySpanExporter()
new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }).register()
const fastifyInstrumentation = new FastifyOtelInstrumentation({ registerOnInitialization: false })
registerInstrumentations({
  instrumentations: [
    new HttpInstrumentation({ disableOutgoingRequestInstrumentation: true }),
    new KoaInstrumentation(),
    fastifyInstrumentation,
  ],
})

const http = require('node:http')
const options = {
  routeFiles: () => 'GET /books/{<[0-9]+>id} bookController.show',
  controllers: { bookController: { show: async ({ route }) => route.path } },
}

const hosts = {
  async fastify() {
    const app = require('fastify')()
    await app.register(fastifyInstrumentation.plugin())
    const { mvcRouter } = await import('@mvc-router/router-core/fastify')
    await app.register(mvcRouter, { ...options, prefix: '/shop' })
    await app.ready()
    return app.server
  },
  async koa() {
    const Koa = require('koa')
    const { mvcRouter } = await import('@mvc-router/router-core/koa')
    const app = new Koa()
    const routes = await mvcRouter(options)
    // This middleware removes the prefix, like koa-mount.
    app.use(async (context, next) => {
      const { url } = context
      if (!url.startsWith('/shop/')) return next()
      context.url = url.slice('/shop'.length)
      return routes(context, next)
    })
    const answer = app.callback()
    return http.createServer((request, response) => void answer(request, response))
  },
}

async function main() {
  const server = (await hosts[process.argv[2]]()).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address()
  const statuses = []
  for (const path of ['/shop/books/1', '/shop/books/2', '/shop/nothing']) {
    const { status } = await fetch(`http://127.0.0.1:${port}${path}`)
    statuses.push(status)
  }
  server.close()
  await new Promise((resolve) => setTimeout(resolve, 50))
  const servers = spans.getFinishedSpans().filter(({ kind }) => kind === SpanKind.SERVER)
  const routes = servers.map(({ attributes }) => attributes['http.route'] ?? 'none')
  console.log(JSON.stringify({ statuses, routes }))
}

void main()
