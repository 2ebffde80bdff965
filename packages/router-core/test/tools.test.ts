import { expect, test } from '@jest/globals'
import { Router } from '@mvc-router/router-core'
import { actionText, BoundedMap, printable, routeColumns, SourceLines } from '@mvc-router/router-core/tools'
import { PathLetters } from '@mvc-router/router-core/path-languages'

test('routeColumns returns formats, conditions, middleware, fixed arguments and the place of a route', () => {
  const text = String.raw`+ use=signedIn,upload
GET|POST(json,xml) {shop}.example.org/x/{id} [a !b c=1 d!=2] page.show(q:'it\'s \\', r:'2')
DELETE /y page.drop`
  expect(Router.parse(text).routes.map(routeColumns)).toEqual([
    [
      'GET|POST(json,xml)',
      '{shop}.example.org/x/{id} [a !b c=1 d!=2]',
      String.raw`use=signedIn,upload page.show(q:'it\'s \\', r:'2')`,
      'routes.conf:2',
    ],
    ['DELETE', '/y', 'page.drop', 'routes.conf:3'],
  ])
})

test('A line that contains the text of actionText has the same arguments', () => {
  const args = { q: String.raw`it's \ all`, r: '' }
  const [route] = Router.parse(`GET /x ${actionText({ action: 'a.b', args })}`).routes
  expect(route?.args).toEqual(args)
})

test.each([
  ['a\tb é', 'a\tb é'],
  ['\u001b[31m', String.raw`\u001b[31m`],
  ['a\u202eb\u2028', String.raw`a\u202eb\u2028`],
  ['\u{e0001}\ud800', String.raw`\u{e0001}\ud800`],
])('printable escapes characters that a terminal does not show: %j', (text, shown) => {
  expect(printable(text)).toBe(shown)
})

test('SourceLines counts lines from 0, and ends them at line feeds', () => {
  const lines = new SourceLines('ab\r\n\ncd')
  expect([0, 1, 2, 3].map((line) => lines.textOf(line))).toEqual(['ab', '', 'cd', ''])
  expect([0, 1, 2, 3].map((line) => lines.startOf(line))).toEqual([0, 4, 5, 7])
  expect([0, 3, 4, 5, 6, 7, 99].map((offset) => lines.lineAt(offset))).toEqual([0, 0, 1, 2, 2, 2, 2])
})

test('A full BoundedMap clears itself before it stores another key', () => {
  const map = new BoundedMap<string, number>(2)
  map.set('a', 1).set('b', 2)
  expect([...map.keys()]).toEqual(['a', 'b'])
  expect([...map.set('c', 3).keys()]).toEqual(['c'])
})

test('PathLetters converts each spelling of an escape to its own letters and back', () => {
  const paths = ['/a:b', '/:', '/%3A', '/%3a', '/%C3%A9', '/%c3%A9', '/%61', '/a%2Fb', '/%25']
  const letters = PathLetters.of(
    Router.parse(paths.map((path) => `GET ${path} a.b`).join('\n'), {
      onWarning: () => undefined,
    }).routes.map(({ pattern }) => pattern),
  )
  const written = paths.map((path) => letters.toLetters(path))
  expect(new Set(written).size).toBe(paths.length)
  expect(written.map((text) => letters.fromLetters(text))).toEqual(paths)
})
