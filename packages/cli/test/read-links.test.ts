import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { LinkFinder, SourceText } from '@mvc-router/cli'
import { TestFolder } from './run-in-folder.js'

const finder = new LinkFinder({ cwd: process.cwd(), attributeName: 'route' })

/**
 * Returns each link as a short text, such as `url a.b id="5" x=? ... !7 user@14`. A text may also contain `dynamic`,
 * `guess` or `not rout`.
 */
function shown(engine: string, text: string): string[] {
  const { links, problems, unread } = finder.find(new SourceText(text, 'file.tsx'), engine)
  expect([...problems, ...unread]).toEqual([])
  return links.map((link) => {
    const args = link.args.map(
      ({ name, value }) => `${name}=${value === undefined ? '?' : JSON.stringify(value.literal)}`,
    )
    return [
      link.purpose,
      link.actions.map((action) => action.text).join('|'),
      ...args,
      ...(link.isDynamic ? ['dynamic'] : []),
      ...(link.hasUnknownArguments ? ['...'] : []),
      ...(link.unnamedValue === undefined
        ? []
        : [`!${text.slice(link.unnamedValue).split(/[ ,)}%]/)[0] ?? ''}`]),
      ...(link.unnamedVariable === undefined
        ? []
        : [`${link.unnamedVariable.name}@${link.unnamedVariable.offset}`]),
      ...(link.isGuess === true ? ['guess'] : []),
      ...(link.misspelt === undefined ? [] : [`not ${link.misspelt}`]),
    ].join(' ')
  })
}

describe('parts of links', () => {
  test.each<[string, string, string[]]>([
    [
      'liquid',
      '{% route "a.b", id: 5, x: y, z: nil, w: -1, ok: true %}',
      ['url a.b id=5 x=? z=null w=-1 ok=true'],
    ],
    ['liquid', "{%- route 'a.b', user, t: 'u' -%}", ['url a.b t=? ...']],
    ['liquid', '{% route "a.b", 7 %}', ['url a.b !7']],
    ['liquid', '{% route x %}{% routeWith page: 2 %}', ['url  dynamic']],
    ['liquid', '{% if x %}{% route "a.b" %}{% else %}{% own "c.d" %}{% endown %}{% endif %}', ['url a.b']],
    ['liquid', '{% liquid\n assign x = 1\n route "a.b", id: x\n%}{% liquid own "c.d" %}', ['url a.b id=?']],
    ['pug', "#{route('a.b')} x", ['url a.b']],
    ['liquid', '{% raw %}{% route "a.b" %}{% endraw %}{% comment %}{% route "a.b" %}{% endcomment %}', []],
    ['nunjucks', '{{ route("a.b", { id: 5, "x": y, z: none, w: -1 }) }}', ['url a.b id=5 x=? z=null w=?']],
    ['nunjucks', '{{ route("a.b", id=5, ok=true, t="u") }}', ['url a.b id=5 ok=true t="u"']],
    ['nunjucks', '{{ route("a.b", user) }}', ['url a.b ... user@16']],
    ['nunjucks', '{{ route("a.b", user.id) }}', ['url a.b ... id@16']],
    ['nunjucks', '{{ route("a.b", find(x)) }}', ['url a.b ...']],
    ['nunjucks', '{{ route("a.b", none) }}', ['url a.b']],
    ['nunjucks', '{{ route("a.b", 7) }}', ['url a.b !7']],
    ['nunjucks', '{{ route("a.b", 7, user) }}', ['url a.b !7']],
    ['nunjucks', '{{ route("a.b" if x else "c.d") }}', ['url a.b|c.d']],
    ['nunjucks', '{{ route(("a.b")) }}', ['url a.b']],
    ['nunjucks', '{{ route("a.b" if x else y) }}', ['url a.b dynamic']],
    ['nunjucks', '{{ route("a.b" if x) }}', ['url a.b dynamic']],
    ['nunjucks', '{{ route(x) }}', ['url  dynamic']],
    ['nunjucks', '{{ route() }}', []],
    ['nunjucks', '{{ route.reverse("a.b") }}{{ route.isCurrent("a.*") }}', ['url a.b', 'name a.*']],
    ['nunjucks', '{{ route.href("a.b", id=5) }}', ['url a.b id=5']],
    ['nunjucks', '{{ route.other("a.b") }}{{ x.route("a.b") }}{{ list.reverse("a.b") }}{{ f()("a.b") }}', []],
    [
      'nunjucks',
      '{% switch x %}{% case 1 %}{{ route("a.b") }}{% default %}{{ route("c.d") }}{% endswitch %}',
      ['url a.b', 'url c.d'],
    ],
    ['nunjucks', '{% trans %}{% icon "a.b" %}{% odd } a b %}{{ route("c.d") }}', ['url c.d']],
    [
      'handlebars',
      '{{route "a.b" id=5 x=y z=null n=undefined ok=true}}',
      ['url a.b id=5 x=? z=null n=null ok=true'],
    ],
    ['handlebars', '{{route "a.b" user}}', ['url a.b ... user@14']],
    ['handlebars', '{{route "a.b" 7}}', ['url a.b !7']],
    ['handlebars', '{{#if (isRoute "a.b")}}{{/if}}', ['name a.b']],
    ['handlebars', '{{#each list}}{{> part link=(route "a.b" id=this.id)}}{{/each}}', ['url a.b id=?']],
    ['handlebars', '{{route.href "a.b" id=5}}{{@root.route.href "c.d"}}', ['url a.b id=5', 'url c.d']],
    ['handlebars', '{{route x}}{{route}}', ['url  dynamic']],
    ['eta', '<% route "a.b", { id: 5 } %>', ['url a.b id=5']],
    ['eta', '<%= it.route("a.b") + route("c.d") %>', ['url a.b', 'url c.d']],
    ['eta', '<%_ route "a.b" _%>', ['url a.b']],
    ['eta', '<%= "%>" + \'%>\' + `%>` + route("a.b") %>', ['url a.b']],
    ['eta', '<%= "a\\"%>b" %><%= route("a.b") %>', ['url a.b']],
    ['eta', "<%= it.x /* ' */ %><%= route('a.b') -%>", ['url a.b']],
    ['eta', '<%- = route("a.b") %>', ['url a.b']],
    ['ejs', '<%= route("a.b", { id: 5 }) %>', ['url a.b id=5']],
    [
      'ejs',
      '<%@ taglib prefix="r" uri="/mvc-router" %><r:link action="a.b" id="<%= x %>" n="5">x</r:link>',
      ['url a.b id=? n="5"'],
    ],
    ['ejs', '<%% <%= route("a.b") %> <%- route("c.d") %> %>', ['url a.b', 'url c.d']],
    ['ejs', '<%% <%= route("a.b") %>', ['url a.b']],
    ['pug', 'a(href=route("a.b", { id }))', ['url a.b id=?']],
    ['pug', 'p #{route("a.b")} !{route("c.d")}', ['url a.b', 'url c.d']],
    ['pug', '- const url = route("a.b")\n!= route("c.d")', ['url a.b', 'url c.d']],
    ['pug', '-\n  const url = route("a.b")\r\n  f(url, route("c.d"))\np', ['url a.b', 'url c.d']],
    ['pug', 'unless route("a.b")\n  p\nif !(route("c.d"))\n  p', ['url a.b', 'url c.d']],
    [
      'pug',
      'each x in [route("a.b")]\n  p\nfor y, i in { a: 1, b: route("c.d") }\n  p\neach z of route("e.f")\n  p',
      ['url a.b', 'url c.d', 'url e.f'],
    ],
    ['pug', 'mixin m(a, url=route("a.b"))\n  p\n+m(1, route("c.d"))', ['url a.b', 'url c.d']],
    ['pug', 'mixin m-route\n  p\n+m-route', []],
    [
      'pug',
      '- if (route("a.b"))\n  p\n- else if (route("c.d"))\n  p\n- for (const x of [route("e.f")]) { // c\n  p\n- }',
      ['url a.b', 'url c.d', 'url e.f'],
    ],
    ['pug', '- if (x) {\n  p\n- } else if (route("a.b")) {\n  p\n- }', ['url a.b']],
    ['pug', '- list.forEach(function (x) { route("a.b")\n  p\n- })', ['url a.b']],
    ['pug', 'a&attributes({ id: 1, href: route("a.b") })', ['url a.b']],
    ['pug', 'a(\r\n  href=route("a.b",\r\n    { id: 5 })\r\n)', ['url a.b id=5']],
    ['pug', '+m(route("a.b",\r\n  { id: 5 }))\nmixin m(x)\n  p', ['url a.b id=5']],
    [
      'script',
      'Router.reverse("a.b", { id: 5, x, "y": -1, 7: +1, m() {}, get g() { return 1 }, a: `t`, b: `t${x}`, c: null, d: undefined, e: 7n, f: x as string })',
      ['url a.b id=5 x=? y=-1 7=? m=? g=? a="t" b=? c=null d=null e="7" f=?'],
    ],
    ['script', 'Router.reverse("a.b", { ...rest, [`i`]: 1 })', ['url a.b i=1 ...']],
    ['script', 'Router.reverse("a.b", { i: 1, [k]: 2 })', ['url a.b i=? ...']],
    ['script', 'Router.reverse("a.b", user)', ['url a.b ... user@22']],
    ['script', 'Router.reverse("a.b", this.user?.id)', ['url a.b ... id@22']],
    ['script', 'Router.reverse("a.b", ids[0])', ['url a.b ...']],
    ['script', 'Router.reverse("a.b", 7)', ['url a.b !7']],
    ['script', 'Router.reverse("a.b", null)', ['url a.b']],
    ['script', 'Router.reverse("a.b", {}, 7)', ['url a.b !7']],
    ['script', 'Router.reverse("a.b", {}, ...more)', ['url a.b']],
    ['script', 'Router.reverse(x ? "a.b" : ("c.d" as string))', ['url a.b|c.d']],
    ['script', 'Router.reverse(x ? "a.b" : y)', ['url a.b dynamic']],
    ['script', 'Router.reverse(0n ? "a.b" : !x ? "c.d" : "e.f")', ['url a.b|c.d|e.f']],
    ['script', 'Router.reverse(name)', ['url  dynamic']],
    ['script', 'Router.reverse()', []],
    ['script', 'Router["reverse"]("a.b"); (0, f)("a.b")', []],
    ['script', 'anything.reverse("a.b")', ['url a.b guess']],
    ['script', 'bookRouter.reverse("x"); _mapping.reverse("x")', ['url x', 'url x']],
    [
      'script',
      'import { route } from "lodash"; route.reverse("a.b"); res.locals.route.reverse("x")',
      ['url a.b guess', 'url x'],
    ],
    ['script', 'class Router {} Router.reverse("a.b")', ['url a.b guess']],
    ['script', 'const Router = class {}; Router.reverse("a.b")', ['url a.b guess']],
    [
      'script',
      'const { Router } = require("express"); Router.reverse("a.b"); Router.reverse("x")',
      ['url a.b guess', 'url x guess'],
    ],
    ['script', 'const router = require("trek-router").router; router.reverse("a.b")', ['url a.b guess']],
    ['script', 'const { Router } = require("@mvc-router/router-core"); Router.reverse("x")', ['url x']],
    [
      'script',
      'const router = require("./router.js"), mapping = make(); router.reverse("x"); mapping.href("x")',
      ['url x', 'url x'],
    ],
    [
      'script',
      'list.map((router) => router.reverse("a.b")); router.reverse("x")',
      ['url a.b guess', 'url x'],
    ],
    [
      'script',
      'function f({ router = x }) { this.router.href("x"); return router.href("a.b") }',
      ['url x', 'url a.b guess'],
    ],
    [
      'script',
      'import { Router } from "@mvc-router/router-core"; class A { constructor(router: Router, mapping: Other) { router.reverse("x"); mapping.reverse("a.b") } }',
      ['url x', 'url a.b guess'],
    ],
    ['script', 'router.reverseTemplate("a.b")', ['template a.b']],
    [
      'script',
      'res.locals.route.isCurrent("a.b"); other.isCurrent("a.b"); other.isCurrent("x")',
      ['name a.b', 'name a.b', 'name x guess'],
    ],
    ['script', 'links.linkTo("a.b", 1)', ['name a.b ...']],
    [
      'script',
      'import { linkTo } from "@mvc-router/router-core/hypermedia"; linkTo("a.b")',
      ['name a.b ...'],
    ],
    ['script', 'linkTo("a.b"); reverseLink(x, "a.b")', []],
    ['script', 'it.route("x")', ['url x']],
    ['script', '<Link action="a.b" params={{ id: 1 }} />', ['url a.b id=1']],
    ['script', '<Link action="a.b" {...rest} />', ['url a.b ...']],
    ['script', '<Form action="a.b" params={{ id: 1 }} query={{ x: "1", y }} />', ['url a.b x="1" y=? id=1']],
    ['script', '<Link action="a.b" query={filter} />', ['url a.b ...']],
    ['script', '<Link action="a.b" params={user} query={{ x: 1 }} />', ['url a.b x=? ... user@27']],
    ['script', '<Link action="a.b" query={{ x: 1 }} {...rest} />', ['url a.b x=? ...']],
    ['script', '<Reverse action="a.b" query={5} />', ['url a.b !5']],
    ['script', '<Link action="a.b" params={{ id: 1 }} {...rest} />', ['url a.b id=1']],
    ['script', '<Link action={name} />', ['url  dynamic']],
    ['script', '<Form action={save} />', []],
    ['script', '<Form action={name} params={{ id: 1 }} />', ['url  id=1 dynamic']],
    ['script', '<Form action={x ? "a.b" : "/login"} />', []],
    ['script', '<Reverse action="a.b" /> ', ['url a.b']],
    ['script', '<Other action="a.b" />', []],
    ['script', 'import { Link as L } from "@mvc-router/view-jsx"; <L action="a.b" />', ['url a.b']],
    ['script', 'const { Link = Other, ...more } = parts, [Form] = list; <Link action="a.b" />', ['url a.b']],
  ])('LinkFinder reads the parts of links in %s: %s', (engine, text, links) => {
    expect(shown(engine, text)).toEqual(links)
  })

  test('LinkFinder reports a tag without an end, with the place of its beginning', () => {
    const { problems } = finder.find(new SourceText('<p>\n{% odd } ', 'a.njk'), 'nunjucks')
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('The tag "odd" does not end') as unknown as string,
    ])
    const [hbs] = finder.find(new SourceText('<p>\n{{#if}}', 'a.hbs'), 'handlebars').problems
    expect(hbs?.offset).toBe(4)
    expect(hbs?.message).toMatch(
      /^Handlebars cannot read this template: <p>\{\{#if\}\}; Expecting .{90,200}…$/,
    )
    const [comma] = finder.find(
      new SourceText('<p>\n<a>{{route "a.b" x=1, y=2}}', 'a.hbs'),
      'handlebars',
    ).problems
    expect(comma?.offset).toBe(4 + '<a>{{route "a.b" x='.length)
    const [eta] = finder.find(new SourceText('<p>x</p><% if (x) {', 'a.eta'), 'eta').problems
    expect(eta?.offset).toBe(8)
  })

  test.each([
    ['eta', '<p><%= it.x %></p><% if (it.y) { %><% route "a.b" %><% rotue "a.b" %><% } %>', 'rotue'],
    ['eta', '<% it.f() %><% route "a.b" %><% route "a.b" %><% const c = } %>', 'const c = '],
    ['ejs', '<%= x %><% if (y) { %><%= z %><% } %><% let a = 1; let a = 2 %>', 'let a = 1; let '],
  ])('LinkFinder reports the place of a mistake in code of %s: %s', (engine, text, before) => {
    const { problems } = finder.find(new SourceText(text, `a.${engine}`), engine)
    expect(problems.map(({ offset }) => offset)).toEqual([text.indexOf(before) + before.length])
  })
})

describe('messages of check about links', () => {
  const folder = new TestFolder()
  beforeAll(() => {
    folder.write(
      'routes.conf',
      `GET   /users/{<[0-9]+>id}            userController.show
GET   /pages/about                  pageController.show(page:'about')
GET   /pages/help                   pageController.show(page:'help')
GET   /{shop}.{x}/{format}          wideController.show
GET   {shop}.example.com/in         shopController.show
GET   {_}.example.com/any           anyController.show
POST  /search [q]                   searchController.find
PUT   /put                          putController.put
GET   /dyn/{action}                 dynController.{action}
+ name=imprint
GET   /imprint                      siteController.imprint
${Array.from({ length: 22 }, (_, index) => `GET   /many/${index}/{<[a-z]>id}  manyController.show(n:'${index}')`).join('\n')}
`,
    )
  })
  afterAll(() => folder.remove())

  const faults: readonly (readonly [link: string, ...messages: string[]])[] = [
    ["Router.reverse('userController.show', { id: 7 })"],
    ["Router.reverse('userController.show', { id: 'x' })", 'the argument "id"'],
    ["Router.reverse('userController.show', { id: null })", 'the argument "id" is missing'],
    ["Router.reverse('userController.show', {})", 'the argument "id" is missing'],
    ["Router.reverse('userController.show', id)", 'Arguments need a name'],
    ["Router.reverse('userController.show', user)"],
    ["Router.reverse('userController.show', 7)", 'Arguments need a name'],
    ["Router.reverseTemplate('userController.show')"],
    ["Router.reverse('userController.shw', { id: 7 })", 'No route has the action "userController.shw"'],
    ["Router.reverse('user', {})", '"user" is no action'],
    ["Router.reverse('imprnt')", 'Expected "." and a method name; did you mean imprint?'],
    ['Router.reverse("userController.show(id:\'7\')")'],
    ['Router.reverse("userController.show(id:\'x\')", user)'],
    ['Router.reverse("userController.show(id:\'x\')", { id })'],
    ['Router.reverse("userController.show(id:\'x\')", { x: 1 })', 'the argument "id" must match'],
    ["<Link action='userController.show' query={{ id: 7 }} />"],
    ["<Link action='userController.show' query={{ id: 'x' }} />", 'the argument "id" must match'],
    ["<Link action='userController.show' params={{ id: 7 }} query={{ id: 'x' }} />"],
    ["<Link action='searchController.find' query={{ q: 'x' }} />"],
    ["Router.reverse('pageController.show', { page: 'about' })"],
    ["Router.reverse('pageController.show', {})", `the fixed argument "page"`],
    ["Router.reverse('pageController.show', { page: 'gone' })", `the fixed argument "page" is 'about'`],
    ["Router.reverse('wideController.show', {})", 'the arguments "shop" and "x" are missing'],
    ["Router.reverse('wideController.show', { shop: 'a', x: 'b' })"],
    ["Router.reverse('shopController.show', {})", 'the argument "shop" is missing'],
    ["Router.reverse('shopController.show', { shop: tea })"],
    ["Router.reverse('anyController.show', {})"],
    ["Router.reverse('searchController.find', {})", '"q"'],
    ["Router.reverse('searchController.find', { q: 'x' })"],
    ["Router.reverse('searchController.find', query)"],
    ["Router.reverse('dynController.any', {})"],
    ["Router.reverse('manyController.show', { id: 'ab' })", '  and 2 more'],
    ["res.locals.route.isCurrent('userController.*')"],
    ["res.locals.route.isCurrent('usrController.*')", 'No route has an action "usrController.*"'],
    ['<form method="post" action={href("putController.put")} />'],
    [
      '<form method="post" action={href("userController.show", { id: 1 })} />',
      'No route of "userController.show" answers POST:',
    ],
  ]

  test('check reports missing, refused and unknown parts of links', async () => {
    folder.write(
      'links.tsx',
      [
        "import { href, Link, Router } from './router.js'",
        ...faults.map(([link]) => `export const x = () => ${link}`),
      ].join('\n'),
    )
    const { stdout } = await folder.run('check', '--json', 'links.tsx')
    const { errors } = JSON.parse(stdout) as {
      errors: readonly { line: number; message: string; hint?: string }[]
    }
    const found = faults.map(([link, ...messages], index) => [
      link,
      ...errors
        .filter(({ line }) => line === index + 2)
        .map(({ message, hint = '' }, each) => {
          const [said, expected] = [`${message}; ${hint}`, messages[each] ?? '\0']
          return said.includes(expected) ? expected : said
        }),
    ])
    expect(found).toEqual(faults)
  })
})
