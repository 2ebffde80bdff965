import { afterEach, describe, expect, test } from '@jest/globals'
import { NoHandlerFoundException, RouteFileParsingException, Router } from '@mvc-router/router-core'
import { createModelAttribute, linkHtml } from '@mvc-router/router-core/templates'
import { redirect } from '@mvc-router/router-core/express'
import { isFinishedUrl } from '../dist/lib/reversing/finished-url.js'
import { normalizeMountPath } from '../dist/lib/reversing/mount-path.js'
import { reverseSlowly } from './support/reverse-slowly.js'
import { loadMapping } from './express/load-mapping.js'
import { Choices } from './support/choices.js'
import { hostileArguments, hostileLine } from './support/hostile-arguments.js'
import { closeAll, expressVersions, serve } from './express/serve.js'

afterEach(closeAll)

// FUZZ_RUNS is the number of argument sets. FUZZ_SEED is the number of the first table.
const runs = Number(process.env['FUZZ_RUNS'] ?? 500)
const firstTable = Number(process.env['FUZZ_SEED'] ?? 0)
const setsPerTable = 40
const mountPaths = ['', '', '', '/', '/m', '//evil.com', '/\\evil.com', '/a//b', '/../x', '/%2e%2e']

/** Checks a URL with the URL parser, independently of isFinishedUrl. */
function expectSafe(url: string): void {
  const parsed = new URL(url, 'https://example.org/deep/page')
  const isSafe =
    parsed.origin === 'https://example.org' &&
    parsed.pathname + parsed.search === url &&
    !parsed.pathname.includes('//') &&
    /^[\x21-\x7E]+$/.test(url)
  // Calls expect only for a failure, because expect takes longer than building a URL.
  if (!isSafe) expect([url, parsed.href]).toBe('safe')
}

function attempt(run: () => string | undefined): string | undefined {
  try {
    return run()
  } catch (error) {
    if (error instanceof NoHandlerFoundException) return undefined
    throw error
  }
}

/** A router with random lines for the action x.y; undefined if the file is refused. */
function randomRouter(choices: Choices): Router | undefined {
  const lines = choices.list(1 + choices.below(3), () => hostileLine(choices, 'x.y'))
  const environment = process.env['NODE_ENV']
  // In development, the router checks each link again.
  process.env['NODE_ENV'] = choices.oneIn(4) ? 'development' : 'production'
  try {
    return Router.parse(lines.join('\n'), { onWarning: () => undefined })
  } catch (error) {
    if (error instanceof RouteFileParsingException) return undefined
    throw error
  } finally {
    process.env['NODE_ENV'] = environment
  }
}

/** The URL of each function that builds links. The first URL comes from the oracle `reverseSlowly`. */
function waysOf(
  router: Router,
  mountPath: string,
  args: Record<string, unknown>,
): [string, string | undefined][] {
  const reverser = router.forRequest({ mountPath })
  const attribute = createModelAttribute(reverser)
  const context = { mountPath: normalizeMountPath(mountPath), host: undefined, format: undefined }
  const settings = { ...context, reverseTrailingSlash: true, maxParamLength: 255 }
  const rule = attempt(() => reverseSlowly(router.table, settings, 'x.y', args).url)
  return [
    ['rule', rule],
    ['reverse', attempt(() => reverser.reverse('x.y', args).url)],
    ['href', attempt(() => reverser.href('x.y', args))],
    ['attribute', attempt(() => attribute('x.y', args).url)],
    ['attribute.href', attempt(() => attribute.href('x.y', args))],
    ['toHTML', attempt(() => reverser.reverse('x.y', args).toHTML())?.replaceAll('&amp;', '&')],
    ['html', attempt(() => linkHtml(reverser, 'x.y', args))?.replaceAll('&amp;', '&')],
  ]
}

/** Checks that the URL matches its line with its arguments, or an earlier line. */
function expectRoundTrip(router: Router, args: Record<string, unknown>, url: string): void {
  const { route } = router.reverse('x.y', args)
  const match = router.match({ method: 'GET', path: url })
  if (match === undefined) throw new Error(`${url} leads nowhere`)
  if (match.route !== route) {
    expect(router.routes.indexOf(match.route)).toBeLessThan(router.routes.indexOf(route))
    return
  }
  for (const name of ['a', 'b']) {
    const expected = route.args[name] ?? textOf(args[name])
    if (match.args[name] !== expected) expect([url, name, match.args[name]]).toEqual([url, name, expected])
  }
}

describe('functions that build URLs', () => {
  test('all functions build the same URL as the oracle, and this URL leads to this host', () => {
    let sets = 0
    let built = 0
    for (let number = firstTable; sets < runs; number++) {
      const choices = new Choices(number)
      const router = randomRouter(choices)
      if (router === undefined) continue
      for (let set = 0; set < setsPerTable; set++) {
        sets++
        const args = hostileArguments(choices, ['a', 'b'])
        const mountPath = choices.pick(mountPaths)
        const ways = waysOf(router, mountPath, args)
        const [, url] = ways[0] as [string, string | undefined]
        const other = ways.find(([, way]) => way !== url)
        if (other !== undefined)
          expect([number, router.routes.map(({ path }) => path), args, mountPath, ways]).toBe('the same')
        if (url === undefined) continue
        built++
        if (!isFinishedUrl(url)) expect([number, url]).toBe('finished')
        expectSafe(url)
        if (mountPath === '') expectRoundTrip(router, args, url)
      }
    }
    expect(built).toBeGreaterThan(runs / 60)
  }, 0)

  test.each(expressVersions)(
    'a redirection on %s never leads to another host',
    async (_, express) => {
      const line = 'GET /{<[a-z]*>a}/{b} x.y\nGET /{<.*>a}/x/{b} x.z\nPOST /go go.go'
      const file = `${line}\nGET /r/{b}/{<.*>a} redirect:@x.y\nGET /s/{b}/{<.*>a} redirect:@x.z`
      let given: { action: string; args: Record<string, unknown> } = { action: '', args: {} }
      const mapping = await loadMapping(file, {
        controllers: {
          x: { y: () => undefined, z: () => undefined },
          go: { go: () => redirect(given.action, given.args) },
        },
        onWarning: () => undefined,
      })
      const app = express().use(mapping.middleware as never)
      app.use(((
        error: unknown,
        _request: unknown,
        response: { sendStatus(status: number): void },
        _next: unknown,
      ) => response.sendStatus(error instanceof NoHandlerFoundException ? 404 : 500)) as never)
      const server = await serve(app, { keepAlive: true })
      expect((await server.ask('GET /r/evil.com/')).headers.location).toBeUndefined()
      expect((await server.ask('GET /s/evil.com/')).headers.location).toBeUndefined()
      const choices = new Choices(firstTable)
      for (let run = 0; run < Math.max(200, runs / 100); run++) {
        given = { action: choices.pick(['x.y', 'x.z']), args: hostileArguments(choices, ['a', 'b']) }
        const expected = attempt(() => mapping.router.href(given.action, given.args))
        const { status, headers } = await server.ask('POST /go')
        expect([status, headers.location]).toEqual([expected === undefined ? 404 : 303, expected])
        if (expected !== undefined) expectSafe(expected)
      }
    },
    0,
  )
})

test.each([
  ['/', true],
  ['/a', true],
  ['/a/', true],
  ["/a/b.c/~!$&'()*+,;=:@|[]-_", true],
  ['/a%20b?q=%0A&r=/?', true],
  ['/...', true],
  ['/.a', true],
  ['/?', true],
  ['', false],
  ['a', false],
  ['//a', false],
  ['/a//b', false],
  ['/a//', false],
  ['/\\a', false],
  ['/.', false],
  ['/..', false],
  ['/a/..?q', false],
  ['/a/./b', false],
  ['/a/%2E%2e/b', false],
  ['/a/.%2e', false],
  ['/a b', false],
  ['/é', false],
  ['/a#b', false],
  ['/a"b', false],
  ['/a%2', false],
  ['/a%zz', false],
  ['/a?b#c', false],
  ['/a?b c', false],
  ['/%A0%F9%0a%f0', true],
  ['/%@0', false],
  ['/%G0', false],
  ['/%0`', false],
  ['/%0/', false],
  ['/%:0', false],
  ['/a?%g0', false],
  ['/a\nb', false],
  ['/{a}', false],
])('isFinishedUrl(%j) is %p', (url, isFinished) => {
  expect(isFinishedUrl(url)).toBe(isFinished)
})

test('reverse accepts an empty value only for an optional tail such as /f/{<.*>path}', () => {
  const router = Router.parse('GET /f/{<.*>path} a.tail\nGET /g/{<.*>path}/? a.slash\nGET /{<.*>path} a.root')
  expect(router.href('a.tail', { path: '' })).toBe('/f/')
  expect(router.href('a.slash', { path: '' })).toBe('/g/')
  expect(router.href('a.root', { path: '' })).toBe('/')
  const refused = [
    '/{<[a-z]*>path}',
    '/x/{<[a-z]*>path}',
    '/{<.*>path}/x',
    '/x{<.*>path}',
    '/{<.*>path}.html',
  ]
  for (const path of refused) {
    expect(() => Router.parse(`GET ${path} a.b`).href('a.b', { path: '' })).toThrow('is empty')
  }
})

test('reverseTemplate refuses a segment of dots', () => {
  const router = Router.parse('GET /{y}/{<.*>x} a.b')
  expect(router.reverseTemplate('a.b', { x: 'a/b' }).url).toBe('/{y}/a/b')
  expect(() => router.reverseTemplate('a.b', { x: '..' })).toThrow('a segment of dots')
})

/** Converts an argument to text by the rules in docs/route-file.md (Reversing), without the router. */
function textOf(given: unknown): string {
  const first: unknown = Array.isArray(given) ? given[0] : given
  if (typeof first !== 'object' || first === null) return String(first)
  const { toRouteParam, id } = first as { toRouteParam?: () => string; id?: unknown }
  return toRouteParam === undefined ? String(id) : toRouteParam()
}
