import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { Router } from '@mvc-router/router-core'
import { parseHost } from '../dist/lib/matching/host-matcher.js'
import { AnswerCounts, findDifference } from './support/compare-matchers.js'

const runs = Number(process.env['FUZZ_RUNS'] ?? 10)

const names = ['a', 'b', 'ab', 'x-y', 'xn--a', '1']
const label = fc.constantFrom(...names)
const written = fc.oneof(
  fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => labels.join('.')),
  fc
    .tuple(fc.constantFrom('{one}', '{<[ab]+>one}', '{_}', '{one}-b', 'a{one}', '{one}.{two}'), label)
    .map(([start, end]) => `${start}.${end}`),
  fc.tuple(label, label, label).map(([start, middle, end]) => `{one}${start}.${middle}.${end}`),
  label.map((start) => `${start}.{one}`),
  fc.constantFrom('', '', '{one}', 'A.B:8080', '127.0.0.1'),
)
const line = fc
  .tuple(
    fc.constantFrom('GET', 'GET', 'POST', '*', 'GET|PUT', 'GET(json)'),
    written,
    fc.constantFrom('/', '/a', '/{id}', '/a/?'),
  )
  .map(([method, host, path]) => `${method} ${host}${path} a.b`)
const asked = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT'),
  path: fc.constantFrom('/', '/a', '/a/', '/b'),
  host: fc.oneof(
    fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.')),
    fc.constantFrom(undefined, 'a.b:8080', 'A.B.', '[::1]', '127.0.0.1', 'not a host', 'a..b', '-a.b', '.b'),
  ),
})

test('With many hosts on one path, match finds the same line as trying the lines one by one', () => {
  const counts = new AnswerCounts()
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 30, maxLength: 60 }),
      fc.array(asked, { minLength: 20, maxLength: 20 }),
      (texts, requests) => {
        const { routes } = Router.parse(texts.join('\n'), { onWarning: () => {} })
        const lines = routes.map((route, index) => ({ text: texts[index] ?? '', route }))
        const options = { maxParamLength: 255 }
        const difference = findDifference({ lines, requests, options }, counts)
        if (difference !== undefined) throw new Error(difference)
      },
    ),
    { numRuns: runs },
  )
  for (const count of [counts.matches, counts.misses]) expect(count).toBeGreaterThan(counts.requests / 50)
})

test('parseHost accepts labels or an address in brackets with an optional port, and returns lower case', () => {
  const piece = fc.constantFrom(
    'a',
    'B',
    '_',
    '-',
    '.',
    ':',
    '8',
    '0',
    '65535',
    '65536',
    '[',
    ']',
    '\u212A',
    ' ',
    '/',
    '@',
  )
  const pieces = fc.array(piece, { maxLength: 7 }).map((parts) => parts.join(''))
  const address = fc.tuple(fc.constantFrom('[::1]', '[]', '[:A]'), pieces).map(([start, end]) => start + end)
  let hosts = 0
  fc.assert(
    fc.property(fc.oneof(pieces, address), (text) => {
      const [, name = '', port] =
        /^((?:[\w-]+\.)*[\w-]+\.?|\[[0-9A-Fa-f:.]+\])(?::([0-9]{0,5}))?$/.exec(text) ?? []
      const isHost = name !== '' && !/(?:^|\.)-|-(?:\.|$)/.test(name) && Number(port ?? 0) <= 65_535
      if (isHost) hosts++
      const expected = {
        name: name.toLowerCase().replace(/\.$/, ''),
        port: port === undefined || port === '' ? undefined : String(Number(port)),
      }
      expect(parseHost(text)).toEqual(isHost ? expected : undefined)
    }),
    { numRuns: 2000 },
  )
  expect(hosts).toBeGreaterThan(100)
})
