import { expect, test } from '@jest/globals'
import { Router } from '@mvc-router/router-core'
import { array, assert, constantFrom, property, tuple } from 'fast-check'

const numRuns = Number(process.env['FUZZ_RUNS'] ?? 200)

const segment = constantFrom(
  ...String.raw`a b {x} {<a>x} {<[ab]>x} {<[ab]+>x} {<(?!a$)[ab]+>x} {<a|b>x} {<b*>x} {<.>x}`.split(' '),
  ...'{x}.a {x}.{y} {<a>x}{<b>y} {<[^.]+>x}.{y} %61 a.b a{<[ab.]+>x} {<[ab.]+?>x}.{<[ab.]+>y} {<(?!.*b)[ab.]+>x}.{y}'.split(
    ' ',
  ),
)
const tail = constantFrom('', '', '', '/?', '/', '/{<.+>z}', '/{<.*>z}', '/{<[ab/]+>z}')
const line = tuple(
  constantFrom('GET', 'GET', '*', 'POST|GET', 'HEAD'),
  array(segment, { maxLength: 2 }),
  tail,
).map(([method, segments, end], ...rest) => {
  const names = ['x', 'y', 'v', 'w']
  const path =
    segments.map((text) => `/${text}`.replace(/[xy]\}/g, () => `${names.shift() ?? 'u'}}`)).join('') + end
  return `${method} ${path === '' ? '/' : path} a.b${rest.length}`
})

const letters = ['a', 'b', '.', '/', '%61', '%2E']

/** All short paths. */
function paths(): string[] {
  let last = ['/']
  const all = [...last]
  for (let length = 1; length <= 4; length++) {
    last = last.flatMap((path) => letters.map((letter) => path + letter))
    all.push(...last)
  }
  return all
}

test('No line that is said never to run answers a short path', () => {
  const all = paths()
  let claims = 0
  assert(
    property(array(line, { minLength: 2, maxLength: 5 }), (lines) => {
      const router = Router.parse(lines.join('\n'))
      const shadowed = new Set(
        router.warnings.filter(({ code }) => code === 'E_ROUTE_SHADOWED').map((warning) => warning.line),
      )
      claims += shadowed.size
      if (shadowed.size === 0) return
      for (const method of ['GET', 'HEAD', 'POST', 'PUT']) {
        for (const path of all) {
          const route = router.match({ method, path })?.route
          if (route !== undefined && shadowed.has(route.line)) expect([lines, method, path]).toBe('never run')
        }
      }
    }),
    { numRuns },
  )
  expect(claims).toBeGreaterThan(0)
})

test('a literal in a segment with a variable may be written as escapes, so another way leads to its line', () => {
  const router = Router.parse('GET /a-%C3%A9 a.b\nGET /a-{<é>x} a.c')
  expect(router.match({ method: 'GET', path: '/%61-%C3%A9' })?.action).toBe('a.c')
  expect(router.warnings).toEqual([])
})

test.each(['%C3%a9', '%c3%a9', '%c3%A9'])(
  'nothing is said of a literal with lower-case escapes: %s',
  (literal) => {
    const router = Router.parse(`GET /{x} a.a\nGET /${literal} a.b\nGET /{<é>y} a.c`)
    expect(router.match({ method: 'GET', path: '/%C3%A9' })?.action).toBe('a.a')
    expect(router.warnings.map(({ line: number }) => number)).toEqual([3])
  },
)

test('a line behind files has its turn where there is no file', () => {
  const { warnings } = Router.parse(
    'GET / staticDir:public\nGET /about a.b\nGET /x staticFile:x.html\nGET /x x.y',
  )
  expect(warnings).toEqual([])
  const told: string[] = []
  const router = Router.parse('GET / staticDir:public\nGET /about a.b', {
    onWarning: (message) => told.push(message),
  })
  expect(router.reverse('a.b').url).toBe('/about')
  expect(told).toEqual([])
})

test.each([
  ['GET /%C3%A9 a.b', 'GET /%C3%A9 c.d'],
  ['GET /%C3%A9/{id} a.b', 'GET /%C3%A9/{<[0-9]+>id} c.d'],
])('%s takes every request of %s', (first, second) => {
  const router = Router.parse(`${first}\n${second}`, { onWarning: () => undefined })
  expect(router.warnings.map(({ line: number }) => number)).toEqual([2])
})

test('a literal with an escape leaves a variable what is written in lower case', () => {
  const router = Router.parse('GET /%C3%A9 a.b\nGET /{<é>x} c.d', { onWarning: () => undefined })
  expect(router.warnings).toEqual([])
  expect(router.match({ method: 'GET', path: '/%c3%a9' })?.action).toBe('c.d')
})
