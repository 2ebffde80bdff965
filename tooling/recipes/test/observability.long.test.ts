import { describe, expect, test } from '@jest/globals'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** The number of URLs. `FUZZ_RUNS` sets it. */
const urls = Number(process.env['FUZZ_RUNS'] ?? 1000)

interface Observed {
  readonly requests: number
  readonly spanRoutes: string[]
  readonly spanNames: string[]
  readonly metricRoutes: string[]
  readonly exportedRoutes: string[]
  readonly loggedRoutes: string[]
}

const routes = Array.from({ length: 200 }, (_, index) => `/shop/r${index}/:id/:tab`)

/** Runs the application in another process, because OpenTelemetry must load before `node:http` and Express. */
async function observe(express: string, urlCount: number, ...ignoredLayers: string[]): Promise<Observed> {
  const script = 'tooling/recipes/test/observability/application.cjs'
  const args = [script, express, String(urlCount), ...ignoredLayers]
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  })
  return JSON.parse(stdout) as Observed
}

describe.each([['express'], ['express4']])('with %s', (express) => {
  test('traces, metrics and logs group the requested URLs by 200 routes', async () => {
    const observed = await observe(express, urls)
    expect(observed.requests).toBe(urls + 4)
    const traced = [...routes, '/t/:tenant/r1/:id/:tab', 'none']
    expect(observed.spanRoutes.toSorted()).toEqual(traced.toSorted())
    expect(observed.metricRoutes.toSorted()).toEqual(traced.toSorted())
    const named = traced.map((route) => (route === 'none' ? 'GET' : `GET ${route}`))
    expect(observed.spanNames.toSorted()).toEqual(named.toSorted())
    const logged = [...routes, '/t/one/r1/:id/:tab', '/t/two/r1/:id/:tab', 'none']
    expect(observed.exportedRoutes.toSorted()).toEqual(logged.toSorted())
    expect(observed.loggedRoutes.toSorted()).toEqual(logged.map((route) => `GET ${route}`).toSorted())
  }, 120_000)

  test('without spans of middleware, a trace still has :tenant of the mount path', async () => {
    const { spanRoutes } = await observe(express, 0, 'middleware')
    expect(spanRoutes.toSorted()).toEqual(['/t/:tenant/r1/:id/:tab', 'none'])
  }, 120_000)
})

test.each([
  ['fastify', '/shop/*'],
  ['koa', 'none'],
])(
  'on %s, traces have the route with the prefix of its mount',
  async (host, elsewhere) => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      'tooling/recipes/test/observability/hosts.cjs',
      host,
    ])
    const observed = JSON.parse(stdout) as { statuses: number[]; routes: string[] }
    expect(observed).toEqual({
      statuses: [200, 200, 404],
      routes: ['/shop/books/:id', '/shop/books/:id', elsewhere],
    })
  },
  120_000,
)
