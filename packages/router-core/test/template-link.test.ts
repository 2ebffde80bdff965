import { describe, expect, test } from '@jest/globals'
import { NoHandlerFoundException, Router } from '@mvc-router/router-core'
import {
  createModelAttribute,
  escapesUrlsAsHtml,
  isModelAttribute,
  linkHtml,
  locateError,
  linkUrl,
  mergeArguments,
  printedLink,
  reverseLink,
  templateAction,
  templateArguments,
  templateReverser,
} from '@mvc-router/router-core/templates'

const router = Router.parse('GET /user/{id} userController.showUser\nGET /login accountController.login')

describe('who gives the links of a template', () => {
  test('the Reverser of a link is the model attribute, where the template sees one', () => {
    const reverser = router.forRequest({ mountPath: '/shop' })
    expect(templateReverser(createModelAttribute(reverser), router)).toBe(reverser)
  })

  test('its attribute tells the host, and what is current, where something is', () => {
    const attribute = createModelAttribute(router.forRequest({ host: 'shop.example.com' }))
    expect(attribute.host).toBe('shop.example.com')
    expect([attribute.current, attribute.isCurrent('userController.*')]).toEqual([undefined, false])
    const match = router.match({ method: 'GET', path: '/user/7' })
    const shown = createModelAttribute(router, () => match)
    expect(shown.current?.action).toBe('userController.showUser')
    expect(shown.isCurrent('userController.*')).toBe(true)
    expect(shown.isCurrent('userController.showUser', { id: 7 })).toBe(true)
    expect(shown.isCurrent('userController.showUser', { id: 8 })).toBe(false)
    expect(shown.isCurrent('accountController.*')).toBe(false)
    expect(shown.isCurrent('UserController.ShowUser')).toBe(true)
    expect(shown.isCurrent('userController.show')).toBe(false)
  })

  test('it refuses a current action that is no text', () => {
    const match = router.match({ method: 'GET', path: '/user/7' })
    const { isCurrent } = createModelAttribute(router, () => match)
    for (const action of [undefined, null, 5, {}])
      expect(() => isCurrent(action as never)).toThrow(NoHandlerFoundException)
  })

  test('it compares arguments as a link would write them', () => {
    const match = router.match({ method: 'GET', path: '/user/7' })
    const { isCurrent } = createModelAttribute(router, () => match)
    const isUser = (args: unknown): boolean => isCurrent('userController.showUser', args)
    expect([new Map([['id', 7]]), { id: { id: 7 } }, { id: [7, 8] }, { id: 7n }].map(isUser)).toEqual(
      Array(4).fill(true),
    )
    expect([new Map([['id', 8]]), { id: { id: 8 } }, { id: null }, { id: undefined }].map(isUser)).toEqual(
      Array(4).fill(false),
    )
    const bad = [7, new Set(), { id: Object.create(null) }, { id: {} }]
    for (const args of bad) expect(() => isUser(args)).toThrow(NoHandlerFoundException)
  })

  test('it reads the arguments in an action as a link does', () => {
    const match = router.match({ method: 'GET', path: '/user/7' })
    const { isCurrent } = createModelAttribute(router, () => match)
    expect(isCurrent("userController.showUser(id:'7')")).toBe(true)
    expect(isCurrent("userController.showUser(id:'8')")).toBe(false)
    expect(isCurrent("userController.showUser(id:'8')", { id: 7 })).toBe(true)
    expect(() => isCurrent("userController.showUser(id:'7'")).toThrow(NoHandlerFoundException)
  })

  test('another object with reverse of its own in the place of the model attribute', () => {
    const route = { reverse: () => router.reverse('accountController.login') }
    expect(templateReverser(route, router)).toBe(route)
  })

  test('a Reverser bound to a request, handed over by hand', () => {
    const reverser = router.forRequest({ mountPath: '/shop' })
    expect(templateReverser(reverser, router)).toBe(reverser)
  })

  test('else the request being handled, else the router', () => {
    const current = router.forRequest({ mountPath: '/shop' })
    expect(templateReverser(undefined, Object.assign(router.forRequest({}), { current }))).toBe(current)
    expect(templateReverser(undefined, router)).toBe(router)
  })

  test.each<[string, unknown]>([
    ['a text', 'x'],
    ['an object from the query', { reverse: 'x' }],
    ['a list', ['a']],
    ['null', null],
    [
      'an object whose class can reverse',
      new (class {
        reverse(): void {}
      })(),
    ],
  ])('never %s', (_, value) => {
    expect(isModelAttribute(value)).toBe(false)
  })
})

describe('arguments of a template', () => {
  test('an action as safe text is text', () => {
    // oxlint-disable-next-line no-new-wrappers, unicorn/new-for-builtins -- nunjucks' SafeString is such an object
    expect(templateAction(new String('a.b'))).toBe('a.b')
  })

  test('an action that is no text is refused', () => {
    expect(() => templateAction(undefined)).toThrow(
      'The action is not a string but undefined: write it in quotes, as in "userController.showUser"',
    )
    expect(() => templateAction(null)).toThrow('The action is not a string but null')
  })

  test('arguments without a meaning are refused with the facts', () => {
    expect(() => templateAction(7)).toThrow(
      expect.objectContaining({ code: 'E_REVERSE_BAD_ACTION', action: '' }),
    )
    expect(() => mergeArguments('a.b', 'x', undefined)).toThrow(
      expect.objectContaining({ code: 'E_REVERSE_BAD_ARGS', action: 'a.b' }),
    )
    expect(() => mergeArguments('a.b', 'x', undefined)).toThrow('not the string alone')
  })

  const hash = { id: 1 }
  test.each<[string, object, object]>([
    ['named arguments of Nunjucks', { id: 1, __keywords: true }, { id: 1 }],
    ['a query with a key of that name', { id: 1, __keywords: 'a' }, { id: 1, __keywords: 'a' }],
    ['options of Handlebars', { hash, name: 'route', data: {} }, hash],
    ['options of Handlebars without data', { hash, name: 'route', loc: {} }, hash],
    ['an argument hash', { hash }, { hash }],
    ['arguments hash and name', { hash, name: 'x' }, { hash, name: 'x' }],
    ['arguments hash and data', { hash, data: 'x' }, { hash, data: 'x' }],
    ['arguments name and data', { name: 'x', data: 'y' }, { name: 'x', data: 'y' }],
    ['a hash that is text', { hash: 'x', name: 'x', data: 'x' }, { hash: 'x', name: 'x', data: 'x' }],
    ['a hash that is null', { hash: null, name: 'x', data: 'x' }, { hash: null, name: 'x', data: 'x' }],
    [
      'an inherited hash',
      Object.assign(Object.create({ hash }) as object, { name: 'x', data: 'y' }),
      { name: 'x', data: 'y' },
    ],
  ])('%s: only the decorations of engines are undone', (_, value, args) => {
    expect(templateArguments(value)).toEqual(args)
    expect({ ...mergeArguments('a.b', value, { page: 2 }) }).toEqual({ ...args, page: 2 })
  })

  test('nothing is no argument', () => {
    expect([templateArguments(null), templateArguments(undefined)]).toEqual([undefined, undefined])
    expect([mergeArguments('a.b', null, undefined), mergeArguments('a.b', undefined, hash)]).toEqual([
      undefined,
      hash,
    ])
  })

  test('named arguments replace those of the object, which is not changed', () => {
    const args = { id: 1, page: 1 }
    expect(mergeArguments('a.b', args, { page: 2 })).toEqual({ id: 1, page: 2 })
    expect(args).toEqual({ id: 1, page: 1 })
  })

  test('a Map is an object of arguments, too', () => {
    const args = new Map(Object.entries({ id: 1, page: 1 }))
    expect(mergeArguments('a.b', args, { page: 2 })).toEqual({ id: 1, page: 2 })
    expect(mergeArguments('a.b', { page: 1 }, args as never)).toEqual({ id: 1, page: 1 })
  })

  test('an argument without a name is refused', () => {
    expect(() => mergeArguments('a.b', new URLSearchParams('id=1'), {})).toThrow(
      expect.objectContaining({ code: 'E_REVERSE_BAD_ARGS' }),
    )
    for (const named of [[5], 5, 'x', new URLSearchParams('id=1')]) {
      expect(() => mergeArguments('a.b', { page: 1 }, named as never)).toThrow(
        'the arguments must be an object of names and values',
      )
    }
    expect(() => mergeArguments('a.b', 5, {})).toThrow(
      expect.objectContaining({ code: 'E_REVERSE_BAD_ARGS' }),
    )
    expect(() => mergeArguments('a.b', [5], {})).toThrow('need a name: write id=value, not the list alone')
  })

  test('an argument may be safe text', () => {
    // oxlint-disable-next-line no-new-wrappers, unicorn/new-for-builtins -- nunjucks' SafeString is such an object
    expect(router.reverse('userController.showUser', { id: new String('a b') }).url).toBe('/user/a%20b')
  })

  test('an argument may be another link', () => {
    const next = router.reverse('userController.showUser', { id: 5 })
    expect(router.reverse('accountController.login', { next }).url).toBe('/login?next=%2Fuser%2F5')
  })
})

describe('an error with its position in a template', () => {
  test('tells it in the message, in the stack and as fields, and stays what it was', () => {
    const error = new NoHandlerFoundException('No route', { code: 'E_REVERSE_NO_ROUTE', action: 'a.b' })
    const located = locateError(error, { template: 'views/a.html', line: 3, column: 7 })
    expect(located).toBe(error)
    expect(located).toMatchObject({
      code: 'E_REVERSE_NO_ROUTE',
      template: 'views/a.html',
      line: 3,
      column: 7,
    })
    expect(error.message).toBe('No route\n  at views/a.html:3:7')
    expect(error.stack).toMatch(/^NoHandlerFoundException: No route\n {2}at views\/a\.html:3:7\n {4}at /)
  })

  test('tells line and column where the template has no name', () => {
    expect(locateError(new Error('No route'), { line: 3, column: 7 })).toHaveProperty(
      'message',
      'No route\n  at template line 3, column 7',
    )
  })

  test('keeps the innermost position', () => {
    const error = locateError(new Error('No route'), { line: 3, column: 7 })
    expect(locateError(error, { line: 9, column: 9 })).toMatchObject({ line: 3, column: 7 })
  })

  test('leaves alone what it cannot write on', () => {
    for (const thrown of ['text', undefined, null])
      expect(locateError(thrown, { line: 3, column: 7 })).toBe(thrown)
    expect(locateError(Object.freeze(new Error('No route')), { line: 3, column: 7 })).toHaveProperty(
      'message',
      'No route',
    )
  })
})

describe('the link of a Reverser that has only reverse', () => {
  const hosts = Router.parse('GET admin.example.com/users userController.list')
  const only = (host?: string): Parameters<typeof linkUrl>[0] => ({
    reverse: (...call) => hosts.reverse(...call),
    ...(host !== undefined && { host }),
  })

  test.each([
    ['a path on its own host', 'admin.example.com', '/users'],
    ['a path on its own host, whatever the port', 'ADMIN.example.com:8080', '/users'],
    ['absolute on another host', 'www.example.com', 'http://admin.example.com/users'],
    ['absolute where no host is known', undefined, 'http://admin.example.com/users'],
  ])('is %s', (_, host, url) => {
    expect(linkUrl(only(host), 'userController.list')).toBe(url)
    expect(reverseLink(only(host), 'userController.list').url).toBe(url)
    expect(linkHtml(only(host), 'userController.list')).toBe(url)
  })
})

describe('a link as HTML', () => {
  const special = Router.parse("GET /it's/q&a/{id} faqController.show").forRequest({})

  test("has what HTML reads escaped: & of the query, & and ' of literals", () => {
    const args = { id: `"<'&>`, a: 1, b: 2 }
    const html = '/it&#39;s/q&amp;a/%22%3C%27%26%3E?a=1&amp;b=2'
    expect(linkHtml(special, 'faqController.show', args)).toBe(html)
    expect(special.reverse('faqController.show', args).toHTML()).toBe(html)
    expect(special.reverse('faqController.show', { id: 1 }).toHTML()).toBe('/it&#39;s/q&amp;a/1')
    expect(router.reverse('accountController.login', { a: 1, b: 2 }).toHTML()).toBe('/login?a=1&amp;b=2')
  })

  test('escapes & and nothing else in the path of a file', () => {
    const files = Router.parse('GET /files/ staticDir:public').forRequest({})
    const args = { resource: "R&D/it's.css" }
    expect(linkHtml(files, 'staticDir:public', args)).toBe('/files/R&amp;D/it&#39;s.css')
    expect(files.reverse('staticDir:public', args).toHTML()).toBe('/files/R&amp;D/it&#39;s.css')
  })

  test('is that of its request', () => {
    const mounted = router.forRequest({ mountPath: '/a&b' })
    expect(linkHtml(mounted, 'accountController.login')).toBe('/a&amp;b/login')
    expect(mounted.reverse('accountController.login').toHTML()).toBe('/a&amp;b/login')
  })

  test('is escaped in full where another Reverser than ours gives the URL', () => {
    const reverser = { reverse: router.reverse.bind(router), href: () => `"><script>'&` }
    expect(linkHtml(reverser, 'accountController.login')).toBe('&quot;&gt;&lt;script&gt;&#39;&amp;')
  })

  test('is that of a definition which is printed, by whoever reverses', () => {
    const args = { id: 1, q: 'a&b' }
    const definition = printedLink(special, 'faqController.show', args)
    expect(definition).toMatchObject({ method: 'GET', url: "/it's/q&a/1?q=a%26b" })
    expect(definition.add('r', 2).toHTML()).toBe('/it&#39;s/q&amp;a/1?q=a%26b&amp;r=2')
    expect(printedLink(special, 'faqController.show', args).args).toEqual(args)
    const hosts = Router.parse('GET admin.example.com/{id} a.b')
    const url = 'http://admin.example.com/1'
    expect(printedLink(hosts.forRequest({}), 'a.b', { id: 1 }).url).toBe(url)
    const { reverse } = hosts.forRequest({})
    expect(printedLink({ reverse }, 'a.b', { id: 1 }).toHTML()).toBe(url)
  })

  test('is what an escape function of HTML gives, and of nothing else', () => {
    expect(escapesUrlsAsHtml((text) => text.replaceAll('&', '&amp;').replaceAll("'", '&#39;'))).toBe(true)
    expect(escapesUrlsAsHtml(encodeURIComponent)).toBe(false)
    expect(escapesUrlsAsHtml((text) => text)).toBe(false)
  })
})
