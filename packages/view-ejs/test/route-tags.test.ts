import { describe, expect, test } from '@jest/globals'
import { routeEngine, type EjsOptions } from '@mvc-router/view-ejs'
import { describeEngine, directive, router, write } from './engine-under-test.js'

describeEngine(({ ejs, engine, render }) => {
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

    test('is in an attribute of any quotes, and of none', () => {
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
})

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
