import { afterAll, beforeEach, describe, expect, test } from '@jest/globals'
import { ConfigurationException, NoHandlerFoundException, Router } from '@mvc-router/router-core'
import { createModelAttribute } from '@mvc-router/router-core/templates'
import { routeEngine, TagSyntaxException, type EjsOptions, type RouteEngine } from '@mvc-router/view-ejs'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ejsVersions } from './ejs-versions.js'

const router = Router.parse(`
GET     /user/?               userController.listAll
GET     /user/{<[0-9]+>id}    userController.showUser
PUT     /user/{<[0-9]+>id}    userController.saveUser
GET     /search               searchController.search
POST    /search               searchController.store
GET|PATCH /draft/{name}       draftController.edit
OPTIONS /probe                probeController.probe
GET     api.example.org/v1    apiController.index
`)

const views = mkdtempSync(join(tmpdir(), 'view-ejs-'))
afterAll(() => rmSync(views, { recursive: true }))

function slowId(): Promise<number> {
  return new Promise((resolve) => setImmediate(resolve, 5))
}

const directive = '<%@ taglib prefix="route" uri="/mvc-router" %>'

function write(name: string, text: string): string {
  const path = join(views, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}

async function failure(
  rendering: unknown,
): Promise<Error & { code?: string; line?: number; column?: number }> {
  try {
    await rendering
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
  throw new Error('Nothing was thrown')
}

describe.each(ejsVersions)('with EJS $version', ({ ejs }) => {
  const engine = routeEngine({ router, ejs })

  beforeEach(() => {
    ejs.clearCache()
  })

  function render(template: string, locals: object = {}, options: EjsOptions = {}): string {
    const html = engine.compile(`${directive}${template}`, options)(locals)
    if (typeof html !== 'string') throw new Error('The template is asynchronous')
    return html
  }

  function search(code: string): string {
    return render(`<route:reverse action="searchController.search" q="<%= ${code} %>"/>`)
  }

  function draftForm(method: string): string {
    return render(`<route:form action="draftController.edit" name="x" html:method="${method}"/>`)
  }

  describe('<route:reverse>', () => {
    test('prints the URL of an action', () => {
      expect(render('<route:reverse action="userController.listAll"/>')).toBe('/user/')
      expect(render('<route:reverse action="userController.listAll"></route:reverse>')).toBe('/user/')
      expect(render('<route:reverse action="userController.showUser(id:\'5\')" />')).toBe('/user/5')
    })

    test('stands in an attribute of any quotes, and of none', () => {
      const tag = '<route:reverse action="userController.showUser" id="<%= user["id"] %>"/>'
      const html = render(`<a href="${tag}"><a href='${tag}'><a href=${tag}>`, { user: { id: 5 } })
      expect(html).toBe(`<a href="/user/5"><a href='/user/5'><a href=/user/5>`)
    })

    test('takes its attributes in any quotes and on any lines', () => {
      const template = `<route:reverse\n\taction = 'userController.showUser'\n\n  id\n=\n'<%= user['id'] // the key %>'\n/>`
      expect(render(template, { user: { id: 5 } })).toBe('/user/5')
    })

    test('keeps the type of a value: numbers, lists, booleans, and null that is no argument', () => {
      const template = `<route:reverse action="searchController.search" n="<%= 1.50 %>" list="<%= [1, 'b'] %>" yes="<%- true %>" none="<%= null %>" nothing="<%= undefined %>" empty=""/>`
      expect(render(template)).toBe('/search?empty=&amp;list=1&amp;list=b&amp;n=1.5&amp;yes=true')
    })

    test('joins text and expressions, and prints nothing for null', () => {
      const template = `<route:reverse action="searchController.search" q="page <%= n %> of <%= of %>!<%= null %>"/>`
      expect(render(template, { n: 2, of: 3 })).toBe('/search?q=page+2+of+3%21')
    })

    test('decodes the entities of text, and never those of values', () => {
      const template = `<route:reverse action="searchController.search" text="&quot;R&amp;D&quot; &lt;&#39;&#x1F600;&gt; &copy; &#0;" value="<%= value %>"/>`
      expect(decodeURIComponent(render(template, { value: '&amp;' }).replaceAll('+', ' '))).toBe(
        `/search?text="R&D" <'😀> &copy; &#0;&amp;value=&amp;`,
      )
    })

    test('takes any expression that EJS takes', () => {
      expect(search('1, 2')).toBe('/search?q=1')
      expect(search('"a";')).toBe('/search?q=a')
      expect(search('{ a: 1 }.a')).toBe('/search?q=1')
      expect(search('`${[1, 2].map((x) => x * 2)}` // twice')).toBe('/search?q=2%2C4')
      expect(search('1 /* one */')).toBe('/search?q=1')
    })

    test('takes the action from an expression', () => {
      const template = '<route:reverse action="<%= controller %>.listAll"/>'
      expect(render(template, { controller: 'userController' })).toBe('/user/')
    })

    test('works in loops, functions and switches', () => {
      const template = `<% const link = (id) => { %><route:reverse action="userController.showUser" id="<%= id %>"/> <% } %><% for (const id of ids) { link(id); switch (id) { case 1: %><route:reverse action="searchController.search" id="<%= id %>"/> <% } } %>`
      expect(render(template, { ids: [1, 2] })).toBe('/user/1 /search?id=1 /user/2 ')
    })

    test('shows what locals inherit only where unsafePrototypeLocals asks for it', async () => {
      class Page {
        get title(): string {
          return 'inherited'
        }
      }
      const template = '<%= locals.title %> <route:reverse action="userController.listAll"/>'
      expect(render(template, new Page())).toBe(' /user/')
      expect(render(template, new Page(), { unsafePrototypeLocals: true })).toBe('inherited /user/')
      const unsafe = routeEngine({ router, ejs, options: { unsafePrototypeLocals: true } })
      const path = write('inherited.ejs', `${directive}${template}`)
      expect(await unsafe.renderFile(path, new Page())).toBe('inherited /user/')
      expect(await engine.renderFile(path, new Page())).toBe(' /user/')
    })

    test('works in strict mode, without `with`, and with other names', () => {
      const template = '<route:reverse action="userController.showUser" id="<%= it.id %>"/>'
      expect(render(template, { id: 5 }, { _with: false, localsName: 'it' })).toBe('/user/5')
      expect(render(template, { id: 5 }, { strict: true, localsName: 'it' })).toBe('/user/5')
      const destructured = template.replace('it.id', 'id')
      expect(render(destructured, { id: 5 }, { _with: false, destructuredLocals: ['id'] })).toBe('/user/5')
    })

    test('works with other delimiters, which its text may contain', () => {
      const template = `[?@ taglib prefix="route" uri="/mvc-router" ?]<route:reverse action="searchController.search" q="<%= ?] [? 1 ?>"/>`
      const options = { delimiter: '?', openDelimiter: '[', closeDelimiter: ']' }
      expect(engine.compile(template.replace('?] [? 1 ?>', '[?= 1 ?] ?>'), options)({})).toBe(
        '/search?q=%3C%25%3D+1+%3F%3E',
      )
      const dollar =
        '<$@ taglib prefix="r" uri="/mvc-router" $><r:reverse action="searchController.search" q="<$= 1 $>"/>'
      expect(engine.compile(dollar, { delimiter: '$' })({})).toBe('/search?q=1')
    })

    test('is escaped by the function that EJS is given', () => {
      const template = '<route:reverse action="searchController.search" a="1" b="2"/>'
      expect(render(template, {}, { escape: String })).toBe('/search?a=1&b=2')
    })

    test('a parameter named like a property of all objects is a parameter', () => {
      const template = '<route:reverse action="searchController.search" __proto__="1" constructor="2"/>'
      expect(render(template)).toBe('/search?__proto__=1&amp;constructor=2')
    })
  })

  describe('<route:link>', () => {
    test('prints an anchor around its body', () => {
      const template = `<route:link action="userController.showUser" id="<%= id %>" html:class="btn <%= kind %>" html:data-x='<%= "\\"" %>' html:download><b><%= id %></b></route:link>`
      expect(render(template, { id: 5, kind: '"big"' })).toBe(
        '<a class="btn &#34;big&#34;" data-x=\'&#34;\' download href="/user/5"><b>5</b></a>',
      )
    })

    test('may be empty', () => {
      expect(render('<route:link action="userController.listAll"/>')).toBe('<a href="/user/"></a>')
    })
  })

  describe('<route:form>', () => {
    test('has the method of the action, and carries the query of a GET in fields', () => {
      const template =
        '<route:form action="searchController.search" a="1" b="&lt;&quot;&amp;"><button></button></route:form>'
      expect(render(template)).toBe(
        '<form action="/search" method="get"><input type="hidden" name="a" value="1"><input type="hidden" name="b" value="&lt;&quot;&amp;"><button></button></form>',
      )
      expect(render('<route:form action="searchController.store" html:id="f" a="1"/>')).toBe(
        '<form id="f" action="/search?a=1" method="post"></form>',
      )
    })

    test('posts other methods with the override', () => {
      const template = '<route:form action="userController.saveUser" id="<%= 5 %>"></route:form>'
      expect(render(template)).toBe(
        '<form action="/user/5?X-HTTP-Method-Override=PUT" method="post"><input type="hidden" name="X-HTTP-Method-Override" value="PUT"></form>',
      )
    })

    test('chooses among the methods of its route with html:method', () => {
      expect(draftForm('<%= "patch" %>')).toContain(
        'action="/draft/x?X-HTTP-Method-Override=PATCH" method="post"',
      )
      expect(() => draftForm('delete')).toThrow('accepts GET|PATCH, not DELETE')
      expect(() => render('<route:form action="probeController.probe"/>')).toThrow(
        'A form cannot send OPTIONS',
      )
    })
  })

  describe('whose links', () => {
    const template = '<route:reverse action="userController.listAll"/>'
    const mounted = router.forRequest({ mountPath: '/app', host: 'example.org' })
    const route = createModelAttribute(mounted)

    test('the model attribute gives them first', () => {
      expect(render(template, { route })).toBe('/app/user/')
      const renamed = routeEngine({ router, ejs, attributeName: 'links' })
      expect(renamed.compile(directive + template)({ links: route, route: { reverse: () => 'x' } })).toBe(
        '/app/user/',
      )
    })

    test("then the router's current request, then the router", () => {
      const current = routeEngine({ router: { reverse: router.reverse.bind(router), current: mounted }, ejs })
      expect(current.compile(directive + template)()).toBe('/app/user/')
      expect(render(template)).toBe('/user/')
    })

    test('the data of a request cannot stand for the model attribute', () => {
      for (const hostile of ['x', ['x'], { reverse: 'x' }, null, Buffer.from('x')]) {
        expect(render(template, { route: hostile, __routeTags: hostile, locals: hostile })).toBe('/user/')
      }
    })

    test('a route of another host gets an absolute URL', () => {
      expect(render('<route:reverse action="apiController.index"/>', { route })).toBe(
        'http://api.example.org/app/v1',
      )
    })
  })

  describe('files', () => {
    test('are rendered with a callback or a promise', async () => {
      const path = write('user.ejs', `\uFEFF${directive}\n<route:reverse action="userController.listAll"/>`)
      await expect(engine.renderFile(path)).resolves.toBe('\n/user/')
      const viaCallback = await new Promise((resolve, reject) => {
        engine(path, {}, (error, html) => (error === null ? resolve(html) : reject(error as Error)))
      })
      expect(viaCallback).toBe('\n/user/')
    })

    test('errors go to the callback or the promise', async () => {
      const path = join(views, 'missing.ejs')
      await expect(engine.renderFile(path)).rejects.toThrow('ENOENT')
      await expect(new Promise((resolve) => engine(path, {}, resolve))).resolves.toMatchObject({
        code: 'ENOENT',
      })
    })

    test('include others, each with a prefix of its own, and with the locals of the including file', async () => {
      write(
        'parts/menu.ejs',
        `<%@ taglib prefix="r" uri="/mvc-router" %><r:reverse action="userController.showUser" id="<%= id %>"/><%- include('deep/end') %>`,
      )
      write(
        'parts/deep/end.ejs',
        `${directive} <route:reverse action="userController.showUser" id="<%= id + 1 %>"/>`,
      )
      const path = write(
        'page.ejs',
        `<%- include('parts/menu', { id: 7 }) %> <%- include('/parts/deep/end.ejs') %>`,
      )
      const rooted = routeEngine({ router, ejs, options: { root: views } })
      await expect(rooted.renderFile(path, { id: 1 })).resolves.toBe('/user/7 /user/8  /user/2')
    })

    test('include from the directories of views', async () => {
      write('shared/link.ejs', `${directive}<route:reverse action="userController.listAll"/>`)
      const path = write('pages/page.ejs', `<%- include('shared/link') %>`)
      const options = { views: [views] }
      await expect(routeEngine({ router, ejs, options }).renderFile(path)).resolves.toBe('/user/')
    })

    test('a missing include is named, with the line of the include', async () => {
      const path = write('page.ejs', `\n\n<%- include('nowhere') %>`)
      const { message } = await failure(engine.renderFile(path))
      expect(message).toContain(`${path}:3\n`)
      expect(message).toContain('Could not find the include file "nowhere"')
    })

    test("an application's own includer is asked first, and its templates have tags too", async () => {
      const options: EjsOptions = {
        includer: (name) =>
          name === 'virtual'
            ? { template: `${directive}<route:reverse action="userController.listAll"/>` }
            : null,
      }
      write('real.ejs', 'real')
      const path = write('page.ejs', `<%- include('virtual') %> <%- include('real') %>`)
      await expect(routeEngine({ router, ejs, options }).renderFile(path)).resolves.toBe('/user/ real')
    })

    test('are read again each time, unless they are cached', async () => {
      write('part.ejs', `${directive}<route:reverse action="userController.listAll"/>`)
      const path = write(
        'page.ejs',
        `${directive}<route:reverse action="searchController.search"/> <%- include('part') %>`,
      )
      const caching = routeEngine({ router, ejs, options: { cache: true } })
      await expect(caching.renderFile(path)).resolves.toBe('/search /user/')
      await expect(engine.renderFile(path)).resolves.toBe('/search /user/')

      write('part.ejs', 'new part')
      write('page.ejs', `new page <%- include('part') %>`)
      await expect(caching.renderFile(path)).resolves.toBe('/search /user/')
      await expect(engine.renderFile(path)).resolves.toBe('new page new part')

      ejs.clearCache()
      await expect(caching.renderFile(path)).resolves.toBe('new page new part')
    })

    test('a cached template asks the router of the engine that renders it', async () => {
      const path = write('page.ejs', `${directive}<route:reverse action="userController.listAll"/>`)
      const other = Router.parse('GET /people userController.listAll')
      const options = { cache: true }
      await expect(routeEngine({ router, ejs, options }).renderFile(path)).resolves.toBe('/user/')
      await expect(routeEngine({ router: other, ejs, options }).renderFile(path)).resolves.toBe('/people')
    })

    test('are prepared once when they are cached', async () => {
      const path = write('page.ejs', `${directive}<%- include('part') %>`)
      write('part.ejs', `${directive}<route:reverse action="userController.listAll"/>`)
      const read: string[] = []
      const counting = { ...ejs, fileLoader: (file: string) => (read.push(file), ejs.fileLoader(file)) }
      const caching: RouteEngine = routeEngine({ router, ejs: counting, options: { cache: true } })
      for (let time = 0; time < 3; time++) await expect(caching.renderFile(path)).resolves.toBe('/user/')
      expect(read).toEqual([path, join(views, 'part.ejs')])
    })
  })

  describe('asynchronous templates', () => {
    test('wait inside of tags', async () => {
      const path = write(
        'page.ejs',
        `${directive}<route:reverse action="userController.showUser" id="<%= await id() %>"/><%- await include('part') %>`,
      )
      write(
        'part.ejs',
        `${directive} <route:reverse action="userController.showUser" id="<%= await id() + 1 %>"/>`,
      )
      const asynchronous = routeEngine({ router, ejs, options: { async: true } })
      await expect(asynchronous.renderFile(path, { id: slowId })).resolves.toBe('/user/5 /user/6')
      await expect(
        new Promise((resolve) => asynchronous(path, { id: slowId }, (_, html) => resolve(html))),
      ).resolves.toBe('/user/5 /user/6')
    })

    test('errors name their place', async () => {
      const path = write(
        'page.ejs',
        `${directive}\n<% await 1 %><route:reverse action="userController.nobody"/>`,
      )
      const asynchronous = routeEngine({ router, ejs, options: { async: true } })
      expect(await failure(asynchronous.renderFile(path))).toMatchObject({ line: 2, column: 14 })
    })
  })

  describe('errors', () => {
    test('show the template as it was written, with line and column, and stay what they are', async () => {
      const path = write(
        'user.ejs',
        `${directive}\n<ul>\n  <a href="<route:reverse action="userController.showUsr" id="<%= 5 %>"/>">\n</ul>`,
      )
      const error = await failure(engine.renderFile(path))
      expect(error).toBeInstanceOf(NoHandlerFoundException)
      expect(error).toMatchObject({ code: 'E_REVERSE_NO_ROUTE', template: path, line: 3, column: 12 })
      const [frame, ...rest] = error.message.split('\n\n')
      expect(frame).toBe(
        [
          `${path}:3`,
          `    1| ${directive}`,
          '    2| <ul>',
          ' >> 3|   <a href="<route:reverse action="userController.showUsr" id="<%= 5 %>"/>">',
          '    4| </ul>',
        ].join('\n'),
      )
      expect(rest.join('\n\n')).toContain('userController.showUser')
      const line = '  <a href="<route:reverse action="userController.showUsr" id="<%= 5 %>"/>">'
      expect(error.message.endsWith(`\n  at ${path}:3:12\n  ${line}\n${' '.repeat(13)}^`)).toBe(true)
    })

    test('in an expression name its own line, in a tag of many lines', async () => {
      const path = write(
        'user.ejs',
        `${directive}\n<route:link\n  action="userController.showUser"\n\n  id="<%= nobody %>"\n  html:class="<%= x %>">\n</route:link>`,
      )
      const { message } = await failure(engine.renderFile(path))
      expect(message).toContain(`${path}:5\n`)
      expect(message).toContain(' >> 5|   id="<%= nobody %>"\n')
      expect(message).toContain('nobody is not defined')
    })

    test('after a tag of many lines name their own line', async () => {
      const path = write(
        'user.ejs',
        `${directive}\n<route:reverse\n\n  action="userController.showUser"\n  id="<%= 5 //\n  %>"\n/>\n<%= nobody %>\n`,
      )
      const { message } = await failure(engine.renderFile(path))
      expect(message).toContain(' >> 8| <%= nobody %>\n')
    })

    test('in an included file name both files', async () => {
      const part = write('part.ejs', `${directive}\n<route:reverse action="userController.nobody"/>`)
      const path = write(
        'page.ejs',
        `${directive}\n\n<route:reverse action="userController.listAll"/><%- include('part') %>`,
      )
      const { message } = await failure(engine.renderFile(path))
      expect(message).toContain(
        ` >> 3| <route:reverse action="userController.listAll"/><%- include('part') %>`,
      )
      expect(message).toContain(`${part}:2\n`)
      expect(message).toContain(' >> 2| <route:reverse action="userController.nobody"/>')
    })

    test('of tags are found when the template is prepared', async () => {
      const path = write('page.ejs', `${directive}\n<% if (false) { %><route:nope/><% } %>`)
      const error = await failure(engine.renderFile(path))
      expect(error).toBeInstanceOf(TagSyntaxException)
      expect(error).toMatchObject({ code: 'E_TAG_UNKNOWN', template: path, line: 2, column: 19 })
    })

    test('of the router show their place without debugging too', async () => {
      const template = `${directive}\n<route:reverse action="userController.showUser" id="x"/>`
      const error = await failure(
        new Promise((resolve) =>
          resolve(engine.compile(template, { compileDebug: false, filename: 'user.ejs' })()),
        ),
      )
      expect(error).toMatchObject({ code: 'E_REVERSE_CONSTRAINT', line: 2, column: 1 })
      expect(error.message).toContain('  at user.ejs:2:1\n  <route:reverse action')
    })

    test('onError prints something else', () => {
      const seen: unknown[] = []
      const lenient = routeEngine({ router, ejs, onError: (_, position) => (seen.push(position), '#"') })
      const html = lenient.compile(`${directive}<route:reverse action="a.b"/> <route:form action="a.b"/>`, {
        filename: 'x.ejs',
      })()
      expect(html).toBe('#&quot; <form action="#&#34;" method="post"></form>')
      expect(seen).toEqual([
        { template: 'x.ejs', line: 1, column: 47 },
        { template: 'x.ejs', line: 1, column: 77 },
      ])
    })
  })

  describe('hostile values', () => {
    const values = [
      `"><script>alert(1)</script>`,
      `' onmouseover='alert(1)`,
      'x onmouseover=alert(1)',
      '</script>',
      '`',
      '\\',
      'javascript:alert(1)',
      '<%= process.exit() %>',
      '<route:nope>',
    ]

    test.each(values)('%s is inert', (value) => {
      const tag = '<route:reverse action="draftController.edit" name="<%= value %>" q="<%= value %>"/>'
      const html = render(tag, { value })
      expect(html).toMatch(/^\/draft\/[^"'<>\s`\\]+\?q=[^"'<>\s`\\]+$/)
      expect(router.match({ method: 'GET', path: html.replaceAll('&amp;', '&') })?.args).toEqual({
        name: value,
      })
    })

    test('render options in the locals run no code (template-022)', async () => {
      const path = write('page.ejs', `${directive}<route:reverse action="userController.listAll"/>`)
      const hostile = {
        outputFunctionName: 'x;globalThis.hacked=1;y',
        escape: 'x',
        client: true,
        cache: 'x',
        root: '/',
      }
      const locals = {
        settings: { 'view options': hostile, views: '/' },
        ...hostile,
        _with: false,
        delimiter: '?',
      }
      await expect(engine.renderFile(path, locals)).resolves.toBe('/user/')
      expect(globalThis).not.toHaveProperty('hacked')
    })

    test('a polluted Object.prototype changes nothing (template-023)', async () => {
      const path = write(
        'page.ejs',
        `${directive}<route:reverse action="searchController.search" a="<%= 1 %>"/> <%- include('part') %>`,
      )
      write('part.ejs', '<%= "<" %>')
      const pollution = {
        escapeFunction: () => 'hacked',
        escape: () => 'hacked',
        outputFunctionName: 'x;globalThis.hacked=1;y',
        client: true,
        includer: () => ({ template: 'hacked' }),
        strict: true,
        reverse: () => 'hacked',
        route: { reverse: () => 'hacked' },
        __routeTags: { reverse: () => 'hacked' },
      }
      const prototype = Object.prototype as Record<string, unknown>
      try {
        for (const [name, value] of Object.entries(pollution)) {
          Object.defineProperty(prototype, name, { value, configurable: true, writable: true })
        }
        expect(await engine.renderFile(path)).toBe('/search?a=1 &lt;')
      } finally {
        for (const name of Object.keys(pollution)) delete prototype[name]
      }
    })
  })
})

test.each(['settings', 'cache', '_locals', 'locals', '__routeTags', 'a-b', '', '1a'])(
  'the attribute name %j is refused',
  (attributeName) => {
    expect(() => routeEngine({ router, attributeName })).toThrow(ConfigurationException)
  },
)

describe('a tag and the escaping of EJS', () => {
  const tag = `${directive}<route:reverse action="userController.listAll" a="1" b="2"/>`

  test.each<[string, EjsOptions, string]>([
    ['its own', {}, '/user/?a=1&amp;b=2'],
    ['another one', { escape: (value) => `[${String(value)}]` }, '[/user/?a=1&b=2]'],
  ])('%s', (_name, options, html) => {
    expect(routeEngine({ router, options }).compile(tag)()).toBe(html)
  })

  test('escapes what a Reverser of the application gives', () => {
    const reverser = { reverse: router.reverse.bind(router), href: () => `"><b>'&` }
    expect(routeEngine({ router: reverser }).compile(tag)()).toBe('&quot;&gt;&lt;b&gt;&#39;&amp;')
  })
})
