import { afterAll, expect, test } from '@jest/globals'
import { Router } from '@mvc-router/router-core'
import fc from 'fast-check'
import { createRequire } from 'node:module'
import { ImportedApplication } from './imported-application.js'

afterAll(() => ImportedApplication.removeAll())

interface ExpressRouter {
  readonly stack: readonly { match(path: string): unknown }[]
  get(path: string, handler: () => void): void
}

const load = createRequire(import.meta.url)
const runs = Number(process.env['FUZZ_RUNS'] ?? 3)

const pieces = {
  4: [
    '/a',
    '/b',
    '/:x',
    '/:y?',
    '/:z(\\d+)',
    '/*',
    '-:v',
    '.:w',
    '.:f?',
    '/c?d',
    '/(p|q)',
    '/e+',
    '(x)?',
    '/',
    '-',

    '/:l(en|de)',
    '/:r+',
    '/:s*',
  ],
  5: [
    '/a',
    '/b',
    '/:x',
    '{/:y}',
    '/*z',
    '-:v',
    '.:w',
    '{.:f}',
    '/c{d}',
    '{/p}',
    '/',
    '-',

    '/{*r}',
    '\\:',
    '/:"q"',
  ],
} as const
const segments = [
  '',
  'a',
  'b',
  'c',
  'cd',
  'd',
  'p',
  'q',
  'e',
  'ee',
  '42',
  'x',
  'en',
  'de',

  'a-1',
  'a.1',
  'a-b-c',
  'a.b.c',
  'a-',
  'a-b-',
  'a.b.',
  'a--',
  ':',
  '-',
  'ax',
  'é',
]

test.each([4, 5] as const)('a path of Express %i accepts the same requests as its lines do', (version) => {
  const { Router: makeRouter } = load(version === 4 ? 'express4' : 'express') as {
    Router: () => ExpressRouter
  }
  const path = fc
    .array(fc.constantFrom(...pieces[version]), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join(''))
    // Two wildcards share a path in ways of their own.
    .filter((text) => text.startsWith('/') && !text.includes('//') && text.split('*').length < 3)
  const url = fc
    .array(fc.constantFrom(...segments), { minLength: 1, maxLength: 4 })
    .map((parts) => `/${parts.map(encodeURI).join('/')}`)
    .filter((text) => !text.includes('//'))
  fc.assert(
    fc.property(
      fc.array(path, { minLength: 10, maxLength: 10 }),
      fc.array(url, { minLength: 40, maxLength: 40 }),
      (paths, urls) => {
        const accepted = paths.filter((each) => isAccepted(makeRouter, each))
        const one = new ImportedApplication(
          {
            'app.js': [
              "const app = require('express')()",
              ...accepted.map((each) => `app.get(${JSON.stringify(each)}, (req, res) => res.end())`),
            ].join('\n'),
          },
          version,
        )
        const { routes, untranslated } = one.report()
        for (const [index, each] of accepted.entries()) {
          const place = index + 2
          if (untranslated.some(({ source }) => source.line === place)) continue
          const router = makeRouter()
          router.get(each, () => {})
          const [layer] = router.stack
          const lines = routes
            .filter(({ source }) => source.line === place)
            .map((route) => Router.parse(`GET ${route.path} a.b`))
          expect(lines.length).toBeGreaterThan(0)
          const different = urls.filter(
            (request) =>
              Boolean(layer?.match(request)) !==
              lines.some((line) => line.match({ method: 'GET', path: request }) !== undefined),
          )
          expect({
            path: each,
            lines: routes.filter(({ source }) => source.line === place).map((route) => route.path),
            different,
          }).toMatchObject({ different: [] })
        }
      },
    ),
    { numRuns: runs },
  )
})

test.each([
  [4, ['/:a-:b', '/:a.:b~:c', '/:a--:b', '/x-:a.:b?', '/*-:b', '/:a/z-:b']],
  [5, ['/:a-:b', '/:a.:b^:c', '/:a--:b', '/x-:a{.:b}', '/*a-:b', '/y:a-*b', '/:a/z-:b']],
] as const)('variables of one segment take in Express %i what their lines take', (version, paths) => {
  const urls = ['a-b', 'a-b-', 'a-b-c', 'a--', 'a---', 'a--b--', 'x-a.b.', 'x-a..'].concat(
    ['a.b^', 'a.^^', 'a.b^c', 'a.b~', 'a.b~~', 'a.b~c'],
    ['ya-b', 'y-b', 'yb-c/d-e', 'a/b-c', 'a/z-b-', 'a/b-', 'a/-b-'],
  )
  const { routes } = new ImportedApplication(
    {
      'app.js': `const app = require('express')()\n${paths.map((each) => `app.get('${each}', (req, res) => res.end())`).join('\n')}`,
    },
    version,
  ).report()
  const { Router: makeRouter } = load(version === 4 ? 'express4' : 'express') as {
    Router: () => ExpressRouter
  }
  for (const [index, path] of paths.entries()) {
    const router = makeRouter()
    router.get(path, () => {})
    const lines = routes
      .filter(({ source }) => source.line === index + 2)
      .map((route) => Router.parse(`GET ${route.path} a.b`))
    const expected = urls.filter((url) => router.stack[0]?.match(`/${url}`))
    expect(expected).not.toEqual([])
    expect([
      path,
      urls.filter((url) =>
        lines.some((each) => each.match({ method: 'GET', path: `/${url}` }) !== undefined),
      ),
    ]).toEqual([path, expected])
  }
})

test('a path with // in every form is named as one that has no line', () => {
  const app = "const app = require('express')()\napp.get('/{/p}/a', (req, res) => res.end())"
  const { routes, untranslated } = new ImportedApplication({ 'app.js': app }).report()
  expect(routes).toEqual([])
  expect(untranslated).toMatchObject([
    {
      source: { line: 2 },
      reason: 'The path has // in every form, which no pattern of a route file can have',
    },
  ])
})

test.each(['/^(a.*)$/', '/^[^b]x/', 'a'])('a path that begins with no slash has no line: %s', (path) => {
  const source = path.startsWith('/') ? path : `'${path}'`
  const app = `const app = require('express')()\napp.get(${source}, (req, res) => res.end())`
  const { routes, untranslated } = new ImportedApplication({ 'app.js': app }).report()
  expect(routes).toEqual([])
  expect(untranslated).toMatchObject([
    {
      reason: 'The path does not begin with a slash, so it matches no request',
      suggestion: 'take the route out, or begin its path with /',
    },
  ])
})

function isAccepted(makeRouter: () => ExpressRouter, path: string): boolean {
  try {
    makeRouter().get(path, () => {})
    return true
  } catch {
    return false
  }
}
