import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Router, type RouteFileParsingException } from '@mvc-router/router-core'
import { RouterHandlerMapping } from '@mvc-router/router-core/express'
import { closeAll, expressVersions, serve } from './serve.js'

afterEach(closeAll)

let cwd: string
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'mvc-router-targets-'))
  mkdirSync(join(cwd, 'public'))
  writeFileSync(join(cwd, 'public/x.html'), 'x')
})
afterAll(() => rmSync(cwd, { recursive: true }))

async function load(routes: string, warnings: string[] = []): Promise<RouterHandlerMapping> {
  const mapping = new RouterHandlerMapping({
    routeFiles: () => routes,
    cwd,
    controllers: { page: { show: () => 'shown', list: () => 'list' } },
    onWarning: (warning) => warnings.push(warning),
  })
  await mapping.load()
  return mapping
}

test.each(expressVersions)(
  'on %s, a redirection fills in the variables of its line',
  async (_name, express) => {
    const lines = [
      'GET /o/{id} redirect:/n/{id}',
      'GET /p/{id} redirect:308:/n/{id}/edit?from={id}&x=1#top',
      'GET /q/{id} redirect:/{id}',
      'GET /r/{id} redirect:/n/%7Bid%7D',
      'GET /s/{<.+>path} redirect:301:https://shop.example.org/{path}?p={path}',
      'GET /t/{<.*>path} redirect:/{path}/x',
      'GET {client}.example.org/u redirect:/c/{client}',
    ]
    const app = express().use((await load(lines.join('\n'))).middleware as never)
    const server = await serve(app)
    const location = async (path: string, host = 'localhost'): Promise<string | number> => {
      const { status, headers } = await server.ask(`GET ${path}`, { headers: { host } })
      return headers.location === undefined ? status : `${status} ${headers.location}`
    }
    expect(await location('/o/7')).toBe('302 /n/7')
    expect(await location('/o/a%2Fb%20c')).toBe('302 /n/a%2Fb%20c')
    expect(await location("/o/'")).toBe('302 /n/%27')
    expect(await location('/p/7')).toBe('308 /n/7/edit?from=7&x=1#top')
    expect(await location('/p/a%26b%3Dc%23d')).toBe('308 /n/a%26b%3Dc%23d/edit?from=a%26b%3Dc%23d&x=1#top')
    expect(await location('/q/%2Fevil.com')).toBe('302 /%2Fevil.com')
    expect(await location('/q/%5Cevil.com')).toBe('302 /%5Cevil.com')
    expect(await location('/r/7')).toBe('302 /n/%7Bid%7D')
    expect(await location('/s/a/b')).toBe('301 https://shop.example.org/a/b?p=a%2Fb')
    expect(await location('/t/')).toBe(404)
    expect(await location('/t/a')).toBe('302 /a/x')
    expect(await location('/u', 'acme.example.org')).toBe('302 /c/acme')
  },
)

test('a redirection never leads to another host or starts with two slashes, whatever value a variable has', async () => {
  const mapping = await load(
    'GET /a/{x}/{<.*>y} redirect:/{y}/{x}\nGET /b/{x} redirect:/{x}\nGET /c/{<.*>y} redirect:https://a.org/{y}',
  )
  const [express] = expressVersions[0]?.slice(1) ?? []
  if (express === undefined || typeof express === 'string') throw new Error('no Express')
  const server = await serve(express().use(mapping.middleware as never), { keepAlive: true })
  const piece = fc.constantFrom(
    '',
    '.',
    '..',
    'a',
    '%2F',
    '%2f',
    '%5C',
    '\\',
    '//',
    '/',
    '%2F%2Fevil.com',
    '@',
    ':',
    '%2e',
    'evil.com',
    '%3F',
    '?',
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('/a/', '/b/', '/c/'),
      fc.array(piece, { maxLength: 5 }),
      async (start, pieces) => {
        const { headers } = await server.ask(`GET ${start}${pieces.join('')}`)
        if (headers.location === undefined) return
        const url = new URL(headers.location, 'http://here.test')
        expect(url.origin).toBe(start === '/c/' ? 'https://a.org' : 'http://here.test')
        expect(headers.location).not.toMatch(/^\/[/\\]/)
      },
    ),
    { numRuns: Number(process.env['FUZZ_RUNS'] ?? 300) },
  )
})

test.each([
  ['GET /o/{id} redirect:/n/{nr}/x', 24, 'has no variable {nr}'],
  ['GET /o/{id} redirect:/n/{id', 24, 'Expected "{name}"'],
  ['GET /o/{id} redirect:/n/{}', 24, 'Expected "{name}"'],
  ['GET /o/{id} redirect:https://{id}/x', 29, 'part of the host'],
  ['GET /o/{id} redirect:https://a.org{id}', 34, 'part of the host'],
  ['GET /o/{id} redirect:https://{id}.a.org', 29, 'part of the host'],
  ['GET /o/{id} staticFile:files/{id}.pdf', 29, 'cannot name a file'],
  ['GET /o/{id}/ staticDir:files/{id}', 29, 'cannot name a file'],
])('the target of %s is an error at offset %i: %s', (line, offset, message) => {
  const problem = ((): unknown => {
    try {
      return Router.parse(line)
    } catch (error) {
      return (error as RouteFileParsingException).errors[0]
    }
  })()
  expect(problem).toMatchObject({ message: expect.stringContaining(message) as unknown, column: offset + 1 })
})

test.each([
  ['GET /s/ staticDir:nowhere', 'There is no folder', 'beside the route file'],
  ['GET /s/ staticDir:public/x.html', 'There is no folder', 'beside the route file'],
  ['GET /s staticFile:nowhere.txt', 'There is no file', 'beside the route file'],
  [
    'GET /s staticFile:/public/x.html',
    'There is no file',
    'a leading slash is the root of the file system: write public/x.html',
  ],
  ['GET /s redirect:/nowhere', 'no line answers GET /nowhere', 'without a route file'],
  ['GET /s redirect:/s2?x#y\nPOST /s2 page.show', 'no line answers GET /s2', 'without a route file'],
  ['GET /s redirect:@page.show\nGET /p page.list', 'no line has the action "page.show"', 'a line of its own'],
  [
    'GET /s/{id} redirect:@page.list\nGET /z/{id}/{q} page.list',
    'no value for {q}',
    "redirect:@page.list(q:'…')",
  ],
])('loading %j warns: %s', async (routes, message, hint) => {
  const warnings: string[] = []
  await load(routes, warnings)
  expect(warnings).toEqual([expect.stringContaining(message)])
  expect(warnings[0]).toContain(`hint: `)
  expect(warnings[0]).toContain(hint)
})

test.each([
  'GET /s/ staticDir:public',
  'GET /s staticFile:public/x.html',
  'GET /s redirect:/s/1?x#y\nGET /s/{id} page.show',
  'GET /s redirect:https://example.org/',
  'GET /s/{id} redirect:/other/{id}',
  'GET /s redirect:/x\nGET {host}.a.org/x page.show',
  "GET /s/{id} redirect:@page.list(q:'a')\nGET /z/{id}/{q} page.list",
  'GET /s/{id} redirect:@page.list\nGET /z/{q} page.list\nGET /z page.list',
  "GET /s redirect:@page.list\nGET /z page.list(q:'a')",
  'GET /s/{m} redirect:@page.{m}\nGET /z page.list',
])('loading %j causes no warning', async (routes) => {
  const warnings: string[] = []
  await load(routes, warnings)
  expect(warnings).toEqual([])
})

test('Router.parse warns about a line that can never run', () => {
  const warnings: string[] = []
  Router.parse('GET /{a} a.b\nGET /x a.c', { onWarning: (warning) => warnings.push(warning) })
  expect(warnings).toEqual([expect.stringContaining('routes.conf:2')])
})
