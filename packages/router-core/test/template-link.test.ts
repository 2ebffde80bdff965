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

describe('the Reverser and the model attribute of a template', () => {
  test('templateReverser returns the Reverser of the model attribute of the template', () => {
    const reverser = router.forRequest({ mountPath: '/shop' })
    expect(templateReverser(createModelAttribute(reverser), router)).toBe(reverser)
  })

  test('a model attribute has the host, the current action, and isCurrent', () => {
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

  test('isCurrent refuses an action that is not a string', () => {
    const match = router.match({ method: 'GET', path: '/user/7' })
    const { isCurrent } = createModelAttribute(router, () => match)
    for (const action of [undefined, null, 5, {}])
      expect(() => isCurrent(action as never)).toThrow(NoHandlerFoundException)
  })

  test('isCurrent compares arguments by their text in a link', () => {
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

  test('isCurrent reads arguments in the text of an action', () => {
    const match = router.match({ method: 'GET', path: '/user/7' })
    const { isCurrent } = createModelAttribute(router, () => match)
    expect(isCurrent("userController.showUser(id:'7')")).toBe(true)
    expect(isCurrent("userController.showUser(id:'8')")).toBe(false)
    expect(isCurrent("userController.showUser(id:'8')", { id: 7 })).toBe(true)
    expect(() => isCurrent("userController.showUser(id:'7'")).toThrow(NoHandlerFoundException)
  })

  test('templateReverser accepts an object with its own function reverse', () => {
    const route = { reverse: () => router.reverse('accountController.login') }
    expect(templateReverser(route, router)).toBe(route)
  })

  test('templateReverser accepts a Reverser of a request', () => {
    const reverser = router.forRequest({ mountPath: '/shop' })
    expect(templateReverser(reverser, router)).toBe(reverser)
  })

  test('without a model attribute, templateReverser returns router.current or the router', () => {
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
      'an object that inherits reverse from its class',
      new (class {
        reverse(): void {}
      })(),
    ],
  ])('isModelAttribute is false for %s', (_, value) => {
    expect(isModelAttribute(value)).toBe(false)
  })
})

describe('arguments of a template', () => {
  test('an action can be a String object, which engines use for safe text', () => {
    // oxlint-disable-next-line no-new-wrappers, unicorn/new-for-builtins -- SafeString of nunjucks is a String object
    expect(templateAction(new String('a.b'))).toBe('a.b')
  })

  test('an action that is undefined or null is refused with a hint', () => {
    expect(() => templateAction(undefined)).toThrow(
      'The action is not a string but undefined: write it in quotes, as in "userController.showUser"',
    )
    expect(() => templateAction(null)).toThrow('The action is not a string but null')
  })

  test('an action or arguments of a wrong type are refused with a code and the action', () => {
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
    ['arguments with a text as __keywords', { id: 1, __keywords: 'a' }, { id: 1, __keywords: 'a' }],
    ['options of Handlebars', { hash, name: 'route', data: {} }, hash],
    ['options of Handlebars without data', { hash, name: 'route', loc: {} }, hash],
    ['an argument with the name hash', { hash }, { hash }],
    ['arguments hash and name', { hash, name: 'x' }, { hash, name: 'x' }],
    ['arguments hash and data', { hash, data: 'x' }, { hash, data: 'x' }],
    ['arguments name and data', { name: 'x', data: 'y' }, { name: 'x', data: 'y' }],
    ['a hash that is a text', { hash: 'x', name: 'x', data: 'x' }, { hash: 'x', name: 'x', data: 'x' }],
    ['a hash that is null', { hash: null, name: 'x', data: 'x' }, { hash: null, name: 'x', data: 'x' }],
    [
      'an inherited hash',
      Object.assign(Object.create({ hash }) as object, { name: 'x', data: 'y' }),
      { name: 'x', data: 'y' },
    ],
  ])('templateArguments unwraps only the objects of engines: %s', (_, value, args) => {
    expect(templateArguments(value)).toEqual(args)
    expect({ ...mergeArguments('a.b', value, { page: 2 }) }).toEqual({ ...args, page: 2 })
  })

  test('null and undefined are no arguments', () => {
    expect([templateArguments(null), templateArguments(undefined)]).toEqual([undefined, undefined])
    expect([mergeArguments('a.b', null, undefined), mergeArguments('a.b', undefined, hash)]).toEqual([
      undefined,
      hash,
    ])
  })

  test('named arguments replace arguments of the object without changing the object', () => {
    const args = { id: 1, page: 1 }
    expect(mergeArguments('a.b', args, { page: 2 })).toEqual({ id: 1, page: 2 })
    expect(args).toEqual({ id: 1, page: 1 })
  })

  test('arguments of a template can be a Map', () => {
    const args = new Map(Object.entries({ id: 1, page: 1 }))
    expect(mergeArguments('a.b', args, { page: 2 })).toEqual({ id: 1, page: 2 })
    expect(mergeArguments('a.b', { page: 1 }, args as never)).toEqual({ id: 1, page: 1 })
  })

  test('arguments that are not an object of names and values are refused', () => {
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

  test('an argument can be a String object', () => {
    // oxlint-disable-next-line no-new-wrappers, unicorn/new-for-builtins -- SafeString of nunjucks is a String object
    expect(router.reverse('userController.showUser', { id: new String('a b') }).url).toBe('/user/a%20b')
  })

  test('an argument can be another link', () => {
    const next = router.reverse('userController.showUser', { id: 5 })
    expect(router.reverse('accountController.login', { next }).url).toBe('/login?next=%2Fuser%2F5')
  })
})

describe('locateError', () => {
  test('locateError adds the position to the message, the stack and fields of the same error', () => {
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

  test('the message has the line and column if the template has no name', () => {
    expect(locateError(new Error('No route'), { line: 3, column: 7 })).toHaveProperty(
      'message',
      'No route\n  at template line 3, column 7',
    )
  })

  test('locateError keeps the first position of an error', () => {
    const error = locateError(new Error('No route'), { line: 3, column: 7 })
    expect(locateError(error, { line: 9, column: 9 })).toMatchObject({ line: 3, column: 7 })
  })

  test('locateError returns frozen errors and other thrown values unchanged', () => {
    for (const thrown of ['text', undefined, null])
      expect(locateError(thrown, { line: 3, column: 7 })).toBe(thrown)
    expect(locateError(Object.freeze(new Error('No route')), { line: 3, column: 7 })).toHaveProperty(
      'message',
      'No route',
    )
  })
})

describe('links of a Reverser that has only reverse', () => {
  const hosts = Router.parse('GET admin.example.com/users userController.list')
  const only = (host?: string): Parameters<typeof linkUrl>[0] => ({
    reverse: (...call) => hosts.reverse(...call),
    ...(host !== undefined && { host }),
  })

  test.each([
    ['a path on its own host', 'admin.example.com', '/users'],
    ['a path on its own host with a port', 'ADMIN.example.com:8080', '/users'],
    ['absolute on another host', 'www.example.com', 'http://admin.example.com/users'],
    ['absolute if the host is unknown', undefined, 'http://admin.example.com/users'],
  ])('a link of a Reverser that has only the method reverse is %s', (_, host, url) => {
    expect(linkUrl(only(host), 'userController.list')).toBe(url)
    expect(reverseLink(only(host), 'userController.list').url).toBe(url)
    expect(linkHtml(only(host), 'userController.list')).toBe(url)
  })
})

describe('links as HTML', () => {
  const special = Router.parse("GET /it's/q&a/{id} faqController.show").forRequest({})

  test("linkHtml and toHTML escape & and '", () => {
    const args = { id: `"<'&>`, a: 1, b: 2 }
    const html = '/it&#39;s/q&amp;a/%22%3C%27%26%3E?a=1&amp;b=2'
    expect(linkHtml(special, 'faqController.show', args)).toBe(html)
    expect(special.reverse('faqController.show', args).toHTML()).toBe(html)
    expect(special.reverse('faqController.show', { id: 1 }).toHTML()).toBe('/it&#39;s/q&amp;a/1')
    expect(router.reverse('accountController.login', { a: 1, b: 2 }).toHTML()).toBe('/login?a=1&amp;b=2')
  })

  test("linkHtml and toHTML escape & and ' in the path of a file", () => {
    const files = Router.parse('GET /files/ staticDir:public').forRequest({})
    const args = { resource: "R&D/it's.css" }
    expect(linkHtml(files, 'staticDir:public', args)).toBe('/files/R&amp;D/it&#39;s.css')
    expect(files.reverse('staticDir:public', args).toHTML()).toBe('/files/R&amp;D/it&#39;s.css')
  })

  test('linkHtml and toHTML escape the mount path', () => {
    const mounted = router.forRequest({ mountPath: '/a&b' })
    expect(linkHtml(mounted, 'accountController.login')).toBe('/a&amp;b/login')
    expect(mounted.reverse('accountController.login').toHTML()).toBe('/a&amp;b/login')
  })

  test('linkHtml escapes all special characters of HTML for a Reverser that is not a router', () => {
    const reverser = { reverse: router.reverse.bind(router), href: () => `"><script>'&` }
    expect(linkHtml(reverser, 'accountController.login')).toBe('&quot;&gt;&lt;script&gt;&#39;&amp;')
  })

  test('printedLink returns an ActionDefinition with the link, for each kind of Reverser', () => {
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

  test('escapesUrlsAsHtml is true only for a function that escapes HTML', () => {
    expect(escapesUrlsAsHtml((text) => text.replaceAll('&', '&amp;').replaceAll("'", '&#39;'))).toBe(true)
    expect(escapesUrlsAsHtml(encodeURIComponent)).toBe(false)
    expect(escapesUrlsAsHtml((text) => text)).toBe(false)
  })
})
