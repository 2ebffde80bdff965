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
    test('<route:reverse> prints the URL of an action', () => {
      expect(render('<route:reverse action="userController.listAll"/>')).toBe('/user/')
      expect(render('<route:reverse action="userController.listAll"></route:reverse>')).toBe('/user/')
      expect(render('<route:reverse action="userController.showUser(id:\'5\')" />')).toBe('/user/5')
    })

    test('<route:reverse> works in attributes with double, single and no quotes', () => {
      const tag = '<route:reverse action="userController.showUser" id="<%= user["id"] %>"/>'
      const html = render(`<a href="${tag}"><a href='${tag}'><a href=${tag}>`, { user: { id: 5 } })
      expect(html).toBe(`<a href="/user/5"><a href='/user/5'><a href=/user/5>`)
    })

    test('<route:reverse> accepts attributes in single or double quotes and on several lines', () => {
      const template = `<route:reverse\n\taction = 'userController.showUser'\n\n  id\n=\n'<%= user['id'] // the key %>'\n/>`
      expect(render(template, { user: { id: 5 } })).toBe('/user/5')
    })

    test('an expression keeps its type, and null and undefined are missing arguments', () => {
      const template = `<route:reverse action="searchController.search" n="<%= 1.50 %>" list="<%= [1, 'b'] %>" yes="<%- true %>" none="<%= null %>" nothing="<%= undefined %>" empty=""/>`
      expect(render(template)).toBe('/search?empty=&amp;list=1&amp;list=b&amp;n=1.5&amp;yes=true')
    })

    test('text and expressions in an attribute are joined, and null is empty', () => {
      const template = `<route:reverse action="searchController.search" q="page <%= n %> of <%= of %>!<%= null %>"/>`
      expect(render(template, { n: 2, of: 3 })).toBe('/search?q=page+2+of+3%21')
    })

    test('in text, the entities that quotes need are decoded; other entities, and entities in values, stay', () => {
      const template = `<route:reverse action="searchController.search" text="&quot;R&amp;D&quot; &lt;&#39;&#x1F600;&gt; &copy; &#0;" value="<%= value %>"/>`
      expect(decodeURIComponent(render(template, { value: '&amp;' }).replaceAll('+', ' '))).toBe(
        `/search?text="R&D" <'😀> &copy; &#0;&amp;value=&amp;`,
      )
    })

    test('an attribute accepts all expressions of EJS', () => {
      expect(search('1, 2')).toBe('/search?q=1')
      expect(search('"a";')).toBe('/search?q=a')
      expect(search('{ a: 1 }.a')).toBe('/search?q=1')
      expect(search('`${[1, 2].map((x) => x * 2)}` // twice')).toBe('/search?q=2%2C4')
      expect(search('1 /* one */')).toBe('/search?q=1')
    })

    test('the action can contain an expression', () => {
      const template = '<route:reverse action="<%= controller %>.listAll"/>'
      expect(render(template, { controller: 'userController' })).toBe('/user/')
    })

    test('<route:reverse> works in loops, functions and switches', () => {
      const template = `<% const link = (id) => { %><route:reverse action="userController.showUser" id="<%= id %>"/> <% } %><% for (const id of ids) { link(id); switch (id) { case 1: %><route:reverse action="searchController.search" id="<%= id %>"/> <% } } %>`
      expect(render(template, { ids: [1, 2] })).toBe('/user/1 /search?id=1 /user/2 ')
    })

    test('inherited locals are visible only with unsafePrototypeLocals', async () => {
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

    test('<route:reverse> works with strict, _with: false, localsName and destructuredLocals', () => {
      const template = '<route:reverse action="userController.showUser" id="<%= it.id %>"/>'
      expect(render(template, { id: 5 }, { _with: false, localsName: 'it' })).toBe('/user/5')
      expect(render(template, { id: 5 }, { strict: true, localsName: 'it' })).toBe('/user/5')
      const destructured = template.replace('it.id', 'id')
      expect(render(destructured, { id: 5 }, { _with: false, destructuredLocals: ['id'] })).toBe('/user/5')
    })

    test('<route:reverse> works with other delimiters, and its text can contain the usual delimiters', () => {
      const template = `[?@ taglib prefix="route" uri="/mvc-router" ?]<route:reverse action="searchController.search" q="<%= ?] [? 1 ?>"/>`
      const options = { delimiter: '?', openDelimiter: '[', closeDelimiter: ']' }
      expect(engine.compile(template.replace('?] [? 1 ?>', '[?= 1 ?] ?>'), options)({})).toBe(
        '/search?q=%3C%25%3D+1+%3F%3E',
      )
      const dollar =
        '<$@ taglib prefix="r" uri="/mvc-router" $><r:reverse action="searchController.search" q="<$= 1 $>"/>'
      expect(engine.compile(dollar, { delimiter: '$' })({})).toBe('/search?q=1')
    })

    test('<route:reverse> is escaped by the option escape', () => {
      const template = '<route:reverse action="searchController.search" a="1" b="2"/>'
      expect(render(template, {}, { escape: String })).toBe('/search?a=1&b=2')
    })

    test('a parameter with the name __proto__ or constructor is a parameter', () => {
      const template = '<route:reverse action="searchController.search" __proto__="1" constructor="2"/>'
      expect(render(template)).toBe('/search?__proto__=1&amp;constructor=2')
    })
  })

  describe('<route:link>', () => {
    test('<route:link> prints an anchor with its attributes around its body', () => {
      const template = `<route:link action="userController.showUser" id="<%= id %>" html:class="btn <%= kind %>" html:data-x='<%= "\\"" %>' html:download><b><%= id %></b></route:link>`
      expect(render(template, { id: 5, kind: '"big"' })).toBe(
        '<a class="btn &#34;big&#34;" data-x=\'&#34;\' download href="/user/5"><b>5</b></a>',
      )
    })

    test('<route:link> without a body prints an empty anchor', () => {
      expect(render('<route:link action="userController.listAll"/>')).toBe('<a href="/user/"></a>')
    })
  })

  describe('<route:form>', () => {
    test('<route:form> has the method of its action, and writes the query of a GET to hidden fields', () => {
      const template =
        '<route:form action="searchController.search" a="1" b="&lt;&quot;&amp;"><button></button></route:form>'
      expect(render(template)).toBe(
        '<form action="/search" method="get"><input type="hidden" name="a" value="1"><input type="hidden" name="b" value="&lt;&quot;&amp;"><button></button></form>',
      )
      expect(render('<route:form action="searchController.store" html:id="f" a="1"/>')).toBe(
        '<form id="f" action="/search?a=1" method="post"></form>',
      )
    })

    test('<route:form> posts other methods with the method override', () => {
      const template = '<route:form action="userController.saveUser" id="<%= 5 %>"></route:form>'
      expect(render(template)).toBe(
        '<form action="/user/5?X-HTTP-Method-Override=PUT" method="post"><input type="hidden" name="X-HTTP-Method-Override" value="PUT"></form>',
      )
    })

    test('html:method chooses a method that the route accepts', () => {
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

describe('tags and the escaping of EJS', () => {
  const tag = `${directive}<route:reverse action="userController.listAll" a="1" b="2"/>`

  test.each<[string, EjsOptions, string]>([
    ['the escape function of EJS', {}, '/user/?a=1&amp;b=2'],
    ['the option escape', { escape: (value) => `[${String(value)}]` }, '[/user/?a=1&b=2]'],
  ])('a tag is escaped by %s', (_name, options, html) => {
    expect(routeEngine({ router, options }).compile(tag)()).toBe(html)
  })

  test('a tag escapes the URL of a Reverser of the application', () => {
    const reverser = { reverse: router.reverse.bind(router), href: () => `"><b>'&` }
    expect(routeEngine({ router: reverser }).compile(tag)()).toBe('&quot;&gt;&lt;b&gt;&#39;&amp;')
  })
})
