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
const runs = Number(process.env['FUZZ_RUNS'] ?? 30)

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

test.each([4, 5] as const)(
  'the imported lines of an Express %i path accept the same requests as the path',
  (version) => {
    const { Router: makeRouter } = load(version === 4 ? 'express4' : 'express') as {
      Router: () => ExpressRouter
    }
    const path = fc
      .array(fc.constantFrom(...pieces[version]), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join(''))
      // With two wildcards, Express and a route file may divide a path differently.
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
  },
)

test.each([
  [4, ['/:a-:b', '/:a.:b~:c', '/:a--:b', '/x-:a.:b?', '/*-:b', '/:a/z-:b']],
  [5, ['/:a-:b', '/:a.:b^:c', '/:a--:b', '/x-:a{.:b}', '/*a-:b', '/y:a-*b', '/:a/z-:b']],
] as const)(
  'the imported lines of Express %i paths with several variables in a segment accept the same requests',
  (version, paths) => {
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
  },
)

test('import reports a path with // in every form, and writes no line', () => {
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

test.each([
  [4, ['/', '/a/']],
  [5, ['/', '/a/?']],
] as const)('import writes an Express %i path that ends in two slashes', (version, lines) => {
  const app = "const app = require('express')()\napp.get(['//', '/a//'], (req, res) => res.end())"
  const { routes, untranslated } = new ImportedApplication({ 'app.js': app }, version).report()
  expect(routes.map(({ path }) => path)).toEqual(lines)
  expect(untranslated).toEqual([])
})

test.each(['/^(a.*)$/', '/^[b]x/', 'a'])(
  'import reports a path that does not begin with a slash, and writes no line: %s',
  (path) => {
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
  },
)

test('import escapes a character that is a pair of surrogates in a regular expression', () => {
  const { routes } = new ImportedApplication({
    'app.js': `const app = require('express')()
app.get(/^\\/😀$/, (req, res) => res.end())
app.get(/^\\/😀\\/(\\d+)$/u, (req, res) => res.end())`,
  }).report()
  expect(routes.map(({ path }) => path)).toEqual(['/%F0%9F%98%80', '/%F0%9F%98%80/{<\\d+>p0}'])
})

test('import writes repeated slashes as one slash, and reports a first slash in a group', () => {
  const app = `const app = require('express')()
const show = (req, res) => res.end()
app.all('/+byIndex/:index*?', show)
app.get(/^\\/+many\\/*less$/, show)
app.get('(/+api|/+api/*?)', show)
app.get(/^[^b]x/, show)`
  const { routes, untranslated } = new ImportedApplication({ 'app.js': app }, 4).report()
  expect(routes.map(({ path }) => path)).toEqual([
    '/byIndex/{<[^/]+(?:/.+)?>index}/?',
    '/byIndex/?',
    '/many/less',
    '/manyless',
  ])
  const reason = 'The first slash of the path is part of a group'
  expect(untranslated).toMatchObject([
    { source: { line: 5 }, reason },
    { source: { line: 6 }, reason },
  ])
})

// Each path with its imported lines, or with its report after an exclamation mark.
const pathsOfPrograms: readonly (readonly [4 | 5, readonly (readonly [string, ...string[]])[]])[] = [
  [
    5,
    [
      ["''", '/'],
      ["'/'", '/'],
      ["'{/a}'", '/a/?', '/'],
      ["'/:a{/:b}/'", '/{a}/{b}/?', '/{a}/?'],
      [`'/:"my-id"'`, '/{my_id}/?'],
      [`'/:"1a"'`, '/{_1a}/?'],
      ["'/a b'", '/a%20b/?'],
      ["'/é'", '/%C3%A9/?'],
      [
        "'/a//b'",
        '! The path has // in every form, which no pattern of a route file can have; take the route out, or write its path with single slashes',
      ],
      ["'*x'", '/{<.*>x}'],
      ["'/x*y'", '/x{<.+>y}', '/x/{<.*>y}'],
      ["'/{a}{b}{c}{d}{e}{f}{g}{h}'", '! The path has too many forms; write the lines that you need by hand'],
      ["'/:a-:b'", '/{a}-{<[^/-]+|->b}/?'],
      ["'/:a^:b'", '/{a}%5E{<[^/\\^]+|\\^>b}/?'],
      ["['/a', '/b']", '/a/?', '/b/?'],
      [
        "'/%zz'",
        '! The pattern /%zz is refused: Expected two hexadecimal digits after "%"; a percent sign itself is written %25',
      ],
      ["'/:a.:b'", '/{a}.{<[^/.]+|\\.>b}/?'],
      ["'/a/{b/}'", '/a/b/', '/a/'],
      ["'/:id#x'", '/{id}%23x/?'],
      ["'/a#b'", '/a%23b/?'],
      ["'/{a}'", '/a/?', '/'],
      ['/^\\/a$/', '/a'],
      ['/a/', '/{<.*>path}a{<.*>p0}', '/{<.*>path}a/{<.*>p0}'],
      ['/^\\/a/', '/a{<.*>path}', '/a/{<.*>path}'],
      ['/^\\/a(\\/.*)?$/', '/a/{<.*>path}', '/a'],
      ['/^\\/a(\\/\\d+)$/', '/a/{<\\d+>p0}'],
      ['/^\\/a(\\/x\\|y)$/', '/a/{<x\\|y>p0}'],
      [
        '/^\\/a(\\/b|\\/c\\d)$/',
        '! A slash is part of the group \\/b|\\/c\\d; keep this route in Express, or write the line by hand',
      ],
      ['/\\/a$/', '/a', '/{<.+>path}/a'],
      ['/^\\/(\\d+)$/', '/{<\\d+>p0}'],
      ['/^\\/(?<n>[a-z]+)$/', '/{<[a-z]+>n}'],
      ['/^\\/(?<n>\\w+)\\/(\\d+)\\/?$/', '/{<\\w+>n}/{<\\d+>p0}/?'],
      [
        '/^\\/[/]x$/',
        '! The path has // in every form, which no pattern of a route file can have; take the route out, or write its path with single slashes',
      ],
      ['/^\\/[a]$/', '/a'],
      ['/^\\/[^/]+$/', '/{p0}'],
      ['/^\\/a|^\\/b/', '/a{<.*>path}', '/a/{<.*>path}', '/b{<.*>path}', '/b/{<.*>path}'],
      ['/^\\/(?:a|b)$/', '/a', '/b'],
      ['/^\\/a{2,3}$/', '/{<a{2,3}>p0}'],
      ['/^\\/a?b$/', '/ab', '/b'],
      ['/^\\/.?b$/', '/{<.?>p0}b'],
      ['/^\\/a.b$/', '/a{<.>p0}b'],
      ['/^\\/a[.-/]b$/', '/a{<[.-/]>p0}b'],
      ['/^\\/a\\Wb$/', '/a{<\\W>p0}b'],
      [
        '/^\\/a\\bb$/',
        '! A route file cannot express "\\b" in a path; keep this route in Express, or write the line by hand',
      ],
      ['/^(?!\\/api).*/', '/{<(?!api).*>p0}'],
      ['/^\\/(?!api).*$/', '/{<(?!api).*>p0}'],
      ['/^(?=\\/api).*$/', '/{<(?=api).*>p0}'],
      [
        '/^(?!\\/api)\\/x$/',
        '! The path looks ahead over a slash; keep this route in Express, or write the line by hand',
      ],
      ['/^\\/(?!api|b)(.*)$/', '/{<(?!api|b).*>p0}'],
      ['/^\\/x(?!\\/y)/', '/x{<(?!\\/y).*>p0}'],
      ['/.*fly$/', '/{<.*>path}fly'],
      ['/fly$/', '/{<.*>path}fly'],
      ['/^.*$/', '/{<.*>path}'],
      ['/^\\/(.*)$/', '/{<.*>path}'],
      [
        '/^\\/(.*)(.*)$/',
        '! The pattern /{<.*>path}{<.*>p0} is refused: This path can be divided among its variables in more than one way; put literal text between them that they cannot contain, or make the constraints narrower',
      ],
      ['/(?:)/', '/{<.*>path}'],
      ['/^\\/(a)(b)$/', '/{<a>p0}{<b>p1}'],
      ['/^\\/(?<a>x)(?<b>y)$/', '/{<x>a}{<y>b}'],
      ['/^\\/((?<in>x)y)$/', '/{<(x)y>p0}'],
      ['/^\\/(a|b)c$/', '/{<a|b>p0}c'],
      [
        '/^\\/x(?<=y)z$/',
        '! A route file cannot express "(?<=y)" in a path; keep this route in Express, or write the line by hand',
      ],
      ['/^\\/(?<path>x)\\/(.*)\\/.*$/', '/{<x>path}/{<.*>p0}/{<.*>p1}'],
      ['/^\\/\\w+\\/\\w+$/', '/{<\\w+>p0}/{<\\w+>p1}'],
      ['/^\\/a b$/', '/a%20b'],
      [
        '/^\\/\\1$/',
        '! The pattern /%01 is refused: A path cannot contain a control character; no request with it is answered',
      ],
      ['/^\\/(?:a|[^/]+)$/', '/a', '/{p0}'],
    ],
  ],
  [
    4,
    [
      ["''", '/'],
      ["'/'", '/'],
      ["'/a/'", '/a/?'],
      ["'/:a?'", '/{a}/?', '/'],
      ["'/:a?/'", '/{a}/?', '/'],
      ["'/:a/:b?'", '/{a}/{b}/?', '/{a}/?'],
      ["'/:a*'", '/{<[^/]+(?:/.+)?>a}/?'],
      ["'/:a+'", '/{<[^/]+(?:/[^/]+)*>a}/?'],
      ["'/:1a'", '/{_1a}/?'],
      ["'/:a(\\\\d+)'", '/{<\\d+>a}/?'],
      ["'/:a(x*)'", '/{<x.*>a}'],
      ["'/:a(\\\\.x)'", '/{<\\.x>a}/?'],
      ["'/a\\\\*b'", '/a*b/?'],
      ["'*'", '/{<.*>path}'],
      ["'/*'", '/{<.*>path}'],
      ["'/a*b'", '/a{<.*>path}b/?', '/a/{<.*>path}b/?'],
      ["'/*/*'", '/{<.*>path}/{<.*>p0}'],
      ["'/(a|b)?c'", '/ac/?', '/bc/?', '/c/?'],
      ["'/a.b'", '/a.b/?'],
      ["'/x.:ext?'", '/x.{<[^/.]+>ext}/?', '/x/?'],
      ["'/:a-:b'", '/{a}-{<[^/-]+>b}/?'],
      ["'/:a--:b'", '/{a}--{<(?:(?!--)[^/])+>b}/?'],
      ["'/a+b'", '/{<a+>p0}b/?'],
      ["'/:a(en|de)?'", '/{<en|de>a}/?', '/'],
      ["'/a(.*)?'", '/a{<\\.(.*)>p0}/?', '/a/?'],
      [
        "'/:a:b'",
        '! The pattern /{a}{b} is refused: Nothing tells where "a" ends and "b" starts; put a character between them, or constrain both',
      ],
      ["'/a{2}'", '/{<a{2}>p0}/?'],
      ["'/[a-c]'", '/{<[a-c]>p0}/?'],
      ["'/:p([^/]+)'", '/{p}/?'],
    ],
  ],
]

test.each(pathsOfPrograms)(
  'import writes the expected lines or reports for the paths of Express %i',
  (version, table) => {
    const app = table.map(([path]) => `try { app.get(${path}, (req, res) => res.end()) } catch {}`)
    const { routes, untranslated } = new ImportedApplication(
      { 'app.js': ["const app = require('express')()", ...app].join('\n') },
      version,
    ).report()
    expect(
      table.map(([path], index) => {
        const here = ({ source }: { readonly source: { readonly line: number } }): boolean =>
          source.line === index + 2
        return [
          path,
          ...routes.filter(here).map((route) => route.path),
          ...untranslated.filter(here).map(({ reason, suggestion }) => `! ${reason}; ${suggestion}`),
        ]
      }),
    ).toEqual(table)
  },
)

function isAccepted(makeRouter: () => ExpressRouter, path: string): boolean {
  try {
    makeRouter().get(path, () => {})
    return true
  } catch {
    return false
  }
}
