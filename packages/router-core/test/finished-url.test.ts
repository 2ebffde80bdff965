import { afterEach, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { NoHandlerFoundException, Router } from '@mvc-router/router-core'
import { createModelAttribute, escapeHtml, linkHtml } from '@mvc-router/router-core/templates'
import { redirect } from '@mvc-router/router-core/express'
import { isFinishedUrl } from '../dist/lib/reversing/finished-url.js'
import { normalizeMountPath } from '../dist/lib/reversing/mount-path.js'
import { reverseRoute } from '../dist/lib/reversing/reverse-route.js'
import { loadMapping } from './express/load-mapping.js'
import { closeAll, expressVersions, serve } from './express/serve.js'

afterEach(closeAll)

const runs = Number(process.env['FUZZ_RUNS'] ?? 800)

/** Most of these accept the empty text; some accept slashes, backslashes, dots, or what must be encoded. */
const constraints = [
  '',
  '<[a-z]*>',
  '<[a-z.]*>',
  '<[0-9]{0,3}>',
  '<a?>',
  '<.?>',
  '<[^/]*>',
  '<[\\\\/]*>',
  '<.*>',
  '<.+>',
  '<(?:a|b)*>',
  '<(?:|evil)>',
  '<\\.*>',
  '<[a-z%2F]*>',
  '<[0-9]+>',
]
const constraint = fc.constantFrom(...constraints)
const variable = (name: string): fc.Arbitrary<string> => constraint.map((text) => `{${text}${name}}`)

/** Variables that are whole segments, parts of one, and several: `/{<[a-z]*>a}/x-{b}/?`. */
const pattern = fc
  .tuple(
    fc.constantFrom('/', '/', '/x', '/x/', '/.', '/-'),
    variable('a'),
    fc.constantFrom('/', '/', '-', '.', '/x/', '/.'),
    variable('b'),
    fc.constantFrom('', '', '/', '/?', '.html', '/x', '.'),
  )
  .map((pieces) => pieces.join(''))

const pool = ['', '', 'evil.com', '/', '//', '/evil.com', '//evil.com', '\\', '/\\evil.com', '\\\\evil.com']
pool.push('.', '..', '...', 'a', 'b', 'aa', '1', 'a/', 'a//b', 'a/../b', '%2F', '%2e', '%5C', '\t', '\0', ' ')
pool.push('?', '#', '@evil.com', 'é', '\u{1F600}', '\uD800', '\u202E', 'a\r\nb', 'x'.repeat(300), '{a}', ';')
const value = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom<unknown>(...pool) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(0, 7, -1, [''], ['', 'a'], { id: '' }, null, true) },
)
const args = fc.record({ a: value, b: value, q: value }, { requiredKeys: ['a', 'b'] })
const mountPath = fc.constantFrom('', '', '/', '/m', '//evil.com', '/\\evil.com', '/a//b', '/../x', '/%2e%2e')

/** What browsers say of a URL. They know nothing of our judge. */
function expectSafe(url: string): void {
  const parsed = new URL(url, 'https://example.org/deep/page')
  expect([parsed.origin, parsed.pathname + parsed.search]).toEqual(['https://example.org', url])
  expect(parsed.pathname).not.toMatch(/\/\/|^\/[/\\]/)
  expect(url).toMatch(/^[\x21-\x7E]+$/)
}

function attempt(run: () => string): string | undefined {
  try {
    return run()
  } catch (error) {
    if (error instanceof NoHandlerFoundException) return undefined
    throw error
  }
}

describe('every way of building a URL', () => {
  test('gives the same URL, or none, and one that names no other host', () => {
    let built = 0
    fc.assert(
      fc.property(pattern, args, mountPath, (path, given, mount) => {
        const router = parse(path)
        if (router === undefined) return
        const reverser = router.forRequest({ mountPath: mount })
        const long = attempt(() => {
          const context = { mountPath: normalizeMountPath(mount), host: undefined, format: undefined }
          const settings = { reverseTrailingSlash: true, maxParamLength: 255 }
          return reverseRoute(router.table, { ...context, ...settings }, 'x.y', given).url
        })
        const attribute = createModelAttribute(reverser)
        expect(attempt(() => reverser.reverse('x.y', given).url)).toBe(long)
        const html = attempt(() => reverser.reverse('x.y', given).toHTML())
        expect(html).toBe(long === undefined ? undefined : escapeHtml(long))
        expect(attempt(() => reverser.href('x.y', given))).toBe(long)
        expect(attempt(() => attribute('x.y', given).url)).toBe(long)
        expect(attempt(() => attribute.href('x.y', given))).toBe(long)
        expect(attempt(() => linkHtml(reverser, 'x.y', given))?.replaceAll('&amp;', '&')).toBe(long)
        if (long === undefined) return
        built++
        expect(isFinishedUrl(long)).toBe(true)
        expectSafe(long)
        if (mount !== '') return
        const match = router.match({ method: 'GET', path: long })
        expect([match?.args['a'], match?.args['b']]).toEqual([textOf(given.a), textOf(given.b)])
      }),
      { numRuns: runs },
    )
    expect(built).toBeGreaterThan(runs / 60)
  })

  test.each(expressVersions)('sends no client of %s to another host', async (_, express) => {
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
    const target = fc.record({ action: fc.constantFrom('x.y', 'x.z'), args })
    await fc.assert(
      fc.asyncProperty(target, async (next) => {
        given = next
        const { status, headers } = await server.ask('POST /go')
        expect([303, 404]).toContain(status)
        if (status === 303) expectSafe(headers.location ?? '')
      }),
      { numRuns: Math.min(runs, 200) },
    )
  })
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
  ['/a?%g0', false],
  ['/a\nb', false],
  ['/{a}', false],
])('the judge of finished URLs says of %j: %p', (url, isFinished) => {
  expect(isFinishedUrl(url)).toBe(isFinished)
})

test('an optional tail may be empty, and nothing else of a path', () => {
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

const routers = new Map<string, Router | undefined>()

function parse(path: string): Router | undefined {
  if (!routers.has(path)) {
    try {
      routers.set(path, Router.parse(`GET ${path} x.y`, { onWarning: () => undefined }))
    } catch {
      routers.set(path, undefined)
    }
  }
  return routers.get(path)
}

function textOf(given: unknown): string | undefined {
  if (Array.isArray(given)) return String(given[0])
  if (typeof given === 'object' && given !== null) return String((given as { id: unknown }).id)
  return String(given)
}
