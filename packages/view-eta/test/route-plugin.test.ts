import { describe, expect, test } from '@jest/globals'
import { NoHandlerFoundException, Router } from '@mvc-router/router-core'
import { createModelAttribute } from '@mvc-router/router-core/templates'
import { routePlugin } from '@mvc-router/view-eta'
import { Eta } from 'eta'
import { Eta as Eta3 } from 'eta3'

const router = Router.parse(`
GET  /user/?              userController.listAll
GET  /user/{<[0-9]+>id}   userController.showUser
GET  /login               sessionController.start
`)

type PluginOptions = Omit<NonNullable<Parameters<typeof routePlugin>[0]>, 'router'>
type EtaOptions = ConstructorParameters<typeof Eta>[0]
type Render = (template: string, data?: object, options?: PluginOptions & { eta?: EtaOptions }) => string

const renderWith4: Render = (template, data = {}, { eta, ...options } = {}) =>
  new Eta({ ...eta, plugins: [routePlugin({ router, ...options })] }).renderString(template, data)

const renderWith3: Render = (template, data = {}, { eta, ...options } = {}) => {
  const { debug, rmWhitespace, useWith, varName, functionHeader, autoFilter, autoEscape } = new Eta(eta)
    .config
  const common = { debug, rmWhitespace, useWith, varName, functionHeader, autoFilter, autoEscape }
  return new Eta3({ ...common, plugins: [routePlugin({ router, ...options })] }).renderString(template, data)
}

function errorOf(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    return error
  }
  throw new Error('Nothing was thrown')
}

describe.each<[string, Render]>([
  ['Eta 4', renderWith4],
  ['Eta 3', renderWith3],
])('with %s', (_version, render) => {
  describe('the tag', () => {
    test.each([
      ['<% route "userController.listAll" %>', '/user/'],
      [`<% route 'userController.listAll' %>`, '/user/'],
      ['<% route `userController.listAll` %>', '/user/'],
      ['<%route "userController.listAll"%>', '/user/'],
      ['<% route "userController.listAll"; %>', '/user/'],
      ['<% route "userController.showUser", { id: it.id } %>', '/user/5'],
      ['<% route "userController.showUser", it.args %>', '/user/5?page=2'],
      ['<% route "userController.showUser", { ...it.args, page: 3 } %>', '/user/5?page=3'],
      [`<% route "userController.showUser(id:'7')" %>`, '/user/7'],
      ['<% route it.action %>', '/user/'],
      ['<% route it.all ? "sessionController.start" : "userController.listAll" %>', '/user/'],
      ['<% route "userController.showUser", {\n  id: it.id, // the number\n} %>', '/user/5'],
      ['<% route "userController.listAll" // all\n %>', '/user/'],
    ])('the tag %s prints %s', (template, url) => {
      const data = { id: 5, args: { id: 5, page: 2 }, action: 'userController.listAll' }
      expect(render(template, data)).toBe(url)
    })

    test('the tag can remove the white space around it', () => {
      expect(render('a\n<%_ route "userController.listAll" _%>\nb')).toBe('a/user/b')
      expect(render('a\n<%- route "userController.listAll" -%>\nb')).toBe('a/user/b')
    })

    test('the tag works in a loop', () => {
      const template = '<% for (const id of it.ids) { %><% route "userController.showUser", { id } %> <% } %>'
      expect(render(template, { ids: [1, 2] })).toBe('/user/1 /user/2 ')
    })

    test('code with a variable or property of the name route is not changed', () => {
      expect(
        render('<% let route = 1 %><% route += 1 %><% route instanceof Object; route in {} %><%= route %>'),
      ).toBe('2')
      expect(render('<% const { route } = it %><%= route.name %>', { route: { name: 'Bus 5' } })).toBe(
        'Bus 5',
      )
      expect(render('<% switch (it.n) { %><% case 1: it.route; %>one<% } %>', { n: 1 })).toBe('one')
      expect(render('<% if (it.n) { %>a<% } else if (route) { %>b<% } else { %>c<% } %>', { n: 0 })).toBe('b')
      expect(render('<% route("userController.listAll") %>')).toBe('')
    })

    test.each([
      ['var', 'var route = 5'],
      ['a function', 'function route() {} route = 5'],
      ['a constant', 'const route = 5'],
    ])('the tag works beside a variable with the name route: %s', (_, code) => {
      expect(render(`<% ${code} %><%= route %><% route "userController.listAll" %>`)).toBe('5/user/')
      expect(render(`<% if (true) { ${code} %><%= route %><% } %>`, {}, { eta: { useWith: true } })).toBe('5')
    })

    test.each([
      ['<% if (it.n) { %>a<% } %>\n<% else if (route) { %>b<% } %>', 'b'],
      [
        '<% if (it.n) { %>a<% } %>\n<% else { const l = route("userController.listAll") %><%= l %><% } %>',
        '/user/',
      ],
      ['<% try { throw 1 } %>\n<% catch { route.x %>c<% } %>\n<% finally { route.x %>f<% } %>', 'cf'],
    ])('a statement in several tags still compiles: %s', (template, text) => {
      expect(render(template)).toBe(text)
    })
  })

  describe('the function', () => {
    test('the function route works in expressions and in code', () => {
      expect(render('<%= route("userController.showUser", { id: 5 }) %>')).toBe('/user/5')
      expect(render('<%= it.next ? route(it.next) : route("userController.listAll") + "#top" %>')).toBe(
        '/user/#top',
      )
      expect(render('<% const link = route("userController.listAll") %><%= link %> <%= link.method %>')).toBe(
        '/user/ GET',
      )
      expect(render('<%= [1, 2].map((id) => route("userController.showUser", { id })).join() %>')).toBe(
        '/user/1,/user/2',
      )
    })

    test('a link can be an argument of another link', () => {
      const template = '<% route "sessionController.start", { next: route("userController.listAll") } %>'
      expect(render(template)).toBe('/login?next=%2Fuser%2F')
    })
  })

  test('a link is escaped once, and not escaped in <%~ %> or without autoEscape', () => {
    const args = '"userController.showUser", { id: 5, a: 1, b: 2 }'
    const template = `<% route ${args} %> <%= route(${args}) %> <%~ route(${args}) %>`
    expect(render(template)).toBe('/user/5?a=1&amp;b=2 /user/5?a=1&amp;b=2 /user/5?a=1&b=2')
    expect(render(template, {}, { eta: { autoEscape: false } })).toBe(
      '/user/5?a=1&b=2 /user/5?a=1&b=2 /user/5?a=1&b=2',
    )
  })

  test.each<[string, EtaOptions]>([
    ['debug', { debug: true }],
    ['rmWhitespace', { rmWhitespace: true }],
    ['useWith', { useWith: true }],
    ['varName', { varName: 'it' }],
    ['autoFilter', { autoFilter: true }],
    ['functionHeader', { functionHeader: 'const route2 = 2' }],
  ])('the tag and the function work with the option %s', (_option, eta) => {
    const template =
      '<% route "userController.showUser",\n   { id: it.id } %> <%= route("userController.listAll") %>'
    expect(render(template, { id: 5 }, { eta })).toBe('/user/5 /user/')
  })

  test('the tag works with another varName', () => {
    const options = { eta: { varName: 'page' } }
    const route = createModelAttribute(router.forRequest({ mountPath: '/shop' }))
    expect(render('<% route "userController.showUser", { id: page.id } %>', { id: 5, route }, options)).toBe(
      '/shop/user/5',
    )
  })

  describe('the Reverser of a template', () => {
    const template = '<% route "userController.listAll" %><%= route("userController.listAll") %>'

    test('a link uses the model attribute of the request first', () => {
      const route = createModelAttribute(router.forRequest({ mountPath: '/shop' }))
      expect(render(template, { route })).toBe('/shop/user//shop/user/')
    })

    test('a link uses the model attribute under attributeName', () => {
      const links = createModelAttribute(router.forRequest({ mountPath: '/shop' }))
      expect(render(template, { links }, { attributeName: 'links' })).toBe('/shop/user//shop/user/')
    })

    test('a link uses the router if the page has no data', () => {
      expect(render('<% route "userController.listAll" %>', null as never)).toBe('/user/')
    })

    test.each(['x', { reverse: 'x' }, ['a'], null])(
      'a link uses the router if the page has %j as the model attribute',
      (route) => {
        expect(render(template, { route })).toBe('/user//user/')
      },
    )
  })

  describe('errors', () => {
    test.each([
      ['<p>\n  <b><% route "userController.nope" %>', 2, 9],
      ['<p>\n  <b><%= route("userController.nope") %>', 2, 10],
      ['<p>\n  <b><%~ true && route("userController.nope") %>', 2, 10],
      ['<p>\r\n  <b><% const link = route("userController.nope") %>', 2, 9],
      ['<%= "<b>%>" %>\n<% /* %> */ %>\n<%_ route "userController.nope" _%>', 3, 5],
      ['<% route %>', 1, 4],
    ])('the error of %j has line %i and column %i', (template, line, column) => {
      expect(errorOf(() => render(template))).toMatchObject({ line, column })
    })

    test('an error is the exception of the router, with its position in the message', () => {
      const error = errorOf(() => render('\n<% route "userController.nope" %>'))
      expect(error).toBeInstanceOf(NoHandlerFoundException)
      expect(error).toMatchObject({ code: 'E_REVERSE_NO_ROUTE', action: 'userController.nope' })
      expect(error).toHaveProperty(
        'message',
        expect.stringMatching(/userController\.nope[^]*\n {2}at template line 2, column 4$/),
      )
    })

    test.each([
      ['<% route %>', 'The action is not a string but undefined'],
      ['<% route it.acton %>', 'The action is not a string but undefined'],
      ['<% route "userController.showUser", 5 %>', 'Arguments of "userController.showUser" need a name'],
      ['<% route "userController.showUser", { id: it.idd } %>', 'the argument "id" is missing'],
    ])('the error of %s says: %s', (template, message) => {
      expect(() => render(template)).toThrow(message)
    })

    test('an error has no position if rmWhitespace has changed the lines', () => {
      const template = '<%=\n  1\n   +  2 %>\n<% route "userController.nope" %>'
      expect(errorOf(() => render(template, {}, { eta: { rmWhitespace: true } }))).not.toHaveProperty('line')
    })

    test('onError gets the error and its position, and its value is printed', () => {
      const seen: unknown[] = []
      const onError: PluginOptions['onError'] = (error, position) => (seen.push(error, position), '#')
      expect(render('\n<a href="<% route "userController.nope" %>">', {}, { onError })).toBe('\n<a href="#">')
      expect(seen).toEqual([
        expect.any(NoHandlerFoundException),
        { template: undefined, line: 2, column: 13 },
      ])
    })
  })
})

test('a tag that another plugin adds has no position, even if a tag of the template has the same code', () => {
  const seen: unknown[] = []
  const onError: PluginOptions['onError'] = (_error, position) => (seen.push(position?.column), '#')
  const eta = new Eta({
    plugins: [
      { processAST: (nodes) => nodes.flatMap((node) => [node, Object.assign({}, node)]) },
      routePlugin({ router, onError }),
    ],
  })
  expect(eta.renderString('<%=route("userController.nope")%>', {})).toBe('##')
  expect(seen).toEqual([4, undefined])
})

describe('several templates', () => {
  const views: Record<string, string> = {
    page: '<% layout("@layout") %>[<%~ include("@part", { id: 5 }) %>]',
    part: '<% route "userController.showUser", { id: it.id } %>',
    layout: '<% route "userController.listAll" %> <%~ it.body %>',
    broken: '<p>\n<% route "userController.nope" %>',
  }

  function load(async: boolean): Eta {
    const eta = new Eta({ cache: true, plugins: [routePlugin({ router })] })
    for (const [name, source] of Object.entries(views)) eta.loadTemplate(`@${name}`, source, { async })
    return eta
  }

  test('a cached page with a layout and an include uses the links of each request', () => {
    const eta = load(false)
    const route = createModelAttribute(router.forRequest({ mountPath: '/shop' }))
    expect(eta.render('@page', { route })).toBe('/shop/user/ [/shop/user/5]')
    expect(eta.render('@page', {})).toBe('/user/ [/user/5]')
  })

  test('links work in asynchronous templates', async () => {
    const eta = new Eta({ plugins: [routePlugin({ router })] })
    const template =
      '<% route "userController.showUser", { id: await it.id } %> <%= route("userController.showUser", { id: await it.id }) %>'
    await expect(eta.renderStringAsync(template, { id: Promise.resolve(5) })).resolves.toBe('/user/5 /user/5')
  })

  test('an error has the name of the template file', () => {
    const eta = new Eta({ views: '/views', plugins: [routePlugin({ router })] })
    eta.readFile = () => views['broken'] ?? ''
    expect(() => eta.render('broken', {})).toThrow(/\n {2}at \/views\/broken\.eta:2:4$/)
  })

  test('links work after the plugins are configured again', () => {
    const eta = load(false)
    eta.configure({ plugins: [{ processFnString: (code) => code }, ...eta.config.plugins] })
    expect(eta.render('@part', { id: 5 })).toBe('/user/5')
  })
})

describe('tags and the escaping of Eta', () => {
  const tag = '<% route "userController.listAll", { a: 1, b: 2 } %>'
  const printed = (eta: EtaOptions, options: Parameters<typeof routePlugin>[0] = { router }): string =>
    new Eta({ ...eta, plugins: [routePlugin(options)] }).renderString(tag, {})

  test.each<[string, EtaOptions, string]>([
    ['the escape function of Eta', {}, '/user/?a=1&amp;b=2'],
    ['no function', { autoEscape: false }, '/user/?a=1&b=2'],
    ['the option escapeFunction', { escapeFunction: (value) => `[${String(value)}]` }, '[/user/?a=1&b=2]'],
    [
      'a filter',
      { autoFilter: true, filterFunction: (value) => `${String(value)}&c` },
      '/user/?a=1&amp;b=2&amp;c',
    ],
  ])('the tag is escaped by %s', (_name, eta, html) => {
    expect(printed(eta)).toBe(html)
  })

  test('the tag escapes the URL of a Reverser of the application', () => {
    const reverser = { reverse: router.reverse.bind(router), href: () => `"><b>'&` }
    expect(printed({}, { router: reverser })).toBe('&quot;&gt;&lt;b&gt;&#39;&amp;')
  })

  test('the tag escapes the value of onError', () => {
    const reverse = (): never => {
      throw new Error('no')
    }
    expect(printed({}, { router: { reverse }, onError: () => '<&' })).toBe('&lt;&amp;')
  })
})

test('the attribute name "it" is refused, because Eta uses it for the data', () => {
  expect(() => routePlugin({ router, attributeName: 'it' })).toThrow(
    expect.objectContaining({
      option: 'attributeName',
      message: expect.stringContaining('"it" is where Eta keeps the data') as unknown,
    }),
  )
})

test('the functions of the plugin work without the configuration of Eta', () => {
  const plugin = routePlugin({ router })
  plugin.processTemplate('<b><% route "u.list" %>')
  const nodes = plugin.processAST(['<b>', { t: 'e', val: 'route "u.list"' }])
  expect(nodes).toEqual(['<b>', { t: 'i', val: '__routeUrl(it, options, 1, 7, "u.list"\n)' }])
  expect(plugin.processFnString('route')).toContain('__routeLink(it, options,')
})
