import { expect, test } from '@jest/globals'
import { Router } from '@mvc-router/router-core'
import { AnswerCounts, findDifference } from './support/compare-matchers.js'
import { RandomTables } from './support/random-tables.js'

// `npm run fuzz` tests many more tables. FUZZ_SEED=1234 starts at the table of a failure.
const runs = Number(process.env['FUZZ_RUNS'] ?? 40)
const firstTable = Number(process.env['FUZZ_SEED'] ?? 0)
const tablesPerRun = 20

test('The match index gives the same answers as trying the routes one by one', () => {
  const tables = new RandomTables()
  const counts = new AnswerCounts()
  for (let number = firstTable; number < firstTable + runs * tablesPerRun; number++) {
    const difference = findDifference(tables.get(number), counts)
    if (difference !== undefined) throw new Error(`FUZZ_SEED=${number}\n${difference}`)
  }
  const { matches, wrongMethods, misses, errors, requests } = counts
  // The test is useful only if each kind of answer is frequent.
  for (const count of [matches, wrongMethods, misses, errors]) expect(count).toBeGreaterThan(requests / 50)
}, 0)

test('Paths that differ in one character match their own routes', () => {
  const paths = Array.from({ length: 60 }, (_, at) => `/${'a'.repeat(at)}b${'a'.repeat(59 - at)}`)
  const router = Router.parse(paths.map((path, index) => `GET ${path} a.b${index}`).join('\n'))
  for (const [index, path] of paths.entries()) {
    expect(router.match({ method: 'GET', path })?.action).toBe(`a.b${index}`)
  }
  expect(router.match({ method: 'GET', path: `/${'a'.repeat(60)}` })).toBeUndefined()
})

test('A path with a malformed escape is an error if the path begins like the literal text of a route', () => {
  const router = Router.parse('GET /caf%C3%A9/{x} a.b\nGET /caf%C3%A8/{x} a.c')
  expect(router.match({ method: 'GET', path: '/caf%C3%A9/1' })?.action).toBe('a.b')
  expect(router.match({ method: 'GET', path: '/caf%C3%A9x' })).toBeUndefined()
  for (const path of [
    '/caf%C',
    '/caf%Cx',
    '/caf%C3',
    '/caf%C3x',
    '/caf%C3%A',
    '/caf%C3%Ax',
    '/caf%C3%C3%A9',
  ]) {
    expect(() => router.match({ method: 'GET', path })).toThrow('escape')
  }
})

test('The match has the values of the first route that accepts the path', () => {
  const router = Router.parse(
    'GET /a/{x}/{y}/c a.first\nGET /{p}/{q}/{r}/c a.second\nGET /{p}/b/{r}/{s}/d a.third',
  )
  expect(router.match({ method: 'GET', path: '/a/b/1/c' })?.args).toStrictEqual({ x: 'b', y: '1' })
  expect(router.match({ method: 'GET', path: '/e/b/1/c' })?.args).toStrictEqual({ p: 'e', q: 'b', r: '1' })
  expect(router.match({ method: 'GET', path: '/a/b/1/2/d' })?.args).toStrictEqual({ p: 'a', r: '1', s: '2' })
})
