import { describe, expect, test } from '@jest/globals'
import { RouteFileParsingException, Router, type RouterOptions } from '@mvc-router/router-core'

const parse = (text: string, options?: RouterOptions): Router => Router.parse(text, options)

function messageOf(text: string, options?: RouterOptions): string {
  try {
    parse(text, options)
  } catch (error) {
    if (error instanceof RouteFileParsingException) return error.message
    throw error
  }
  return 'no error'
}

describe('errors in a route file', () => {
  test('an error shows the file, line and column, the text of the line, a caret and a hint', () => {
    expect(messageOf('GET  /user/{id  userController.showUser')).toBe(
      [
        'Expected "}"',
        'routes.conf:1:12',
        '  GET  /user/{id  userController.showUser',
        '             ^',
        '  hint: a variable is written {name} or {<regex>name}',
      ].join('\n'),
    )
  })

  test('the line of the caret keeps TABs, so the caret is below its character', () => {
    expect(messageOf('GET\t/x\tUser.show')).toContain('  GET\t/x\tUser.show\n     \t  \t^')
  })

  test('an error shows invisible characters as escapes', () => {
    expect(messageOf('GET\u00A0/x a.b')).toContain('  GET\\u00a0/x a.b\n     ^')
  })

  test('all errors of a file are in one message', () => {
    expect(messageOf('GET /{a a.b\nget /b a.b\nGET /c a.b\nGET /d ab')).toMatch(
      /routes\.conf:1:6[^]*routes\.conf:2:1[^]*routes\.conf:4:10/,
    )
  })

  test('the column of an error counts in the line before configuration values replace names', () => {
    expect(messageOf('GET ${base}/{x a.b', { variables: { base: '/a/rather/long/prefix' } })).toContain(
      'routes.conf:1:13',
    )
  })

  test('a variable that is twice in a path is an error', () => {
    expect(messageOf('GET /{a}/{a} a.b')).toContain('is twice')
    expect(messageOf('GET /{_}/{_} a.b')).toContain('is twice')
    expect(messageOf('GET {_}.x.{_}/{_} a.b')).toBe('no error')
  })

  test.each([
    ['\uFEFF\uFEFFGET /x a.b', 'Unknown method "\\ufeffGET"', 1],
    ['GET /a\u000Bb a.b', 'A path cannot contain a control character', 7],
    ['GET /a\ud800 a.b', 'A lone surrogate cannot be written in a URL', 7],
    ['# lines of an old system\rGET /x a.b', 'A carriage return alone does not end a line', 25],
    [
      `GET ${Array.from({ length: 65 }, (_, index) => `/{v${index}}`).join('')} a.b`,
      'at most 64 variables',
      5,
    ],
  ])('the error of %j is %j at column %i', (text, message, column) => {
    expect(messageOf(text)).toContain(message)
    expect(messageOf(text)).toContain(`\nroutes.conf:1:${column}\n`)
  })

  test.each('a..b .a a. -a a- a.-b {x}..b {x}. .{x} {x}-.b {x}.-b a.{x}-:80 a~b {x}[::1] [::{x}]'.split(' '))(
    'the host %s is an error, because no request can have it',
    (host) => {
      expect(messageOf(`GET ${host}/x a.b`)).toContain(`"${host}" is not a host`)
    },
  )

  test.each(['a.b', 'a-b.c', '_a.b_', '{x}-a', 'a-{x}.b:80', '[::1]'])('the host %s is accepted', (host) => {
    const request = { method: 'GET', path: '/x', host: host.replace('{x}', 'x') }
    expect(parse(`GET ${host}/x a.b`).match(request)?.action).toBe('a.b')
  })

  test('scripting in a comment is no error', () => {
    expect(messageOf('GET /x staticDir:public # was #{folder}\nGET /y 404 # %{y}\n#{if x}')).toBe('no error')
  })

  test('a "+" line without a following route is an error at the "+" line', () => {
    expect(messageOf('GET /x a.b\n+ tag=shop\n\n# the end\n')).toContain('routes.conf:2:1\n  + tag=shop\n')
  })

  test.each([
    (name: string) => `GET /x A${name}.b`,
    (name: string) => `* /x module:${name}`,
    (name: string) => `GET \${${name}}/x a.b`,
  ])('an error shortens a long text: %s', (textWith) => {
    expect(messageOf(textWith('x'.repeat(100_000))).length).toBeLessThan(1000)
  })

  test('an error escapes control characters of the terminal', () => {
    expect(messageOf('GET \u001B[31mx.com/a a.b')).toContain('"\\u001b[31mx.com" is not a host')
  })
})

describe('route files', () => {
  test('a line has methods, formats, a host, a path, conditions, an action and arguments', () => {
    const [route] = parse(
      'GET|HEAD(json,xml) {client}.example.com:8080/a/{<[0-9]+>id}/? [debug !draft lang=en mode!=x] shop.Cart.show(a:\'1\', b : "2") # comment',
    ).routes
    expect(route).toMatchObject({
      method: 'GET|HEAD',
      host: '{client}.example.com:8080',
      path: '/a/{<[0-9]+>id}/?',
      formats: ['json', 'xml'],
      action: 'shop.Cart.show',
      args: { a: '1', b: '2' },
      predicates: [
        { type: 'present', key: 'debug' },
        { type: 'absent', key: 'draft' },
        { type: 'equal', key: 'lang', value: 'en' },
        { type: 'notEqual', key: 'mode', value: 'x' },
      ],
      file: 'routes.conf',
      line: 1,
    })
  })

  test('the target of a line can be a status, static files or a redirection', () => {
    const text =
      'GET /old 410 : gone for good\nGET /favicon.ico 404\nGET /public/ staticDir:public\nGET /robots.txt staticFile:public/robots.txt\nGET /a redirect:301:/b\nGET /c redirect:@a.b'
    expect(parse(text).routes.map(({ target }) => target)).toEqual([
      { type: 'status', status: 410, text: 'gone for good' },
      { type: 'status', status: 404, text: undefined },
      { type: 'staticDirectory', directory: 'public' },
      { type: 'staticFile', file: 'public/robots.txt' },
      { type: 'redirect', status: 301, url: '/b' },
      { type: 'redirectToAction', status: 302, call: expect.objectContaining({ action: 'a.b' }) },
    ])
  })

  test('the modifiers of "+" lines belong to the next route only', () => {
    const [first, second] = parse('+ nocsrf tag=shop\n+ name=cart\nGET /a a.b\nGET /b a.c').routes
    expect(first?.modifiers).toEqual({ nocsrf: true, tag: 'shop', name: 'cart' })
    expect(second?.modifiers).toEqual({})
  })

  test('the lines of a module replace its include, with its prefix and modifiers', () => {
    const router = parse('GET /a a.first\n+ tag=admin\n* /admin module:admin\nGET /{x} a.last', {
      modules: { admin: 'GET / admin.index\nGET /users/{id} admin.user\n+ tag=own\nGET /log/? admin.log' },
    })
    expect(router.routes.map(({ path, action, modifiers }) => [path, action, modifiers['tag']])).toEqual([
      ['/a', 'a.first', undefined],
      ['/admin', 'admin.index', 'admin'],
      ['/admin/users/{id}', 'admin.user', 'admin'],
      ['/admin/log/?', 'admin.log', 'own'],
      ['/{x}', 'a.last', undefined],
    ])
    expect(router.match({ method: 'GET', path: '/admin/users/5' })?.args).toStrictEqual({ id: '5' })
    expect(router.reverse('admin.index').url).toBe('/admin')
  })

  test('modules that include each other are an error', () => {
    expect(messageOf('* /a module:a', { modules: { a: '* /b module:b', b: '* /a module:a' } })).toContain(
      'Files include each other: module:a -> module:b -> module:a',
    )
  })

  test('a line cannot repeat a variable that is in the prefix of its include', () => {
    expect(messageOf('* /{id} module:a', { modules: { a: 'GET /{id} a.b' } })).toContain(
      '"id" is in the prefix',
    )
  })

  test('a line or a nested include cannot have a different host than the include around it', () => {
    const modules = { a: 'GET b.org/x a.b', b: '* c.org/ module:c', c: 'GET A.org/x a.b\nGET /y a.c' }
    const refused = 'This line is in an include for another host, "a.org"'
    expect(messageOf('* a.org/ module:a', { modules })).toContain(refused)
    expect(messageOf('* a.org/ module:b', { modules })).toContain(refused)
    expect(parse('* a.org/ module:c', { modules }).routes).toHaveLength(2)
  })

  test('a configuration value or a default replaces a name once: "${" in a value is text', () => {
    const router = parse('GET ${base:/shop}/${what}/x a.b # ${missing}', { variables: { what: '${base}' } })
    expect(router.routes[0]?.path).toBe('/shop/${base}/x')
  })

  test.each(['GET ${missing}/x a.b', 'GET ${open a.b'])('the line %s is an error at its "${"', (text) => {
    expect(messageOf(text)).toContain('routes.conf:1:5')
  })

  test('after a "#", a name is replaced only if it has a configuration value or a default', () => {
    const routed = (text: string): unknown => parse(text, { variables: { known: 'k' } }).routes[0]
    expect(routed("GET /x a.b(id:'x # ${ known } ${other:d}')")).toMatchObject({ args: { id: 'x # k d' } })
    expect(routed("GET /x a.b(id:'x # ${other}')")).toMatchObject({ args: { id: 'x # ${other}' } })
    expect(routed('GET /x a.b # ${open')).toMatchObject({ path: '/x' })
    expect(routed('GET /${ known :d} a.b')).toMatchObject({ path: '/k' })
  })

  test('a missing value is an error before a comment, and after a "#" in a quoted text', () => {
    const missing = 'The configuration has no value for "missing"'
    expect(messageOf('GET /${missing} a.b # comment')).toContain(missing)
    expect(messageOf("GET /x a.b(id:'x#${missing}')")).toContain(missing)
  })

  test('the hint for a missing value names the nearest configuration value', () => {
    expect(messageOf('GET /${prefx} a.b', { variables: { prefix: 'shop', port: '1' } })).toContain(
      'hint: did you mean prefix?',
    )
  })

  test('a mistake in a configuration value is an error at its "${"', () => {
    expect(messageOf('GET /${bad} a.b', { variables: { bad: 'a/b/{x' } })).toContain('routes.conf:1:6\n')
  })

  test('a configuration value with a line end is an error', () => {
    expect(messageOf('GET /${x} a.b', { variables: { x: 'a a.b\nGET /evil' } })).toContain('holds a line end')
  })

  test('a controller that does not start with a letter is an error, also with controllerNames "any"', () => {
    for (const controllerNames of ['lower', 'any'] as const) {
      const messageFor = (action: string): string => messageOf(`GET /x ${action}`, { controllerNames })
      expect(messageFor('$users.list')).toMatch(/A controller starts with a (?:lower-case )?letter/)
      expect(parse('GET /x users.list', { controllerNames }).routes).toHaveLength(1)
    }
    expect(messageOf('GET /x _Users.list')).toContain('hint: write users.list')
    expect(messageOf('GET /x _Users.list', { controllerNames: 'any' })).toContain(
      'hint: as in userController',
    )
  })

  test.each([
    ['/', '', 8191],
    ['/{<[0-9]+>id}/', '', 8184],
    ['{<[a-z]+>shop}.org/', '', 8179],
    ['/', '/?', 8189],
  ])('a pattern %s…%s can have 8,192 characters without its constraints', (start, end, length) => {
    const lineOf = (count: number): string => `GET ${start}${'a'.repeat(count)}${end} a.b`
    expect(messageOf(lineOf(length))).toBe('no error')
    expect(messageOf(lineOf(length + 1))).toContain(
      'A pattern may have at most 8192 characters\nroutes.conf:1:5',
    )
  })

  test('two adjacent variables are accepted if their constraints separate them', () => {
    expect(
      parse('GET /{<[0-9]+>a}{<[a-z]+>b} a.b').match({ method: 'GET', path: '/12ab' })?.args,
    ).toStrictEqual({ a: '12', b: 'ab' })
  })
})

describe('routes in code', () => {
  test('router.add needs a method, a path and an action as strings', () => {
    const expected = 'router.add: expected a method, a path and an action'
    expect(() => parse('').add('GET', '/x', undefined as never)).toThrow(`${expected}, each as a text`)
    expect(() => parse('').add('# GET', '/x', 'a.b')).toThrow(expected)
    expect(() => parse('').add('->', '/x', 'more.conf')).toThrow(expected)
  })

  test('router.add takes the columns of a route file', () => {
    const router = parse('')
      .add('GET', '/users/{<[0-9]+>id}/?', 'users.show')
      .add('GET(json)', '/files/{<.+>path} [raw]', "files.get(kind:'raw')")
    expect(router.match({ method: 'GET', path: '/users/5/' })?.args).toStrictEqual({ id: '5' })
    expect(router.match({ method: 'GET', path: '/users/x' })).toBeUndefined()
    const headers = { accept: 'application/json' }
    expect(router.match({ method: 'GET', path: '/files/a/b?raw', headers })?.args).toStrictEqual({
      path: 'a/b',
      kind: 'raw',
    })
    expect(router.reverse('users.show', { id: 5 }).url).toBe('/users/5/')
  })

  test('router.add warns about a path in the syntax of Express', () => {
    const warnings: string[] = []
    Router.parse('GET / a.b', { onWarning: (message) => warnings.push(message) }).add('GET', '/:id', 'a.b')
    expect(warnings).toEqual([expect.stringContaining('a variable is written {id}')])
  })

  test.each([
    ['GET', '/{', 'a.b'],
    ['FOO', '/x', 'a.b'],
    ['GET', '/x', 'ab'],
    ['GET', '/x y', 'a.b'],
    ['GET', '/é', 'a.b'],
    ['GET', '/{id}/{id}', 'a.b'],
    ['+', 'use=a', ''],
  ])('router.add refuses %s %s %s', (method, path, action) => {
    expect(() => parse('').add(method, path, action)).toThrow(RouteFileParsingException)
  })
})
