import { expect, test } from '@jest/globals'
import { NoHandlerFoundException, Router } from '@mvc-router/router-core'
import { findNeverLinkedRoutes } from '@mvc-router/router-core/path-languages'
import { array, assert, asyncProperty, constantFrom, record, tuple } from 'fast-check'

const numRuns = Number(process.env['FUZZ_RUNS'] ?? 100)

const neverLinked = async ({ routes }: Router): Promise<number[]> =>
  (await findNeverLinkedRoutes(routes)).map(({ line }) => line)

test.each([
  ['GET / a.b\nGET /home a.b', [2]],
  ['GET /user/{id} a.b\nGET /people/{id} a.b', [2]],
  ['GET /user/{id} a.b\nGET /user/{id}/{tab} a.b', [2]],
  ['GET /user/{<[0-9]+>id} a.b\nGET /u/{<[0-9]{4}>id} a.b', [2]],
  ["GET /a a.b(page:'x')\nGET /b a.b(page:'x')", [2]],
  ['GET /x a.b\nGET {c}.h.com/x a.b', [2]],
  ['GET /x/{id} a.b\nGET /y/{id}.{ext} a.b', [2]],
  ['GET /x/{_} a.b\nGET /y/{_} a.b', [2]],
])('in %j, no link can lead to the lines %j', async (text, lines) => {
  expect(await neverLinked(Router.parse(text))).toEqual(lines)
})

test.each([
  'GET /user/{id}/{tab} a.b\nGET /user/{id} a.b',
  'GET /user/{<[0-9]+>id} a.b\nGET /user/{id} a.b',
  'GET /x/{id} a.b\nPOST /x/{id} a.b',
  "GET /a a.b(page:'x')\nGET /b a.b(page:'y')",
  "GET /a a.b(page:'x')\nGET /b a.b",
  'GET /x/{id} a.b\nGET /files/{<.+>id} a.b',
  'GET /x/{id}-{n} a.b\nGET /y/{id}/{n} a.b',
  'GET h.com/x a.b\nGET /x a.b',
  'GET /x [q] a.b\nGET /y a.b',
  'GET / a.b\n+ alias\nGET /home a.b',
  'GET /{controller} {controller}.b\nGET /x a.b',
  'GET /x/{_} a.b\nGET {_}.h.com/y a.b',
  // Constraints in the older syntax are not compared.
  String.raw`GET /x/{<[\w-.]+>id} a.b${'\n'}GET /y/{<[\w-]+>id} a.b`,
])('in %j, links can lead to every line', async (text) => {
  expect(await neverLinked(Router.parse(text))).toEqual([])
})

const constraint = constantFrom('', '<[0-9]+>', '<[0-9]{1,2}>', '<a|1>', '<(?!1$)[a0-9]+>', '<[a1/]+>')
const variable = tuple(constraint, constantFrom('x', 'y')).map(([regex, name]) => `{${regex}${name}}`)
const segment = constantFrom('a', 'b')
const line = tuple(
  segment,
  array(variable, { maxLength: 2 }),
  constantFrom('/', '-'),
  constantFrom('', '', "(f:'1')"),
)
  .filter(([, [one, two]]) => one === undefined || one.slice(-2) !== two?.slice(-2))
  .map(
    ([start, variables, glue, fixed]) =>
      `GET /${[start, variables.join(glue)].filter(Boolean).join('/')} c.d${fixed}`,
  )

test('reverse never returns a line that findNeverLinkedRoutes reports', async () => {
  const value = constantFrom('a', '1', '22', '333', 'a/1', 'x-1', '.', '')
  const args = record({ x: value, y: value, f: constantFrom('1', '2'), q: value }, { requiredKeys: [] })
  let claims = 0
  await assert(
    asyncProperty(
      array(line, { minLength: 2, maxLength: 4 }),
      array(args, { minLength: 10 }),
      async (lines, all) => {
        const router = Router.parse(lines.join('\n'))
        const never = new Set(await neverLinked(router))
        claims += never.size
        for (const each of all) {
          try {
            const { route } = router.reverse('c.d', each)
            if (never.has(route.line)) expect([lines, each, route.line]).toBe('never chosen')
          } catch (error) {
            if (!(error instanceof NoHandlerFoundException)) throw error
          }
        }
      },
    ),
    { numRuns },
  )
  expect(claims).toBeGreaterThan(0)
})
