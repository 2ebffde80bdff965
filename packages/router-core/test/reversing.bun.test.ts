import { describe, expect, test } from '@jest/globals'
import {
  NoHandlerFoundException,
  Router,
  type ActionDefinition,
  type RouterOptions,
} from '@mvc-router/router-core'
import { codeOf } from './support/code-of.js'

const urlOf = (
  text: string,
  args?: Record<string, unknown>,
  action = 'a.b',
  options?: RouterOptions,
): string => Router.parse(text, options).reverse(action, args).url

describe('reversing', () => {
  test('reverse takes the first line that fits all arguments', () => {
    const text = "GET /home a.b(id:'home')\nGET /n/{<[0-9]+>id} a.b\nGET /p/{id} a.b\nGET / a.b"
    expect(urlOf(text, { id: 'home' })).toBe('/home')
    expect(urlOf(text, { id: 5 })).toBe('/n/5')
    expect(urlOf(text, { id: 'x' })).toBe('/p/x')
    expect(urlOf(text)).toBe('/')
  })

  test('the query is sorted by name', () => {
    expect(urlOf('GET /a a.b', { b: 2, a: [1, null, 'x y'], c: [], d: undefined, e: '' })).toBe(
      '/a?a=1&a=x+y&b=2&e=',
    )
  })

  test('a character that URLs do not allow is encoded, even if the constraint accepts it', () => {
    const text = 'GET /q/{<[a-z%"<]+>id} a.b'
    expect(urlOf(text, { id: 'a"b<c' })).toBe('/q/a%22b%3Cc')
    expect(Router.parse(text).href('a.b', { id: 'a"b<c' })).toBe('/q/a%22b%3Cc')
    expect(urlOf('GET /q/{<[a-z%25]+>id} a.b', { id: '%' })).toBe('/q/%25')
  })

  test('a number must match a constraint that accepts only some digits', () => {
    const router = Router.parse('GET /q/{<[0-4]+>id} a.b')
    expect(router.href('a.b', { id: 4 })).toBe('/q/4')
    expect(codeOf(() => router.href('a.b', { id: 7 }))).toBe(codeOf(() => router.href('a.b', { id: '7' })))
    expect(() => router.href('a.b', { id: 7 })).toThrow('must match [0-4]+, got "7"')
  })

  test('an empty list, or a list of null, is a missing argument', () => {
    const router = Router.parse('GET /x a.b')
    for (const q of [[], [null], [undefined, null]]) expect(router.reverse('a.b', { q }).url).toBe('/x')
    expect(codeOf(() => Router.parse('GET /x/{id} a.b').reverse('a.b', { id: [] }))).toBe(
      'E_REVERSE_MISSING_ARG',
    )
  })

  test('an error lists at most twenty lines of an action, and the number of further lines', () => {
    const lines = Array.from({ length: 23 }, (_, index) => `GET /l${index}/{<[0-9]+>id} a.b`)
    const reverse = (count: number): ActionDefinition =>
      Router.parse(lines.slice(0, count).join('\n')).reverse('a.b', { id: 'x' })
    expect(() => reverse(23)).toThrow(/\n {2}and 3 more$/)
    expect(() => reverse(21)).toThrow(/\n {2}and 1 more$/)
    expect(() => reverse(20)).not.toThrow(/more$/)
  })

  test('an action of more than 2,000 characters is not parsed', () => {
    const open = `a.b(${' '.repeat(1996)}`
    expect(() => Router.parse('').reverse(open)).toThrow(
      expect.objectContaining({ code: 'E_REVERSE_BAD_ACTION' }),
    )
    expect(() => Router.parse('').reverse(`${open} `)).toThrow(
      expect.objectContaining({ code: 'E_REVERSE_NO_ROUTE' }),
    )
  })

  test.each([
    ['\uD800', 'it holds a lone surrogate'],
    [Number.NaN, 'the number is not finite'],
    [2 ** 53, 'beyond 2^53'],
    [Symbol('x'), 'a symbol has no text'],
    [{ name: 'x' }, 'must have toRouteParam() or an id'],
    [['a', {}], 'must have toRouteParam() or an id'],
  ])('the argument %p is refused with the reason: %s', (id, reason) => {
    expect(() => Router.parse('GET /{id} a.b').reverse('a.b', { id })).toThrow(`bad argument "id": `)
    expect(() => Router.parse('GET /{id} a.b').reverse('a.b', { id })).toThrow(reason)
  })

  test('a variable of the path takes the first element of a list', () => {
    expect(urlOf('GET /a/{id} a.b', { id: [1, 2] })).toBe('/a/1')
  })

  test('an entity is written as its toRouteParam() or id', () => {
    class Book {
      readonly id = 7
      toRouteParam(): string {
        return 'effective-java'
      }
    }
    expect(urlOf('GET /a/{book} a.b', { book: new Book() })).toBe('/a/effective-java')
    expect(urlOf('GET /a/{book} a.b', { book: { id: 12n } })).toBe('/a/12')
    expect(codeOf(() => urlOf('GET /a/{book} a.b', { book: { id: { id: 1 } } }))).toBe('E_REVERSE_BAD_ARG')
  })

  test('an ObjectId of MongoDB is written as its toHexString()', () => {
    class ObjectId {
      get id(): Uint8Array {
        return new Uint8Array(12)
      }
      toHexString(): string {
        return '507f1f77bcf86cd799439011'
      }
    }
    expect(urlOf('GET /a/{book} a.b', { book: new ObjectId() })).toBe('/a/507f1f77bcf86cd799439011')
  })

  test('slashes stay if the constraint accepts them', () => {
    expect(urlOf('GET /f/{<.+>path} a.b', { path: 'a b/c' })).toBe('/f/a%20b/c')
    expect(urlOf('GET /f/{<[a-z%F0-9]+>path} a.b', { path: 'a/b' })).toBe('/f/a%2Fb')
    for (const path of ['a/../b', 'a//b', '/a', '..', ''])
      expect(codeOf(() => urlOf('GET /f/{<.+>path} a.b', { path }))).toMatch(/E_REVERSE_(BAD_ARG|CONSTRAINT)/)
  })

  test('an argument with the name "_" goes to the query, because {_} in a host takes no argument', () => {
    const reverser = Router.parse('GET assets.{_}/i a.b').forRequest({ host: 'www.x.org' })
    expect(reverser.reverse('a.b', { _: 'x' }).url).toBe('/i?_=x')
  })

  test('the optional slash comes after a value of several segments', () => {
    const text = 'GET /d/{<.+>path}/? a.b'
    expect(Router.parse(text).reverse('a.b', { path: 'x/y' }).url).toBe('/d/x/y/')
    expect(Router.parse(text).reverse('a.b', { path: 'x/' }).url).toBe('/d/x%2F/')
    expect(Router.parse(text, { reverseTrailingSlash: false }).reverse('a.b', { path: 'x' }).url).toBe('/d/x')
  })

  test('reverse reads arguments in the text of an action, and reports the position of a mistake', () => {
    const router = Router.parse('GET /user/{id} a.b\nGET h.example/x a.c')
    expect(router.reverse("a.b(id:'5')").url).toBe('/user/5')
    expect(router.reverse(" a.b (id:'5') ", { id: 6 }).url).toBe('/user/6')
    expect(() => router.reverse("a.b(id:'5')c")).toThrow('Expected the end of the action at character 12')
    expect(() => router.reverse('/user/5')).toThrow(
      'Expected an action at character 1: an action is "controller.method", as in userController.showUser',
    )
    for (const args of [null, undefined]) expect(router.reverse('a.c', args as never).url).toBe('/x')
  })

  test('addRef sets an encoded fragment, and removes it with an empty text', () => {
    const definition = Router.parse('GET /x a.b').reverse('a.b')
    expect(definition.addRef('top').addRef('').url).toBe('/x')
    expect(definition.addRef("it's").url).toBe('/x#it%27s')
  })

  test.each([
    ['text', 'aaaa'],
    ['a number', 12_345],
  ])('%s that is too long is refused, for any order of the arguments', (_, value) => {
    const router = Router.parse('GET /{a}/{b} x.y', { maxParamLength: 3 })
    for (const args of [
      { a: value, b: 1 },
      { b: 1, a: value },
      { a: 1, b: value },
      { b: value, a: 1 },
    ])
      for (const build of [
        (): unknown => router.reverse('x.y', args),
        (): unknown => router.href('x.y', args),
      ])
        expect(build).toThrow('is longer than 3 characters')
    expect([router.href('x.y', { a: 'aaa', b: 1 }), router.href('x.y', { b: 123, a: 'b' })]).toEqual([
      '/aaa/1',
      '/b/123',
    ])
  })

  test('a lone surrogate in the name of an argument is refused', () => {
    for (const text of ['GET /x a.b', 'GET /x [q=1] a.b'])
      expect(() => urlOf(text, { '\ud800': '1' })).toThrow(
        expect.objectContaining({
          code: 'E_REVERSE_BAD_ARG',
          argument: '\ud800',
          message: expect.stringContaining("an argument's name holds a lone surrogate"),
        }),
      )
  })

  test('a value is refused if a match of its URL would return a different value', () => {
    const text = 'GET /{a}-{b} a.b'
    expect(urlOf(text, { a: '1-2', b: '3' })).toBe('/1-2-3')
    expect(codeOf(() => urlOf(text, { a: '1', b: '2-3' }))).toBe('E_REVERSE_BAD_ARG')
    expect(urlOf(`${text}\nGET /x/{a}/{b} a.b`, { a: '1', b: '2-3' })).toBe('/x/1/2-3')
    expect(codeOf(() => urlOf('GET /.{a} a.b', { a: '.' }))).toBe('E_REVERSE_BAD_ARG')
  })

  test('a slash in a value of one segment is %2F, and the constraint must accept the escape', () => {
    for (const text of ['GET /{<[^/]+>x} a.b', 'GET /a-{<[^/]+>x} a.b', 'GET /a-{x} a.b'])
      expect(urlOf(text, { x: 'b/c' })).toMatch(/b%2Fc$/)
    for (const text of ['GET /{<[a-z]+>x} a.b', 'GET /a-{<[a-z]+>x} a.b'])
      expect(codeOf(() => urlOf(text, { x: 'b/c' }))).toBe('E_REVERSE_CONSTRAINT')
  })

  test('a value of several segments is an E_REVERSE_CONSTRAINT if its constraint refuses the value', () => {
    const text = 'GET /files/{<[a-z/]+>path} a.b'
    expect(urlOf(text, { path: 'a/b' })).toBe('/files/a/b')
    for (const path of ['1', 'a/1', 'a//b', '/a', 'a/', 'a'.repeat(8193)])
      expect(() => urlOf(text, { path })).toThrow(
        expect.objectContaining({
          code: 'E_REVERSE_CONSTRAINT',
          message: expect.stringContaining('the argument "path" must match [a-z/]+, got "'),
        }),
      )
    const escaped = 'GET /{<a%2Fb|c/d>x} a.b'
    expect([urlOf(escaped, { x: 'a/b' }), urlOf(escaped, { x: 'c/d' })]).toEqual(['/a%2Fb', '/c/d'])
  })

  test("a path variable with the name format gets the request's format, and a host variable does not", () => {
    const reverse = (text: string, args = {}): string =>
      Router.parse(text).forRequest({ mountPath: '', format: 'json' }).reverse('a.b', args).url
    expect(reverse('GET /list.{format} a.b')).toBe('/list.json')
    expect(reverse('GET /list.{format} a.b', { format: 'xml' })).toBe('/list.xml')
    expect(codeOf(() => reverse('GET {format}.example.org/ a.b'))).toBe('E_REVERSE_MISSING_ARG')
  })

  test('the URL of a dynamic action keeps the case of the action, or has lower case with controllerNames "any"', () => {
    const line = '* /{controller}/{action} {controller}.{action}'
    expect(urlOf(line, { id: 1 }, 'users.showAll')).toBe('/users/showAll?id=1')
    const router = Router.parse(line, { controllerNames: 'any' })
    expect(router.reverse('Users.showAll', { id: 1 }).url).toBe('/users/showall?id=1')
  })

  test('an argument that contradicts the name of a dynamic action is refused', () => {
    const line = '* /{controller}/{action} {controller}.{action}'
    expect(urlOf(line, { controller: 'users', action: 'list' }, 'users.list')).toBe('/users/list')
    expect(codeOf(() => urlOf(line, { controller: 'books' }, 'users.list'))).toBe('E_REVERSE_CONSTRAINT')
  })

  test('a part of a dynamic action never has a dot', () => {
    const line = '* /{controller}/{action} {controller}.{action}'
    expect(codeOf(() => urlOf(line, {}, 'admin.users.showAll'))).toBe('E_REVERSE_NO_ROUTE')
  })

  test('a condition on the query adds its value to the URL, or excludes the line', () => {
    expect(urlOf('GET /a [lang=de] a.b', { x: 1 })).toBe('/a?lang=de&x=1')
    expect(codeOf(() => urlOf('GET /a [lang=de] a.b', { lang: 'en' }))).toBe('E_REVERSE_CONSTRAINT')
    expect(codeOf(() => urlOf('GET /a [debug] a.b'))).toBe('E_REVERSE_CONSTRAINT')
    expect(codeOf(() => urlOf('GET /a [!draft] a.b', { draft: 1 }))).toBe('E_REVERSE_CONSTRAINT')
    expect(urlOf('GET /a [!draft] a.b\nGET /d a.b', { draft: 1 })).toBe('/d?draft=1')
    expect(urlOf('GET /a [lang!=de] a.b', { lang: 'en' })).toBe('/a?lang=en')
    expect(codeOf(() => urlOf('GET /a [lang!=de] a.b', { lang: 'de' }))).toBe('E_REVERSE_CONSTRAINT')
  })

  test('reverseTrailingSlash: false leaves out the optional slash', () => {
    const options = { reverseTrailingSlash: false }
    expect(urlOf('GET /user/? a.b', {}, 'a.b', options)).toBe('/user')
    expect(urlOf('GET /? a.b', {}, 'a.b', options)).toBe('/')
  })

  test('reverse builds URLs of static files', () => {
    expect(
      urlOf('GET /public staticDir:assets', { resource: 'css/site.css', v: 3 }, 'staticDir:assets'),
    ).toBe('/public/css/site.css?v=3')
  })

  test('a URL begins with the mount path or basePath, without dots, doubled slashes and unsafe characters', () => {
    const router = Router.parse('GET /a a.b\nGET / a.home', { basePath: 'shop/' })
    const under = (mountPath: string): string => router.forRequest({ mountPath }).reverse('a.b').url
    expect(router.reverse('a.b').url).toBe('/shop/a')
    expect(router.reverse('a.home').url).toBe('/shop/')
    expect(under('')).toBe('/a')
    expect(under('/base/')).toBe('/base/a')
    expect(under('//evil.com')).toBe('/evil.com/a')
    expect(under('/x/../%2e%2e/"><script>')).toBe('/x/%22%3E%3Cscript%3E/a')
    expect(under('/%zz\\')).toBe('/%25zz%5C/a')
    for (const mountPath of [5, null, ['/x'], Object('/x')] as unknown as string[])
      expect(() => under(mountPath)).toThrow('mountPath: expected a path, such as /shop')
  })

  test('the error names a missing fixed argument if several lines have the action', () => {
    const router = Router.parse("GET /a x.y(kind:'a')\nGET /b x.y(kind:'b')")
    expect(() => router.reverse('x.y')).toThrow(
      expect.objectContaining({ code: 'E_REVERSE_MISSING_ARG', argument: 'kind' }),
    )
    expect(router.reverse('x.y', { kind: 'b' }).url).toBe('/b')
  })

  test.each([
    // A suggestion differs in at most two letters, or in a quarter of a long name. At most three are suggested.
    ['ab.cd', ['ab.ce', 'ab.xy', 'a.cd'], ['ab.ce', 'a.cd', 'ab.xy']],
    ['ab.cd', ['ab.xyz', 'abcd.efg'], []],
    ['AB.cd', ['ab.cd'], ['ab.cd']],
    ['userController.show', ['userController.xxxx', 'userController.xxxxx'], ['userController.xxxx']],
    ['a.bcd', ['a.bc', 'a.bce', 'a.bcf', 'a.b'], ['a.bc', 'a.bce', 'a.bcf']],
    [`${'a'.repeat(199)}.b`, [`${'a'.repeat(199)}.c`], []],
    [`${'a'.repeat(198)}.b`, [`${'a'.repeat(198)}.c`], [`${'a'.repeat(198)}.c`]],
  ])('the suggestions for %.20s among %j are %j', (action, known, suggestions) => {
    const router = Router.parse(known.map((name, index) => `GET /${index} ${name}`).join('\n'))
    expect(() => router.reverse(action)).toThrow(
      expect.objectContaining({ code: 'E_REVERSE_NO_ROUTE', suggestions }),
    )
  })

  test('the error lists a reason for each line', () => {
    const router = Router.parse("GET /n/{<[0-9]+>id} a.b\nGET /x a.b(id:'x')")
    expect(() => router.reverse('a.b', { id: 'y' })).toThrow(
      'No route of "a.b" fits the arguments "id":\n' +
        '  routes.conf:1  GET /n/{<[0-9]+>id}: the argument "id" must match [0-9]+, got "y"\n' +
        '  routes.conf:2  GET /x: the fixed argument "id" is \'x\'',
    )
  })

  test('the error lists the given arguments', () => {
    const router = Router.parse('GET /n/{id} a.b')
    const messageOf = (args: Record<string, unknown>): unknown => {
      try {
        return router.reverse('a.b', args)
      } catch (error) {
        return (error as Error).message.split(':')[0]
      }
    }
    expect(messageOf({})).toBe('No route of "a.b" fits the arguments')
    expect(messageOf({ id: undefined })).toBe('No route of "a.b" fits the arguments')
    expect(messageOf({ userId: 1, tab: 2 })).toBe('No route of "a.b" fits the arguments "userId", "tab"')
    expect(messageOf({ 'a\n': 1, ['x'.repeat(60)]: 2, c: 3, d: 4, e: 5, f: 6 })).toBe(
      `No route of "a.b" fits the arguments "a\\u000a", "${'x'.repeat(50)}…", "c", "d", "e" and others`,
    )
  })

  test('reverse warns in development if an earlier line answers the URL', () => {
    const warnings: string[] = []
    const router = Router.parse('GET /{id} a.any\nGET /new a.new', {
      onWarning: (message) => warnings.push(message),
    })
    expect(router.reverse('a.new').url).toBe('/new')
    expect(warnings).toEqual([
      expect.stringContaining('This line can never run'),
      'routes.conf:2 a.new: the URL /new is answered by an earlier line, routes.conf:1 a.any',
    ])
  })
})

describe('ActionDefinition', () => {
  const router = Router.parse('GET /u/{id} a.b\n* /any a.any\nGET|POST /form a.form', {
    baseUrl: 'https://example.org',
  })

  test('an ActionDefinition is frozen, and has its URL as an own property, as a string and as JSON', () => {
    const definition = router.reverse('a.b', { id: 1, q: 'x&y' })
    expect(Object.isFrozen(definition)).toBe(true)
    expect(Object.hasOwn(definition, 'url')).toBe(true)
    expect([`${definition}`, JSON.stringify({ definition }), definition.toHTML()]).toEqual([
      '/u/1?q=x%26y',
      '{"definition":"/u/1?q=x%26y"}',
      '/u/1?q=x%26y',
    ])
    expect(definition.add('r', 1).toHTML()).toBe('/u/1?q=x%26y&amp;r=1')
  })

  test('the arguments of an ActionDefinition are a frozen copy', () => {
    const given: Record<string, unknown> = { id: 1 }
    const changed = Router.parse('GET /u/{id} u.show').reverse('u.show', given)
    given['id'] = 2
    expect(Object.isFrozen(changed.args)).toBe(true)
    expect(Object.isFrozen(given)).toBe(false)
    expect(changed.add('tab', 'a').url).toBe('/u/1?tab=a')
    expect(Object.isFrozen(Router.parse('GET /{a}-{b} c.m').reverse('c.m', { a: 1, b: 2 }).args)).toBe(true)
  })

  test('the method of an ActionDefinition is the first method of its line, or GET with star: true for *', () => {
    expect(router.reverse('a.any')).toMatchObject({ method: 'GET', star: true })
    expect(router.reverse('a.form')).toMatchObject({ method: 'GET', star: false })
  })

  test('add, remove and addRef return a new ActionDefinition', () => {
    const args = { id: 1 }
    const first = router.reverse('a.b', args)
    const second = first.add('q', 2).add('id', 3).addRef("it's here").remove('q')
    expect([first.url, second.url, args]).toEqual(['/u/1', '/u/3#it%27s%20here', { id: 1 }])
    expect(second.absolute().add('q', 1).url).toBe('https://example.org/u/3?q=1#it%27s%20here')
    expect(() => first.remove('id')).toThrow(NoHandlerFoundException)
  })
})

test('Router.reverse uses the router of Router.use, and Router.use refuses other values', () => {
  Router.use(undefined)
  expect(() => Router.reverse('a.b')).toThrow('call Router.use(router) once')
  Router.use(Router.parse('GET /u/{id} a.b'))
  expect(Router.reverse('a.b', { id: 42 }).url).toBe('/u/42')
  expect(Router.current.reverse('a.b', { id: 42 }).url).toBe('/u/42')
  const current = Router.parse('GET /u/{id} a.b').forRequest({ mountPath: '/app' })
  Router.use(Object.assign(Router.parse('').forRequest({}), { current }))
  expect(Router.current).toBe(current)
  Router.use(undefined)
  for (const router of [Router.load([() => 'GET / a.b']), 5, null])
    expect(() => Router.use(router as unknown as Router)).toThrow(
      'Router.use: expected a router or a mapping',
    )
})

describe('hosts', () => {
  test('hosts and the constraints of their variables ignore case', () => {
    const router = Router.parse('GET {<EN|FR|\\D{2}>language}.example.com/ a.b')
    const match = router.match({ method: 'GET', path: '/', host: 'EN.Example.com' })
    expect(match?.args).toEqual({ language: 'en' })
    expect(router.match({ method: 'GET', path: '/', host: 'xy.example.com' })?.args).toEqual({
      language: 'xy',
    })
    expect(router.match({ method: 'GET', path: '/', host: '12.example.com' })).toBeUndefined()
    expect(router.reverse('a.b', { language: 'FR' }).absolute().url).toBe('http://FR.example.com/')
  })

  test('an invalid host matches no line', () => {
    const router = Router.parse('GET {host}/ a.b\nGET kelvin.org/x a.c')
    for (const host of ['\u212Aelvin.org', 'a..b', '.a', '-a.b', 'a-.b', 'é.org', 'a b'])
      expect(router.match({ method: 'GET', path: '/', host })).toBeUndefined()
    expect(router.match({ method: 'GET', path: '/x', host: 'KELVIN.org.' })?.action).toBe('a.c')
  })
})

test('a fragment is refused if it has a lone surrogate or is not a string', () => {
  const definition = Router.parse('GET /a a.b').reverse('a.b')
  for (const fragment of ['\ud800', 'a\udfff', 7 as unknown as string])
    expect(codeOf(() => definition.addRef(fragment))).toBe('E_REVERSE_BAD_ARG')
})

test('arguments can be a Map', () => {
  const router = Router.parse('GET /user/{id} a.b')
  const args = new Map<string, unknown>([
    ['id', 'a/b'],
    ['__proto__', 'x'],
    ['gone', null],
  ])
  expect(router.reverse('a.b', args).url).toBe('/user/a%2Fb?__proto__=x')
  expect(router.href('a.b', args)).toBe('/user/a%2Fb?__proto__=x')
  expect(router.reverse('a.b', args).add('tab', 1).url).toBe('/user/a%2Fb?__proto__=x&tab=1')
  expect(() => router.reverse('a.b', new Map<never, unknown>([[1 as never, 2]]))).toThrow(
    'names in a Map of arguments must be texts, not of the type number',
  )
})

test.each([
  ['a list of names and values', [['page', '2']]],
  ['a query', new URLSearchParams('page=2')],
  ['a set', new Set(['page'])],
  ['a text', 'page=2'],
])('%s as arguments is refused', (_, args) => {
  const router = Router.parse('GET /users a.b')
  const refused = expect.objectContaining({ code: 'E_REVERSE_BAD_ARGS', action: 'a.b' })
  expect(() => router.reverse('a.b', args as never)).toThrow(refused)
  expect(() => router.href('a.b', args as never)).toThrow(refused)
  expect(() => router.href('a.b', args as never)).toThrow('Object.fromEntries')
  expect(() => router.href("a.b(id:'1')", args as never)).toThrow(refused)
})

test('the case of an action is ignored only with controllerNames "any"', () => {
  expect(() => Router.parse('GET /x pageController.show').reverse('PageController.show')).toThrow(
    'did you mean pageController.show?',
  )
  const any = Router.parse('GET /x PageController.show', { controllerNames: 'any' })
  expect(any.reverse('pagecontroller.SHOW').url).toBe('/x')
})
