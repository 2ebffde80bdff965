import { describe, expect, test } from '@jest/globals'
import {
  BadRequestException,
  NoRouteFoundException,
  Router,
  type MatchRequest,
  type RouteMatch,
  type RouterOptions,
} from '@mvc-router/router-core'

const match = (
  text: string,
  request: Partial<MatchRequest> & { path: string },
  options?: RouterOptions,
): RouteMatch | undefined => Router.parse(text, options).match({ method: 'GET', ...request })
const actionFor = (
  text: string,
  request: Partial<MatchRequest> & { path: string },
  options?: RouterOptions,
): string | undefined => match(text, request, options)?.action

describe('requests', () => {
  test.each([
    undefined,
    null,
    {},
    { method: 'GET' },
    { path: '/' },
    { method: 1, path: '/' },
    { method: 'GET', path: 5 },
  ])('the value %j is not a request, and is refused', (request) => {
    const router = Router.parse('GET / a.b')
    for (const ask of ['match', 'matchOrThrow', 'explain'] as const)
      expect(() => router[ask](request as unknown as MatchRequest)).toThrow(
        'expected a request with the texts "method" and "path"',
      )
  })

  test('allowedMethods needs only a path', () => {
    const router = Router.parse('GET / a.b')
    expect(router.allowedMethods({ path: '/' })).toEqual(['GET', 'HEAD'])
    expect(() => router.allowedMethods({} as MatchRequest)).toThrow(
      'Router.allowedMethods: expected a request',
    )
  })
})

describe('variables that name the action', () => {
  const actions = (line: string, ...paths: string[]): (string | undefined)[] =>
    paths.map((path) => actionFor(line, { path }))

  test('a variable that names the action never has a value with a dot', () => {
    expect(
      actions(
        'GET /s/{action} shop.{action}',
        '/s/drop',
        '/s/admin.drop',
        '/s/admin%2Edrop',
        '/s/admin%2edrop',
      ),
    ).toEqual(['shop.drop', undefined, undefined, undefined])
  })

  test('a variable that names the action must match its constraint', () => {
    expect(actions('GET /{<[a-z.]+>name}/x {name}.a', '/a/x', '/a.b/x', '/A/x')).toEqual([
      'a.a',
      undefined,
      undefined,
    ])
    expect(actions('GET /{<(?!admin$).+>name} {name}.a', '/a', '/a.b', '/admin')).toEqual([
      'a.a',
      undefined,
      undefined,
    ])
  })

  test('a dot of the line separates two variables that name the action', () => {
    expect(actions('GET /{controller}.{action} {controller}.{action}', '/a.b', '/a.b.c')).toEqual([
      'a.b',
      undefined,
    ])
  })

  test('a variable that names the action can be before a literal with a dot', () => {
    const lines = ['GET /{<[a-z.]+>name}.html shop.{name}', 'GET /{<[^/]+>name}.{x} shop.{name}']
    for (const line of lines) expect(actions(line, '/list.html')).toEqual(['shop.list'])
    expect(actions('GET /{<.+>name}/a.b shop.{name}', '/list/a.b')).toEqual(['shop.list'])
  })

  test('a host variable that names the action has only one label', () => {
    const lines = 'GET {client}.example.com/ {client}.index\nGET {host}/ page.index'
    expect(actionFor(lines, { path: '/', host: 'shop.example.com' })).toBe('shop.index')
    expect(actionFor(lines, { path: '/', host: 'my.shop.example.com' })).toBe('page.index')
  })

  test('a value with a dot matches the next line, and this line causes no warning', () => {
    const router = Router.parse('GET /s/{action} redirect:@shop.{action}\nGET /s/{name} page.show')
    expect(router.match({ method: 'GET', path: '/s/a.b' })?.action).toBe('page.show')
    expect(router.warnings).toEqual([])
  })

  test('a fixed argument with the name of the variable names the action', () => {
    const line = "GET /x/{action} shop.{action}(action:'list')"
    expect(match(line, { path: '/x/a.b' }, { onWarning: () => undefined })?.action).toBe('shop.list')
  })
})

describe('paths', () => {
  test('each line binds its own variable names, even if the names of two lines are similar', () => {
    // Lines of a table share equal lists of names.
    const router = Router.parse('GET /x/{ab}/{c} a.b\nGET /y/{a}/{bc} c.d')
    expect(router.match({ method: 'GET', path: '/x/1/2' })?.args).toEqual({ ab: '1', c: '2' })
    expect(router.match({ method: 'GET', path: '/y/1/2' })?.args).toEqual({ a: '1', bc: '2' })
  })

  test('a request that two lines accept goes to the first line', () => {
    expect(actionFor('GET /{id} a.any\nGET /new a.new', { path: '/new' })).toBe('a.any')
    expect(actionFor('GET /new a.new\nGET /{id} a.any', { path: '/new' })).toBe('a.new')
  })

  test('literals are compared with the raw path, so a needless escape does not match', () => {
    const text = 'GET /admin a.b\nGET /%C3%A9 a.eacute\nGET /a%2Fb a.slash\nGET /x|y a.pipe'
    expect(actionFor(text, { path: '/%61dmin' })).toBeUndefined()
    expect(actionFor(text, { path: '/%C3%A9' })).toBe('a.eacute')
    expect(actionFor(text, { path: '/%c3%a9' })).toBeUndefined()
    expect(actionFor(text, { path: '/é' })).toBeUndefined()
    expect(actionFor(text, { path: '/a%2Fb' })).toBe('a.slash')
    expect(actionFor(text, { path: '/a%2fb' })).toBeUndefined()
    expect(actionFor(text, { path: '/a/b' })).toBeUndefined()
    expect(actionFor(text, { path: '/x|y' })).toBe('a.pipe')
    expect(actionFor(text, { path: '/x%7Cy' })).toBeUndefined()
    expect(actionFor(text, { path: '/admin;x=1' })).toBeUndefined()
    expect(actionFor(text, { path: '/Admin' })).toBeUndefined()
  })

  test('the query of a path is not compared with literals', () => {
    expect(actionFor('GET /a a.b', { path: '/a?x=/b' })).toBe('a.b')
  })

  test.each([
    '/%',
    '/%1',
    '/%zz',
    '/%C0%AF',
    '/%ED%A0%80',
    '/%FF',
    '/%00',
    '/a%0Ab',
    '/a%7F',
    '/a%C2%85',
    '/a\nb',
    '/\uD800',
  ])('the path %j is a bad request', (path) => {
    expect(() => actionFor('GET /x a.b', { path })).toThrow(BadRequestException)
  })

  test.each(['/u/..', '/u/.', '/u/%2e%2E', '/u/%2E'])(
    'the path %s does not match, because a segment of dots is never a value',
    (path) => {
      expect(actionFor('GET /u/{id} a.b', { path })).toBeUndefined()
    },
  )

  test.each(['', '*', 'admin', '//x', '/x//'])('the path %j matches no line', (path) => {
    expect(actionFor('GET /x a.b\nGET /{a}/{b} a.c', { path })).toBeUndefined()
  })

  test.each(['*', 'admin', 'x?y'])('the path %j without its first slash does not match "/"', (path) => {
    expect(actionFor('GET /? a.b', { path })).toBeUndefined()
  })
})

describe('variables', () => {
  test('a value is decoded once', () => {
    expect(match('GET /u/{id} a.b', { path: '/u/a%2520b%2Fc+d' })?.args).toStrictEqual({ id: 'a%20b/c+d' })
  })

  test('a value has at most maxParamLength characters', () => {
    const text = 'GET /u/{id} a.b'
    expect(actionFor(text, { path: `/u/${'a'.repeat(255)}` })).toBe('a.b')
    expect(actionFor(text, { path: `/u/${'%C3%A9'.repeat(255)}` })).toBe('a.b')
    expect(actionFor(text, { path: `/u/${'a'.repeat(256)}` })).toBeUndefined()
    expect(actionFor(text, { path: `/u/${'a'.repeat(300)}` }, { maxParamLength: 300 })).toBe('a.b')
  })

  test('a segment is never empty, even if all its variables can be empty', () => {
    for (const path of ['//a', '/x//', '/x/', '/x//a'])
      expect([path, match('* /{<[0-9]*>a}{<x?>b}/{<[0-9]*>c}{<a?>d} a.b', { path })]).toEqual([
        path,
        undefined,
      ])
    expect(match('* /{<[0-9]*>a}{<x?>b}/a a.b', { path: '/x/a' })?.args).toStrictEqual({ a: '', b: 'x' })
  })

  test('a segment after a variable with slashes is never empty', () => {
    const argsOf = (pattern: string, path: string): unknown => match(`GET ${pattern} a.b`, { path })?.args
    expect(argsOf('/{<.+>p}/{<[0-9]*>d}', '/a/')).toBeUndefined()
    expect(argsOf('/{<.+>p}/{<[0-9]*>d}', '/a/5')).toStrictEqual({ p: 'a', d: '5' })
    expect(argsOf('/{<.+>p}/{<[0-9]*>d}/x', '/a//x')).toBeUndefined()
    expect(argsOf('/{<.+>p}/{<[0-9]*>d}{<[a-z]*>w}', '/a/')).toBeUndefined()
    expect(argsOf('/{<.+>p}/{<[0-9]*>d}{<[a-z]*>w}', '/a/x')).toStrictEqual({ p: 'a', d: '', w: 'x' })
    expect(argsOf('/{<.+>p}/{<[0-9]*>d}-x', '/a/-x')).toStrictEqual({ p: 'a', d: '' })
    expect(argsOf('/{<.+>p}/{<.*>q}', '/a/')).toStrictEqual({ p: 'a', q: '' })
  })

  test('a segment can have text and several variables', () => {
    expect(match('GET /x/{a}-{b} a.b', { path: '/x/1-2-3' })?.args).toStrictEqual({ a: '1-2', b: '3' })
    expect(match('GET /{name}.{<[a-z]+>ext} a.b', { path: '/a.tar%2Fx.gz' })?.args).toStrictEqual({
      name: 'a.tar/x',
      ext: 'gz',
    })
    expect(match('GET /v{<[0-9]+>n} a.b', { path: '/v%31' })?.args).toStrictEqual({ n: '1' })
    expect(match('GET /{a}.txt a.b', { path: '/...txt' })).toBeUndefined()
  })

  test('a constraint is compared with a text in which %2F and %25 stay encoded', () => {
    expect(actionFor('GET /{<[a-z/]+>p} a.b', { path: '/a%2Fb' })).toBeUndefined()
    expect(match('GET /{<[a-z%F0-9]+>p} a.b', { path: '/a%2fb' })?.args).toStrictEqual({ p: 'a/b' })
    expect(match('GET /{<[^/]+>p} a.b', { path: '/a%2Fb' })?.args).toStrictEqual({ p: 'a/b' })
    expect(match('GET /{<100%25>p} a.b', { path: '/100%25' })?.args).toStrictEqual({ p: '100%' })
  })

  test('a variable spans segments if its constraint accepts slashes, also in the middle of a path', () => {
    const text = 'GET /d/{<.+>path}/edit d.edit\nGET /d/{<.*>path} d.show'
    expect(match(text, { path: '/d/a/b/edit' })).toMatchObject({ action: 'd.edit', args: { path: 'a/b' } })
    expect(match(text, { path: '/d/a/b/%65dit' })).toMatchObject({
      action: 'd.show',
      args: { path: 'a/b/edit' },
    })
    expect(match(text, { path: '/d/edit' })).toMatchObject({ action: 'd.show', args: { path: 'edit' } })
    expect(match(text, { path: '/d/' })).toMatchObject({ action: 'd.show', args: { path: '' } })
    expect(match(text, { path: '/d/a/' })).toMatchObject({ action: 'd.show', args: { path: 'a/' } })
    for (const path of [
      '/d',
      '/d//a',
      '/d/a//b',
      '/d/a/../b',
      '/d/a/%2e%2e',
      '/d/%2e%2e%2fetc',
      `/d/${'a/'.repeat(4200)}`,
    ]) {
      expect(match(text, { path })).toBeUndefined()
    }
  })

  test('the slash of "/?" is not part of the value before it', () => {
    const text = 'GET /d/{<.+>path}/? a.b'
    const pathOf = (path: string): string | undefined => match(text, { path })?.args['path']
    expect(['/d/a/b', '/d/a/b/', '/d/a%2F/'].map(pathOf)).toEqual(['a/b', 'a/b', 'a/'])
    expect(['/d/', '/d//', '/d/a//'].map(pathOf)).toEqual([undefined, undefined, undefined])
    expect(match('GET /d/{<.+/>path}/? a.b', { path: '/d/a/' })?.args).toStrictEqual({ path: 'a/' })
  })

  test('a variable with slashes takes as many segments as possible', () => {
    const text = 'GET /{<.+>a}/x/{<.+>b}/y a.b'
    expect(match(text, { path: '/1/x/2/x/3/y' })?.args).toStrictEqual({ a: '1/x/2', b: '3' })
    expect(match(text, { path: '/1/%78/2/y' })).toBeUndefined()
  })

  test('a fixed argument replaces the value of the variable with its name', () => {
    const options = { onWarning: (): void => {} }
    expect(match("GET /p/{id} a.b(id:'home')", { path: '/p/x' }, options)?.args).toStrictEqual({ id: 'home' })
  })

  test('variables can name the controller and the action', () => {
    expect(
      match('* /{controller}/{action} {controller}.{action}', { path: '/users/list', method: 'PATCH' }),
    ).toMatchObject({
      action: 'users.list',
      args: { controller: 'users', action: 'list' },
    })
  })
})

describe('methods', () => {
  const text = 'GET|POST /a a.b\nHEAD /h a.head\nGET /h a.get\n* /any a.any\nWS /chat a.chat'

  test.each([
    ['GET', '/a', 'a.b'],
    ['post', '/a', 'a.b'],
    ['HEAD', '/a', 'a.b'],
    ['HEAD', '/h', 'a.head'],
    ['GET', '/h', 'a.get'],
    ['PROPFIND', '/any', 'a.any'],
    ['HEAD', '/any', 'a.any'],
    ['WS', '/chat', 'a.chat'],
    ['WS', '/any', undefined],
    ['GET', '/chat', undefined],
    ['DELETE', '/a', undefined],
    ['constructor', '/a', undefined],
  ])('%s %s runs %s', (method, path, action) => {
    expect(actionFor(text, { method, path })).toBe(action)
  })

  test('allowedMethods returns the methods of the lines for a path', () => {
    const router = Router.parse(text)
    expect(router.allowedMethods({ path: '/a' })).toEqual(['GET', 'HEAD', 'POST'])
    expect(router.allowedMethods({ path: '/any' })).toContain('DELETE')
    expect(router.allowedMethods({ path: '/chat' })).toEqual([])
    expect(router.allowedMethods({ path: '/nope' })).toEqual([])
  })

  test('changing the list of allowedMethods does not change later lists', () => {
    const router = Router.parse(text)
    router.allowedMethods({ path: '/a' }).push('X')
    router.allowedMethods({ path: '/nope' }).push('X')
    expect(router.allowedMethods({ path: '/a' })).toEqual(['GET', 'HEAD', 'POST'])
    expect(router.allowedMethods({ path: '/nope' })).toEqual([])
  })

  test('methodOverride changes the method of a POST by header or query, and refuses bad values', () => {
    const routes = 'POST /a a.post\nPUT /a a.put\nGET /a a.get'
    const put = { 'x-http-method-override': 'PUT' }
    const post: RouterOptions = { methodOverride: 'post' }
    expect(actionFor(routes, { method: 'POST', path: '/a', headers: put })).toBe('a.post')
    expect(actionFor(routes, { method: 'POST', path: '/a', headers: put }, post)).toBe('a.put')
    expect(actionFor(routes, { method: 'POST', path: '/a?x-http-method-override=PUT' }, post)).toBe('a.put')
    expect(actionFor(routes, { method: 'GET', path: '/a', headers: put }, post)).toBe('a.get')
    expect(actionFor(routes, { method: 'GET', path: '/a', headers: put }, { methodOverride: 'compat' })).toBe(
      'a.put',
    )
    for (const value of ['put', 'put, delete', 'GET', '', 'constructor']) {
      expect(() =>
        actionFor(routes, { method: 'POST', path: '/a', headers: { 'x-http-method-override': value } }, post),
      ).toThrow(BadRequestException)
    }
  })
})

test('a method override never creates or changes a WebSocket handshake', () => {
  const routes = 'WS /a a.ws\nGET /a a.get\n* /a a.all'
  for (const value of ['WS', 'ws', 'w\u017F']) {
    const headers = { 'x-http-method-override': value }
    for (const method of ['GET', 'POST', 'DELETE'])
      for (const methodOverride of ['post', 'compat'] as const) {
        const ask = (path: string, named = {}): string | undefined => {
          try {
            return actionFor(routes, { method, path, headers: named }, { methodOverride })
          } catch (error) {
            return (error as Error).name
          }
        }
        expect(ask('/a', headers)).not.toBe('a.ws')
        expect(ask(`/a?X-HTTP-Method-Override=${value}`)).not.toBe('a.ws')
      }
  }
  const get = { 'x-http-method-override': 'GET' }
  expect(actionFor(routes, { method: 'WS', path: '/a', headers: get }, { methodOverride: 'compat' })).toBe(
    'a.ws',
  )
})

test('a target with a fragment is a bad request if a line could match it', () => {
  const routes = 'GET /a a.a\nGET /u/{id} a.u\nGET /t/{<.*>rest} a.t\nPOST /a a.post\nDELETE /a a.delete'
  for (const path of [
    '/a#',
    '/a#?b',
    '/a?b#c',
    '/u/#',
    '/u/1#2',
    '/t/a#b/c',
    '/t/#',
    '/a#?x-http-method-override=DELETE',
  ])
    for (const method of ['GET', 'POST'])
      for (const methodOverride of [false, 'post', 'compat'] as const)
        expect(() => actionFor(routes, { method, path }, { methodOverride })).toThrow(BadRequestException)
  expect(actionFor('GET /u/{id} a.u', { path: '/u/1%23' })).toBe('a.u')
  expect(actionFor('GET /u/1 a.u', { path: '/other/#' })).toBeUndefined()
})

describe('formats', () => {
  const text = 'GET(json,xml) /a a.data\nGET(txt) /a a.text\nGET /a a.html'

  test.each([
    [undefined, 'a.html', undefined],
    ['text/html', 'a.html', undefined],
    ['*/*', 'a.html', undefined],
    ['application/json', 'a.data', 'json'],
    ['application/vnd.api+json', 'a.data', 'json'],
    ['text/html;q=0.5, text/xml', 'a.data', 'xml'],
    ['application/json;q=0.2, text/plain;q=0.3', 'a.text', 'txt'],
    ['application/json;q=0', 'a.html', undefined],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'a.html', undefined],
  ])('the header Accept: %s selects %s with the format %s', (accept, action, format) => {
    const found = match(text, { path: '/a', ...(accept && { headers: { accept } }) })
    expect(found?.action).toBe(action)
    expect(found?.format).toBe(format)
  })

  test('the name of the header Accept can have any case', () => {
    const headers = { ACCEPT: 'application/json' }
    expect(actionFor('GET(json) /a a.json', { path: '/a', headers })).toBe('a.json')
  })

  test('a variable with the name format sets the format', () => {
    expect(match('GET /a.{format} a.b', { path: '/a.pdf' })?.format).toBe('pdf')
  })
})

describe('hosts', () => {
  const text =
    'GET admin.example.com/x a.admin\nGET {client}.example.com/x a.client\nGET {host}/y a.any\nGET [::1]:8080/x a.six\nGET /x a.none'

  test.each([
    ['admin.example.com', 'a.admin'],
    ['ADMIN.Example.com:8080', 'a.admin'],
    ['a.b.example.com', 'a.client'],
    ['.example.com', 'a.none'],
    ['[::1]:3000', 'a.six'],
    ['evil.com:fake@admin.example.com', 'a.none'],
    ['admin.example.com.', 'a.admin'],
    ['admin.example.com/x', 'a.none'],
    [undefined, 'a.none'],
  ])('the host %s matches the line of %s', (host, action) => {
    expect(actionFor(text, { path: '/x', host })).toBe(action)
  })

  test('variables of a host have values without the port', () => {
    expect(match(text, { path: '/x', host: 'a.b.example.com:80' })?.args).toStrictEqual({ client: 'a.b' })
    expect(match(text, { path: '/y', host: '[::1]:80' })?.args).toStrictEqual({ host: '[::1]' })
  })
})

describe('conditions on the query', () => {
  const text =
    'GET /a [lang=de !draft] a.german\nGET /a [debug] a.debug\nGET /a [mode!=x] a.other\nGET /a a.rest'

  test.each([
    ['/a?lang=de', 'a.german'],
    ['/a?lang=de&draft', 'a.other'],
    ['/a?lang=en&lang=de', 'a.german'],
    ['/a?debug', 'a.debug'],
    ['/a?mode=x', 'a.rest'],
    ['/a', 'a.other'],
    ['/a?%6Cang=d%65', 'a.german'],
  ])('the query of %s selects %s', (path, action) => {
    expect(actionFor(text, { path })).toBe(action)
  })

  test('a condition can have "!" before its key or before "="', () => {
    for (const condition of ['!lang=de', 'lang!=de']) {
      expect(actionFor(`GET /a [${condition}] a.b`, { path: '/a?lang=de' })).toBeUndefined()
      expect(actionFor(`GET /a [${condition}] a.b`, { path: '/a?lang=en' })).toBe('a.b')
    }
    expect(actionFor('GET /a [!lang!=de] a.b', { path: '/a?lang=de' })).toBe('a.b')
  })
})

test('the error of matchOrThrow has the method and the escaped path', () => {
  expect(() => Router.parse('').matchOrThrow({ method: 'GET', path: '/\u202Ex' })).toThrow(
    NoRouteFoundException,
  )
  expect(() => Router.parse('').matchOrThrow({ method: 'GET', path: '/\u202Ex' })).toThrow('GET /\\u202ex')
})

test('matchOrThrow returns the match', () => {
  expect(Router.parse('GET /x a.b').matchOrThrow({ method: 'GET', path: '/x' }).action).toBe('a.b')
})

test.each([
  ['/%zz', 'The path holds a malformed escape'],
  ['/a%00', 'The path holds a control character'],
  ['/\uD800', 'The path is not well-formed Unicode'],
])('the error for the path %j is: %s', (path, message) => {
  expect(() => Router.parse('GET /{x} a.b').match({ method: 'GET', path })).toThrow(message)
})

test('a range of characters in a constraint can end with an escape', () => {
  const router = Router.parse('GET /{<[!-\\-]+>x} a.b')
  expect(router.match({ method: 'GET', path: '/+!-' })?.args).toEqual({ x: '+!-' })
  expect(router.match({ method: 'GET', path: '/A' })).toBeUndefined()
})
