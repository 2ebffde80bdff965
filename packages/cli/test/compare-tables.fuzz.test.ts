import { expect, test } from '@jest/globals'
import { RouteFileParsingException, Router, type Route } from '@mvc-router/router-core'
import { array, assert, constantFrom, property, tuple, type Arbitrary } from 'fast-check'
import { compareTables, type Change } from '../dist/lib/diff/compare-tables.js'
import { keepAliveLine } from '../dist/lib/diff/keep-alive-line.js'

const numRuns = Number(process.env['FUZZ_RUNS'] ?? 30)

const plainSegment = constantFrom(
  ...String.raw`a b {x} {<a>x} {<[ab]>x} {<[ab]+>x} {<(?!a$)[ab]+>x} {<a|b>x} {<.>x}`.split(' '),
  ...'{x}.a {x}.{y} {<a>x}{<b>y} {<[^.]+>x}.{y} %61 a.b a{<[ab.]+>x} {<[ab.]+?>x}.{<[ab.]+>y} {<(?!.*b)[ab.]+>x}.{y}'.split(
    ' ',
  ),
)
const tail = constantFrom('', '', '', '/?', '/', '/{<.+>z}', '/{<.*>z}', '/{<[ab/]+>z}')
const target = constantFrom('a.b', 'a.b', 'a.c', 'a.d', "a.b(t:'1')", 'redirect:/x', '404', '410')
const method = constantFrom('GET', 'GET', '*', 'POST|GET', 'HEAD')
/** Characters that can be written as escapes in several ways. */
const escapedSegment = constantFrom(
  ...String.raw`a {x} %C3%A9 %c3%A9 %c3%a9 a%3A %3a %3A a%2Fa a%2fa a%2e %2Ea {<é>x} {<[é:]>x} {<[^a]>x} {<.>x} {<:>x}`.split(
    ' ',
  ),
  ...String.raw`{<a%2Fa>x} {<[a%2F]+>x} {<(?!é$)[^/]{1,2}>x} {x}%c3%a9 %3a{x} {x}%2f{y} {x}:{y} {<[é.]*>x}{<a?>y} {<a.>x}`.split(
    ' ',
  ),
)
const tableOf = (segment: Arbitrary<string>, ends = tail): Arbitrary<string[]> =>
  array(
    tuple(method, array(segment, { maxLength: 2 }), ends, target).map(([methods, segments, end, action]) => {
      const names = ['x', 'y', 'v', 'w']
      const path =
        segments.map((text) => `/${text}`.replace(/[xy]\}/g, () => `${names.shift() ?? 'u'}}`)).join('') + end
      return `${methods} ${path === '' ? '/' : path} ${action}`
    }),
    { minLength: 1, maxLength: 4 },
  )

/** Returns all paths with at most `maxLength` letters after the slash. */
function paths(letters: readonly string[], maxLength: number): string[] {
  let last = ['/']
  const all = [...last]
  for (let length = 1; length <= maxLength; length++) {
    last = last.flatMap((path) => letters.map((letter) => path + letter))
    all.push(...last)
  }
  return all
}
const plainLetters = ['a', 'b', '.', '/', '%61', '%2E']
const escapedLetters = 'a / . : é %C3%A9 %c3%A9 %C3%a9 %c3%a9 %3A %3a %2F %2f %2E %2e'.split(' ')

/** Returns undefined if the lines are invalid, for example because of a segment of dots. */
function parse(lines: readonly string[]): Router | undefined {
  try {
    return Router.parse(lines.join('\n'), { onWarning: () => undefined })
  } catch (error) {
    if (error instanceof RouteFileParsingException) return undefined
    throw error
  }
}

const answerOf = (route: Route | undefined): string | undefined =>
  route && `${route.action} ${JSON.stringify(route.args)}`

const askedMethods = ['GET', 'HEAD', 'POST', 'PUT']
const methodsOf = new Map([
  ['GET', ['GET', 'HEAD']],
  ['POST|GET', ['POST', 'GET', 'HEAD']],
  ['HEAD', ['HEAD']],
  ['*', askedMethods],
])

/** Finds the answers to many paths by matching each path. Each pattern is matched only once for all tables. */
class BruteForce {
  readonly #paths: readonly string[]
  readonly #accepted = new Map<string, Uint8Array>()

  constructor(all: readonly string[]) {
    this.#paths = all
  }

  /** Returns, for each path, the number of the first line that accepts it, or -1. */
  answers(lines: readonly string[], asked: string): Int8Array {
    const first = new Int8Array(this.#paths.length).fill(-1)
    for (let index = lines.length - 1; index >= 0; index--) {
      const [methods = '', pattern = ''] = (lines[index] as string).split(' ')
      if (methodsOf.get(methods)?.includes(asked) !== true) continue
      const accepted = this.#acceptedBy(pattern)
      for (let number = 0; number < accepted.length; number++)
        if (accepted[number] === 1) first[number] = index
    }
    return first
  }

  answersOfRouter(router: Router, asked: string): number[] {
    return this.#paths.map((path) => {
      const route = router.match({ method: asked, path })?.route
      return route === undefined ? -1 : router.routes.indexOf(route)
    })
  }

  #acceptedBy(pattern: string): Uint8Array {
    let accepted = this.#accepted.get(pattern)
    if (accepted === undefined) {
      const router = parse([`* ${pattern} a.b`])
      accepted = Uint8Array.from(this.#paths, (path) =>
        router?.match({ method: 'PUT', path }) === undefined ? 0 : 1,
      )
      this.#accepted.set(pattern, accepted)
    }
    return accepted
  }
}

test.each([
  ['raw characters', tableOf(plainSegment), paths(plainLetters, 4)],
  // docs/diff.md lists two limits: empty segments, and %2F in a variable that contains slashes.
  [
    'escapes',
    tableOf(escapedSegment, constantFrom('', '/?', '/')),
    paths(escapedLetters, 3).filter((path) => !path.includes('//')),
  ],
])('compareTables reports each change that trying all short paths finds: %s', (_, table, all) => {
  let changed = 0
  let pairs = 0
  const force = new BruteForce(all)
  assert(
    property(table, table, (old, next) => {
      const before = parse(old)
      const after = parse(next)
      if (before === undefined || after === undefined) return
      const { changes, unfinished } = compareTables(before, after)
      // Very few pairs of tables need too many steps.
      if (numRuns <= 100) expect(unfinished).toEqual([])
      const isSample = pairs++ % 100 === 0
      for (const asked of askedMethods) {
        const [first, second] = [force.answers(old, asked), force.answers(next, asked)]
        if (isSample) expect([...first]).toEqual(force.answersOfRouter(before, asked))
        const seen = new Set<number>()
        for (const [number, path] of all.entries()) {
          const [one, other] = [first[number] as number, second[number] as number]
          // The paths are sorted by length, so the first readable path of a pair of lines is a shortest path.
          const both = one * 16 + other
          if (one < 0 || seen.has(both)) continue
          const isReadable = /^[!-$&-~]*$/.test(path)
          if (isReadable) seen.add(both)
          const [was, is] = [before.routes[one] as Route, after.routes[other]]
          if (['404', '410'].includes(was.action) || unfinished.includes(was)) continue
          // GET includes HEAD, so HEAD is compared only if a line names it or answers all methods.
          if (asked === 'HEAD' && !/HEAD|\*/.test(was.method)) continue
          if (answerOf(was) === answerOf(is)) continue
          changed++
          const reported = changes.find(
            (change) =>
              change.route === was &&
              change.becomes === is &&
              (change.method === asked || was.method === '*'),
          )
          const isLonger = reported?.method === asked && reported.path.length > path.length
          if (reported === undefined || (isLonger && isReadable))
            expect([old, next, asked, path, reported?.path]).toBe('reported, with a path that is not longer')
        }
      }
    }),
    { numRuns },
  )
  expect(changed).toBeGreaterThan(0)
})

const hosts = ' a.e.com {c}.e.com {h} {<[ab]>c}.e.com a.{d} {<(?!a).+>c}.com'.split(' ')
const formats = ['', '', '(html)', '(json)', '(json,xml)']
const conditions = ['', '', '[q]', '[!q]', '[q=1]', '[q!=1]', '[p q=2]', '[!p]', '[q=1 p=1]']
const conditionalTable = array(
  tuple(
    constantFrom('GET', '*', 'GET|POST'),
    constantFrom(...formats),
    constantFrom(...hosts),
    constantFrom('/x', '/{v}', '/{<.*>z}'),
    constantFrom(...conditions),
    target,
  ).map(
    ([methods, format, host, path, condition, action]) =>
      `${methods}${format} ${host}${path} ${condition} ${action}`,
  ),
  { minLength: 1, maxLength: 4 },
)
const askedHosts = 'a.e.com c.e.com a.b.e.com a.com q.com a.q q'.split(' ')
const askedQueries = ['', '?q=1', '?q=2', '?q=9', '?p=1', '?p=9', '?p=1&q=1', '?p=9&q=2', '?p=9&q=9']

test('compareTables reports each change of hosts, formats and queries that many requests find', () => {
  let changed = 0
  assert(
    property(conditionalTable, conditionalTable, (old, next) => {
      const before = parse(old)
      const after = parse(next)
      if (before === undefined || after === undefined) return
      const { changes, unfinished } = compareTables(before, after)
      expect(unfinished).toEqual([])
      for (const asked of ['GET', 'POST'])
        for (const host of askedHosts)
          for (const format of ['html', 'json', 'xml', 'csv'])
            for (const path of askedQueries.map((query) => `/x${query}`)) {
              const accept = format === 'html' ? 'text/html' : `application/${format}`
              const request = { method: asked, path, host, headers: { accept } }
              const was = before.match(request)?.route
              const is = after.match(request)?.route
              if (was === undefined || ['404', '410'].includes(was.action) || answerOf(was) === answerOf(is))
                continue
              changed++
              if (!changes.some((change) => change.route === was && change.becomes === is))
                expect([old, next, request]).toBe('reported')
            }
    }),
    { numRuns },
  )
  expect(changed).toBeGreaterThan(0)
})

const compare = (old: string, next: string): readonly Change[] =>
  compareTables(Router.parse(old), Router.parse(next)).changes
const shown = (changes: readonly Change[]): string[] =>
  changes.map(({ isBreak, method: asked, host = '', path, format, becomes }) =>
    [
      isBreak ? 'broken' : 'changed',
      asked,
      host + path + (format === 'html' ? '' : ` (${format})`),
      becomes?.action ?? 'nothing',
    ].join(' '),
  )

test.each<[string, string, string[]]>([
  ['GET /books/{id} b.show', 'GET /books/{book} b.show', []],
  ['GET /books/{id} b.show', '', ['broken GET /books/0 nothing']],
  ['GET /books/{id} b.show', 'GET /books/{<[0-9]+>id} b.show', ['broken GET /books/a nothing']],
  [
    'GET /books/{<[0-9]+>id} b.show',
    'GET /books/{<[0-9]{1,3}>id} b.show',
    ['broken GET /books/0000 nothing'],
  ],
  ['GET /books b.list', 'GET /books/? b.list', []],
  ['GET /books/? b.list', 'GET /books b.list', ['broken GET /books/ nothing']],
  ['GET /books b.list', 'GET /books c.list', ['changed GET /books c.list']],
  ['GET /books b.list', 'POST /books b.list', ['broken GET /books nothing']],
  ['GET /books b.list', 'GET /books redirect:/b', ['changed GET /books redirect:302:/b']],
  ['GET /books b.list', 'GET /books 410', ['changed GET /books 410']],
  ['GET /books b.list', 'GET /{<.+>any} p.page', ['broken GET /books p.page']],
  ['GET /books b.list', '* /{<.*>any} 404', ['broken GET /books 404']],
  ['GET /{<.+>any} p.page', 'GET /{<.+>any} p.other', ['changed GET /0 p.other']],
  ['GET /new b.new\nGET /{id} b.show', 'GET /{id} b.show', ['changed GET /new b.show']],
  ['GET /{id} b.show', 'GET /new b.new\nGET /{id} b.show', ['changed GET /new b.new']],
  ['GET /{id} b.show\nGET /new b.new', 'GET /{id} b.show', []],
  ["GET /h p.show(id:'a')", "GET /h p.show(id:'b')", ['changed GET /h p.show']],
  ['GET(json,html) /x a.b', 'GET(html) /x a.b', ['broken GET /x (json) nothing']],
  ['GET /x a.b', 'GET(json) /x a.c\nGET /x a.b', ['changed GET /x (json) a.c']],
  ['GET /x a.b', 'GET(html) /x a.b', ['broken GET /x (json) nothing']],
  ['GET /x a.b', 'GET(html,json) /x a.b', ['broken GET /x (xml) nothing']],
  ['GET /x [q] a.b', 'GET /x [q=1] a.b', ['broken GET /x?q=10 nothing']],
  ['GET /x a.b', 'GET /x [!draft] a.b', ['broken GET /x?draft=1 nothing']],
  ['GET /x [q=1] a.b', 'GET /x [q] a.b', []],
  ['GET /x a.b', 'GET /x [q=1] a.c\nGET /x a.b', ['changed GET /x?q=1 a.c']],
  ['GET /x a.b', 'GET /x [q=1] a.b\nGET /x [!q] a.b', ['broken GET /x?q=10 nothing']],
  ['GET /x a.b', 'GET /x [p q] a.c\nGET /x a.b', ['changed GET /x?p=1&q=1 a.c']],
  ['GET /x [q=1 q=2] a.b', 'GET /x [q=1] a.b', []],
  ['GET {c}.h.com/x a.b', 'GET /x a.b', []],
  ['GET {c}.h.com/x a.b', 'GET a.h.com/x a.b', ['broken GET 0.h.com/x nothing']],
  ['GET a.h.com/x a.b', 'GET {c}.h.com/x a.c', ['changed GET a.h.com/x a.c']],
  ['GET /x a.b', 'GET a.h.com/x 404\nGET /x a.b', ['broken GET a.h.com/x 404']],
  ['GET {h}/x a.b', 'GET {<[a-z.]+>h}/x a.b', ['broken GET 0/x nothing']],
  ['GET {c}.h.com/x a.b', 'GET {<(?!b[.]).+>c}.h.com/x a.b', ['broken GET b.h.com/x nothing']],
  ['GET /x a.b', 'GET {c}.h.com/x a.b', ['broken GET /x nothing']],
  ['* /x a.b', 'GET /x a.b', ['broken POST /x nothing']],
  ['GET /x 404', '', []],
  ['GET /caf%C3%A9/{id} a.b', 'GET /caf%C3%A9 a.b', ['broken GET /caf%C3%A9/0 nothing']],
  ['GET /{<é+>x} a.b', '', ['broken GET /%C3%A9 nothing']],
  // The first line answers all paths except paths with a needless escape.
  ['GET /a a.b\nGET /{<a>x} a.c', 'GET /a a.b', ['broken GET /%61 nothing']],
  // A redirection does not answer a path if its action refuses the arguments.
  [
    'GET /a/{id} a.b',
    'GET /b/{<[0-9]+>id} a.b\nGET /a/{id} redirect:@a.b',
    ['changed GET /a/0 redirect:302:@a.b', 'broken GET /a/a nothing'],
  ],
  [
    'GET /a/{<[0-9a-z]+>id} a.b',
    'GET /b/{<[0-9]+>id} a.b\nGET /c/{<[a-z]+>id} a.b\nGET /a/{id} redirect:@a.b',
    ['changed GET /a/0 redirect:302:@a.b', 'broken GET /a/a0 nothing'],
  ],
  [
    'GET /a/{tab} a.b',
    "GET /b a.b(tab:'b.c')\nGET /c a.b(tab:'c')\nGET /a/{tab} redirect:@a.b",
    ['broken GET /a/0 nothing', 'changed GET /a/c redirect:302:@a.b'],
  ],
  [
    'GET /b/{<[0-9]+>id} a.b\nGET /a/{id} redirect:@a.b\nGET /a/{id} a.c',
    'GET /b/{<[0-9]+>id} a.b\nGET /a/{<[0-9]+>id} redirect:@a.b\nGET /a/{id} a.c',
    [],
  ],
  // The locale may come from the ambient arguments of the application.
  ['GET /a a.b', 'GET /{<de|en>locale}/a a.b\nGET /a redirect:@a.b', ['changed GET /a redirect:302:@a.b']],
  ['GET /f/{<.+>path}/edit a.b', 'GET /f/{<.+>path} a.c', ['changed GET /f/0/edit a.c']],
])('compareTables of %j and %j reports %j', (old, next, expected) => {
  expect(shown(compare(old, next))).toEqual(expected)
})

test('compareTables finds a removed line among a thousand lines', () => {
  const lines = Array.from({ length: 1000 }, (_, index) => `GET /r${index}/{id}/{tab} c${index}.show`)
  const without = lines.filter((_, index) => index !== 500)
  expect(shown(compare(lines.join('\n'), without.join('\n')))).toEqual(['broken GET /r500/0/0 nothing'])
})

test.each<[string, string, string | undefined]>([
  ['GET /user/{id} u.show', 'GET /people/{id} u.show', 'GET /user/{id} redirect:301:@u.show'],
  ['POST /cart c.add', 'POST /basket c.add', 'POST /cart redirect:308:@c.add'],
  [
    "GET /about/? p.show(page:'about')",
    "GET /info p.show(page:'about')",
    "GET /about/? redirect:301:@p.show(page:'about')",
  ],
  ['GET|HEAD /user u.list', 'POST|GET|HEAD /users u.list', 'GET /user redirect:301:@u.list'],
  ['* /user u.list', '* /users u.list', '* /user redirect:308:@u.list'],
  ['GET a.org/user u.list', 'GET a.org/users u.list', 'GET a.org/user redirect:301:@u.list'],
  ['GET a.org/user u.list', 'GET b.org/users u.list', undefined],
  ['GET /user u.list', 'GET(html) /user u.list', undefined],
  [
    'GET(json) /user/{id} u.show',
    'GET(json) /people/{id} u.show',
    'GET(json) /user/{id} redirect:301:@u.show',
  ],
  ['GET(json) /user/{id} [full] u.show', 'GET(json) /people/{id} [full] u.show', undefined],
  ['GET /user/{id} u.show', 'GET /people/{name} u.show', undefined],
  ['GET /user/{id} u.show', 'GET /people/{id} u.other', undefined],
  ['GET /user u.list', 'POST /users u.list', undefined],
])('keepAliveLine for %j in %j returns %j', (old, next, expected) => {
  const after = Router.parse(next)
  const [change] = compareTables(Router.parse(old), after).changes
  const redirect = change && keepAliveLine(change, after)
  expect(redirect).toBe(expected)
  if (redirect !== undefined)
    expect(compare(old, `${next}\n${redirect}`).some(({ isBreak }) => isBreak)).toBe(false)
})
