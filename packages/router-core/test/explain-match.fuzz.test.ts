import { describe, expect, test } from '@jest/globals'
import { BadRequestException, Router, RouteTable, type MatchRequest } from '@mvc-router/router-core'
import { nearMisses } from '@mvc-router/router-core/tools'
import { RandomTables } from './support/random-tables.js'

const runs = Number(process.env['FUZZ_RUNS'] ?? 15)

const router = Router.parse(`
GET   /                                  homeController.index
GET   /users/?                           userController.list
POST  /users                             userController.create
GET   /users/{<[0-9]+>id}                userController.show
GET   /users/{<[0-9]+>id}/edit           userController.edit
GET   /files/{name}.{<[a-z]+>ext}        fileController.show
GET   /docs/{<.+>path}/raw               docController.raw
GET(json)  /report  [year]               reportController.show
GET   {shop}.example.com/x               shopController.show
`)

test('explain reports where a path should end, and that * does not match a WebSocket handshake', () => {
  const lines = Router.parse('GET /a/ a.folder\n* /a/{x} a.any')
  const reasons = (method: string): unknown[] =>
    lines.explain({ method, path: '/a/b' }).map((line) => line.reasons.map(({ message }) => message))
  expect(reasons('GET')).toEqual([['segment 2 is "b", expected the end of the path'], []])
  expect(reasons('WS')[1]).toEqual(['the path fits, but * does not take WS'])
})

function reasonsOf(action: string, request: Partial<MatchRequest> & { path: string }): string[] {
  const line = router.explain({ method: 'GET', ...request }).find(({ route }) => route.action === action)
  return line?.reasons.map(({ type, message }) => `${type}: ${message}`) ?? ['no such line']
}

describe('explain', () => {
  test.each([
    ['userController.show', { path: '/users/42' }, []],
    [
      'userController.show',
      { path: '/users/abc' },
      ['constraint: the variable "id" does not satisfy [0-9]+'],
    ],
    ['userController.show', { path: '/users' }, ['path: the path ends where the variable "id" is expected']],
    ['userController.show', { path: '/users/4/x' }, ['path: the path goes on with "/x"']],
    ['userController.edit', { path: '/users/4' }, ['path: the path ends where "edit" is expected']],
    [
      'userController.create',
      { path: '/users/' },
      [
        'path: the line would answer /users: a pattern that ends in "/?" accepts both',
        'method: the method is POST',
      ],
    ],
    ['userController.create', { path: '/users' }, ['method: the path fits, but the method is POST']],
    ['userController.list', { path: '/user' }, ['path: the line would answer /users']],
    ['userController.list', { path: '/orders' }, ['path: segment 1 is "orders", expected "users"']],
    [
      'fileController.show',
      { path: '/files/a.7' },
      ['constraint: the variable "ext" does not satisfy [a-z]+'],
    ],
    ['fileController.show', { path: '/files/a' }, ['path: segment 2 is "a", expected {name}.{ext}']],
    [
      'docController.raw',
      { path: '/docs/a/b' },
      ['path: the rest of the path does not fit /docs/{<.+>path}/raw'],
    ],
    [
      'reportController.show',
      { path: '/report' },
      [
        'format: the format is not json: see the header Accept',
        "query: the query does not fit the route's conditions",
      ],
    ],
    ['reportController.show', { path: '/report?year=1', headers: { accept: 'application/json' } }, []],
    ['shopController.show', { path: '/x' }, ['host: the host is not known']],
    [
      'shopController.show',
      { path: '/x', host: 'other.org' },
      ['host: the host does not fit {shop}.example.com'],
    ],
    ['homeController.index', { path: '/%zz' }, ['path: The path holds a malformed escape']],
    ['homeController.index', { path: 'x' }, ['path: the path does not start with a slash']],
  ])('for the line of %s and the request %j, explain returns %j', (action, request, reasons) => {
    expect(reasonsOf(action, request)).toEqual(reasons)
  })

  test('explain shortens a long segment in a reason, and explains a path of 4,000 segments', () => {
    const [reason = ''] = reasonsOf('userController.list', { path: `/${'x'.repeat(100_000)}` })
    expect(reason.length).toBeLessThan(120)
    const lines = Router.parse(
      Array.from({ length: 500 }, (_, index) => `GET /a${index}/{x}/b/{<[a-z]+>y} a.b${index}`).join('\n'),
    ).explain({ method: 'GET', path: '/a'.repeat(4000) })
    expect(lines).toHaveLength(500)
  })

  test('nearMisses omits a line that accepts the request or differs too much from the request', () => {
    const near = nearMisses(router.explain({ method: 'PUT', path: '/users/42' }))
    expect(near.map(({ route }) => route.action)).toEqual(['userController.show'])
    expect(nearMisses(router.explain({ method: 'GET', path: '/users/42' }))).toEqual([])
  })

  test('nearMisses sorts lines by the size of the change that the request needs, and returns five by default', () => {
    const lines = Router.parse(
      ['GET /books', 'GET /cook', 'GET /{<[0-9]+>n}', 'GET /book/', 'GET /BOOK', 'POST /book', 'GET /x/book']
        .map((line) => `${line} a.b`)
        .join('\n'),
      { onWarning: () => {} },
    ).explain({ method: 'GET', path: '/book' })
    const pathsOf = (near: typeof lines): string[] => near.map(({ route }) => `${route.method} ${route.path}`)
    const nearest = ['POST /book', 'GET /BOOK', 'GET /book/', 'GET /{<[0-9]+>n}', 'GET /books']
    expect(pathsOf(nearMisses(lines))).toEqual(nearest)
    expect(pathsOf(nearMisses(lines, 2))).toEqual(nearest.slice(0, 2))
    expect(pathsOf(nearMisses(lines, 9))).toEqual([...nearest, 'GET /cook'])
  })

  test.each([
    ['/documentatoin', ['the line would answer /documentation']],
    ['/dokumentasiom', ['the line would answer /documentation']],
    ['/dokumentazios', ['the line would answer /documentation']],
    ['/dokumantazios', ['the line would answer /documentation']],
    ['/tokumantazios', ['segment 1 is "tokumantazios", expected "documentation"']],
    [`/${'x'.repeat(61)}`, [`segment 1 is "${'x'.repeat(60)}…", expected "documentation"`]],
    [`/${'x'.repeat(60)}`, [`segment 1 is "${'x'.repeat(60)}", expected "documentation"`]],
    ['/documentation/a/b', ['the path goes on with "/a/b"']],
    ['//', ['segment 1 is nothing, expected "documentation"']],
  ])('explain reports how %s differs from /documentation', (path, messages) => {
    const [line] = Router.parse('GET /documentation a.b').explain({ method: 'GET', path })
    expect(line?.reasons.map(({ message }) => message)).toEqual(messages)
  })

  test('the first line without a reason is the line that match returns', () => {
    const tables = new RandomTables()
    let matches = 0
    for (let number = 0; number < runs; number++) {
      const { lines, requests, options } = tables.get(number)
      const random = new Router(new RouteTable(lines.map(({ route }) => route)), options)
      for (const request of requests.slice(0, 20)) {
        const first = random.explain(request).find(({ reasons }) => reasons.length === 0)
        const answer = answerOf(random, request)
        if (answer === 'refused') expect(first).toBeUndefined()
        else expect([request, first?.route]).toEqual([request, answer])
        if (first !== undefined) matches++
      }
    }
    expect(matches).toBeGreaterThan(runs)
  }, 0)
})

function answerOf(asked: Router, request: MatchRequest): unknown {
  try {
    return asked.match(request)?.route
  } catch (error) {
    if (error instanceof BadRequestException) return 'refused'
    throw error
  }
}
