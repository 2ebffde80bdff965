import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { TestFolder } from './run-in-folder.js'

// The tables list the ways to write a URL. `adopt` runs once for a whole table.

const routes = `
GET    /users                    userController.list
POST   /users                    userController.create
GET    /users/{<[0-9]+>id}       userController.show
DELETE /users/{<[0-9]+>id}       userController.remove
GET    /tags/{name}              tagController.show
GET    /by/{<a|b>kind}/{name}    byController.show
GET    /rare/{<zq{7}>code}       rareController.show
POST   /login                    loginController.login
PUT    /put                      putController.put
GET    /search [q]               searchController.find
GET    /page/{action}            pageController.{action}
GET    /moved                    redirect:/users
GET    shop.example.com/cart     cartController.show
GET    /find                     findController.all
GET    /docs/{<.+>path}.html     docController.show
GET    /men%C3%BC                menuController.show
GET    /ways/{<v[0-9]+>v}/{<.*>rest} wayController.show
*      /{<.*>rest}               errorController.notFound
`
const folder = new TestFolder()
beforeAll(() => {
  folder.write('routes.conf', routes)
  folder.write('public/app.js', '')
  folder.write('node_modules/lib/dist/x.css', '')
})
afterAll(() => folder.remove())

interface Link {
  readonly line: number
  readonly text: string
  readonly class: string
  readonly action?: string
  readonly reason?: string
  readonly replacement?: string
}

/** Returns for each line the classes of its URLs, such as `adoptable userController.list`. */
async function classesOf(file: string, lines: readonly string[], ...args: string[]): Promise<string[][]> {
  folder.write(file, lines.join('\n'))
  const { stdout, stderr } = await folder.run('adopt', '--json', ...args, file)
  expect(stderr).toBe('')
  const { links, unread } = JSON.parse(stdout) as { links: readonly Link[]; unread: readonly string[] }
  expect(unread).toEqual([])
  return lines.map((_, index) =>
    links
      .filter(({ line }) => line === index + 1)
      .map(({ class: name, action }) => (action === undefined ? name : `${name} ${action}`)),
  )
}

function expectClasses(
  classes: readonly string[][],
  table: readonly (readonly [string, ...string[]])[],
): void {
  expect(table.map(([text], index) => [text, ...(classes[index] ?? [])])).toEqual(table)
}

const list = 'adoptable userController.list'
const create = 'adoptable userController.create'
const show = 'adoptable userController.show'
const remove = 'adoptable userController.remove'

test('adopt classifies URLs in programs of a server', async () => {
  const table: [string, ...string[]][] = [
    ["res.redirect('/users')", list],
    ["res.redirect(301, '/users')", list],
    ["res.status(303).redirect('/users')", list],
    ["ctx.redirect('/users')", list],
    ["redirect('/users')", list],
    ["redirect('users')"],
    ["res.redirect('back')"],
    ["other.redirect('/users')"],
    ["res.location('/users')", list],
    ["res.location('back')"],
    ["map.location('/users')"],
    ["res.redirect(x ? '/users' : '/users/7')", list, show],
    ["res.redirect(x || '/users')", list],
    ["fetch('/users')", list],
    ["fetch('/users', { method: 'post' })", create],
    ["fetch('/users', { headers: {} })", list],
    ["fetch('/caf\\ud800')", 'dead'],
    ["fetch('/users', { method: x })", 'ambiguous'],
    ["fetch('/users', { ...x })", 'ambiguous'],
    ["fetch('/users', x)", 'ambiguous'],
    ["globalThis.fetch('/users', { method: 'PUT' })", 'wrong-method'],
    ["other.fetch('/users')"],
    ["axios.get('/users')", list],
    ["axios.post('/users')", create],
    ["axios.delete('/users/7')", remove],
    ["axios.put('/users')", 'wrong-method'],
    ["axios.get('users')"],
    ["axios.create('/users')"],
    ["axios({ url: '/users', method: 'POST' })", create],
    ["axios('/users', { method: 'POST' })", create],
    ["axios.request({ url: '/users', method: 'POST' })", create],
    ["$.ajax({ url: '/users', type: 'POST' })", create],
    ["$.ajax({ 'url': '/users' })", list],
    ["$.getJSON('/users')", list],
    ["jQuery.post('/users')", create],
    ["http.patch('/users')", 'wrong-method'],
    ["request.open('POST', '/users')", create],
    ["request.open('GET', '/nowhere')", 'unknown'],
    ["window.open('/users')", list],
    ["location.assign('/users')", list],
    ["location.replace('/users')", list],
    ["text.replace('/users')"],
    ["history.pushState({}, '', '/users')", list],
    ["history.replaceState({}, '', '/nowhere')", 'unknown'],
    ["new EventSource('/users')", list],
    ["EventSource('/users')"],
    ["navigate('/users')", list],
    ["page.visit('/users')", list],
    ["navigate('users')"],
    ["location = '/users'", list],
    ["window.location = '/users'", list],
    ["location.href = '/users'", list],
    ["thing.location = '/users'"],
    ["location.href += '/users'"],
    ["link.href = '/users'", 'ambiguous'],
    ["image.src = '/nowhere'", 'unknown'],
    ["link.title = '/users'"],
    ['link.href = x'],
    ["use({ failureRedirect: '/users', successRedirect: '/users/7' })", list, show],
    ["use({ 'failureRedirect': '/users' })", list],
    ['const nextUrl = `/tags/${x}`', 'adoptable tagController.show'],
    ['use({ profileLink: `/tags/${x}` })', 'adoptable tagController.show'],
    ["const nextUrl = '/users'"],
    ['const next = `/tags/${x}`'],
    ["const nextUrl = '/tags/' + x", 'adoptable tagController.show'],
    ["class Tag { get url() { return '/tags/' + x } }", 'adoptable tagController.show'],
    ["tags.virtual('url').get(function () { return '/tags/' + x })", 'adoptable tagController.show'],
    ['function tagLink() { if (x) return `/tags/${x}`; return "/users" }', 'adoptable tagController.show'],
    ['use({ tagHref: (x) => `/tags/${x}` })', 'adoptable tagController.show'],
    ['const tagUrl = (x) => [1].map(() => `/tags/${x}`)'],
    ["class Tag { get name() { return '/tags/' + x } }"],
    ["tags.virtual('name').get(function () { return '/tags/' + x })"],
    ['const profileUrl = `users/${x}`'],
    ["res.redirect('/' + x)", 'ambiguous'],
    ["res.redirect('' + x)", 'unknown'],
    ["res.redirect('/page/about')", 'dead'],
    ['res.redirect(`/${x}/b/dune`)', 'ambiguous'],
    ['res.redirect(`/${x}/c/dune`)', 'dead'],
    ["res.redirect('/moved')", 'unknown'],
    ["res.redirect('/cart')", 'ambiguous'],
    ["res.redirect('/search?q=1')", 'ambiguous'],
    ['res.redirect(`/by/${x}/y`)', 'adoptable byController.show'],
    ['res.redirect(`/rare/${x}`)', 'ambiguous'],
    // The last expression may contain a slash or a query.
    ['res.redirect(`/tags/${x}${x}`)', 'unknown'],
    ['res.redirect(`/tags/${x}${x}#top`)', 'unknown'],
    ['res.redirect(`/tags/${x}${x}?a=1`)', 'unknown'],
    ["{ const tag = '', tagUrl = `/tags/${tag}` }", 'unknown'],
    ['{ const tag = encodeURIComponent(x), tagUrl = `/tags/a?b=${tag}` }', 'unknown'],
    ["{ const tag = '', tagUrl = `/tags/a?b=${tag}` }", 'adoptable tagController.show'],
    ['res.redirect(`/tags/x${x}`)', 'adoptable tagController.show'],
    ['res.redirect(`/tags/x-${x}`)', 'adoptable tagController.show'],
    ['res.redirect(`/none/${x}${x}`)', 'dead'],
    ["res.redirect(`/tags/${x || ''}`)", 'unknown'],
    ['res.redirect(`/tags/${x ?? ""}`)', 'unknown'],
    ["res.redirect(`/tags/${x ? x : ''}`)", 'unknown'],
    ["res.redirect(`/tags/${x ? '' : x}`)", 'unknown'],
    ["res.redirect(`/tags/${x.replace('a', '')}`)", 'adoptable tagController.show'],
    ["res.redirect(`/tags/${x.join('')}`)", 'adoptable tagController.show'],
    ["res.redirect(`/tags/${x || 'a'}`)", 'adoptable tagController.show'],
    ["res.redirect(`/find?a=${x || ''}`)", 'adoptable findController.all'],
    ['res.redirect(`/tags${x}`)', 'ambiguous'],
    ['res.redirect(`/docs/${x}${x}.html`)', 'adoptable docController.show'],
    ["res.redirect('/users#' + x)", list],
    ["res.redirect('/users/7?a=1&a=2')", show],
    ["res.redirect('//cdn.example.com')", 'external'],
    ["res.redirect('')", 'static'],
    ["res.redirect('../users')", 'unknown'],
    ["res.redirect('app.js')", 'static'],
    ["res.redirect('/app.js')", 'static'],
    ["res.redirect('/nowhere.pdf')", 'unknown'],
    ['res.redirect(`/docs/${x}.html`)', 'adoptable docController.show'],
    ["res.redirect('/docs/a/b.html')", 'adoptable docController.show'],
    ["res.redirect('/docs/.html')", 'unknown'],
    ["res.redirect('/ways/v1/a/b')", 'adoptable wayController.show'],
    ["res.redirect('/ways/v1/')", 'adoptable wayController.show'],
    ["res.redirect('/ways/x/')", 'dead'],
    ["res.redirect('/tags/%c3%a9')", 'ambiguous'],
    ["res.redirect('/tags/a%zz')", 'ambiguous'],
    [String.raw`res.redirect('/tags/\ud800')`, 'adoptable tagController.show'],
    ["res.redirect('/find' + x + '?a=1')", 'ambiguous'],
  ]
  const lines = [
    "const app = require('x')",
    'module.exports = (x, res) => {',
    ...table.map(([line]) => line),
    '}',
  ]
  const classes = await classesOf('program.js', lines)
  expectClasses(classes.slice(2), table)
})

test('adopt classifies URLs in JSX', async () => {
  const table: [string, ...string[]][] = [
    ['<a href="/users" />', list],
    ["<a href={'/users'} />", list],
    ["<a href={x ? '/users' : x} />", list, 'unknown'],
    ['<a href={/* none */} />'],
    ['<Link to="/users" />'],
    ['<p hx-get={`/users/${x}`} hx-swap="outerHTML" />', show],
    ['<p data-url="/users" data-text={x} />', 'ambiguous'],
    ['<Card href="/users" />', list],
    ['<Card src="/users" />'],
    ['<form action="/users" />', list],
    ['<form action="/users" method="post" />', create],
    ['<form action="/users" method={x} />', 'ambiguous'],
    ['<button formAction="/users" formMethod="post" />', create],
    ['<button formAction="/users" />', 'ambiguous'],
    ['<img src="/nowhere" />', 'unknown'],
    ['<video poster="/nowhere" />', 'unknown'],
    ['<iframe src="/nowhere" />', 'dead'],
    ['<p title="/users" />'],
  ]
  const lines = table.map(([line], index) => `export const P${index} = (x) => ${line}`)
  expectClasses(await classesOf('page.jsx', lines), table)
})

describe('programs with package.json', () => {
  afterEach(() => rmSync(join(folder.path, 'package.json')))

  test.each(['react-router', 'react-router-dom', '@tanstack/react-router', 'next'])(
    'adopt does not report links that may lead to pages of %s',
    async (router) => {
      folder.write('package.json', JSON.stringify({ dependencies: { [router]: '*' } }))
      const table: [string, ...string[]][] = [
        ['export const A = () => <a href="/nowhere" />', 'unknown'],
        ['export const B = () => <Button href="/nowhere" onClick={open} />', 'unknown'],
        ['export const C = () => <p><a href="/login" /><a href="/users" /></p>', 'unknown', 'unknown'],
        ["export const c = () => { location.href = '/nowhere' }", 'unknown'],
        ["export const d = () => fetch('/nowhere')", 'dead'],
        ['export const E = () => <form method="post" action="/nowhere" />', 'dead'],
      ]
      const lines = table.map(([line]) => line)
      expectClasses(await classesOf('page.jsx', lines), table)
      expect(await classesOf('server.js', ["exports.a = (req, res) => res.redirect('/nowhere')"])).toEqual([
        ['dead'],
      ])
    },
  )

  test('adopt adopts URLs of JSX in client/ if no bundler compiles the JSX for a browser', async () => {
    const lines = ['export const A = () => <a href="/users" />']
    folder.write('package.json', '{ "dependencies": { "react": "*" } }')
    expect(await classesOf('client/page.jsx', lines)).toEqual([[list]])
    folder.write('package.json', '{ "dependencies": { "react": "*" }, "devDependencies": { "vite": "*" } }')
    expect(await classesOf('client/page.jsx', lines)).toEqual([['unknown']])
  })
})

test('adopt classifies URLs in HTML templates', async () => {
  const table: [string, ...string[]][] = [
    ['<a href=/users>x</a>', list],
    ["<a href='/users'>x</a>", list],
    ['<a href="/menü">x</a>', 'adoptable menuController.show'],
    ['<a href="/tags/größe">x</a>', 'adoptable tagController.show'],
    ['<a href="/nö">x</a>', 'dead'],
    ['<A HREF="/users">x</A>', list],
    ['<a href="" title>x</a>'],
    ['<a href>x</a>'],
    ['<a href="/users" onclick="x()">x</a>', 'ambiguous'],
    ['<a href="/users/7" data-method="delete">x</a>', remove],
    ['<a href="/users" data-method="{{ x }}">x</a>', 'ambiguous'],
    ['<a data-confirm="sure?" href="/users">x</a>', 'ambiguous'],
    ['<link rel="canonical" href="/nowhere">', 'dead'],
    ['<link rel="stylesheet" href="/nowhere">', 'unknown'],
    ['<link rel="icon" href="/nowhere.ico">', 'unknown'],
    ['<svg><use href="/nowhere"/><image href="/nowhere"/></svg>', 'unknown', 'unknown'],
    ['<iframe src="/nowhere"></iframe>', 'dead'],
    ['<video poster="/nowhere"></video>', 'unknown'],
    ['<p data-hx-get="/users" hx-delete="/users/7"></p>', list, remove],
    ['<p hx-push-url="/users" data-hx-replace-url="/nowhere"></p>', list, 'unknown'],
    ['<p hx-target="/users" data-text="/nowhere"></p>', 'ambiguous', 'unknown'],
    ['<form action="/users"></form>', list],
    ['<form action="/users" method="POST"></form>', create],
    ['<form action="/users" method="{{ x }}"></form>', 'ambiguous'],
    ['<form method="post" action="/users/7?_method=DELETE"></form>', remove],
    ['<form method="post" action="/users/7?_method={{ x }}"></form>', 'ambiguous'],
    ['<form method="post" action="/put?method=PUT"></form>', 'adoptable putController.put'],
    ['<a href="/put?method=put">x</a>', 'adoptable putController.put'],
    ['<a href="/put?method=x">x</a>', 'wrong-method'],
    ['<form method="post" action="/users/7"><input name="_method" value="delete"></form>', remove],
    ['<form method="post" action="/users/7"><input name="_method" value="{{ x }}"></form>', 'ambiguous'],
    ['<form method="post"><button formaction="/users">x</button></form>', create],
    ['<form><button formaction="/users">x</button></form>', list],
    ['<form method="post"><button formmethod="get" formaction="/users">x</button></form>', list],
    ['<button formaction="/users">x</button>', 'ambiguous'],
    ['<script>fetch("/users"); location.href = "/users/" + id</script>', list, 'unknown'],
    ['<script>fetch("/users/{{ x }}")</script>', show],
    ['<script>fetch("/users/" + {{ x }})</script>', 'unknown'],
    ['<script>not a program (</script><a href="/users">x</a>', list],
    ['<script type="application/json">{ "a": "/users" }</script>'],
    ['<p style="background: url(/users)">x</p>'],
    ['<script>const a = {{ route("userController.list") | dump }}; fetch("/users")</script>', list],
    ['<script>const a = {% route "userController.list" %}; fetch("/users")</script>', list],
    [`<p onclick="location.href='/users/{{ x }}'" onsubmit='return fetch("/nowhere")'></p>`, show, 'dead'],
    ['<p onclick="not a program (" oncontent ona-b="fetch(\'/users\')"></p>'],
    [
      '<p hx-push-url="/login"><img src="/login"><a href="/login">x</a></p>',
      'unknown',
      'unknown',
      'wrong-method',
    ],
    ['<p x-hx-get="/users" x-data-url="/users" x-hx-push-url="/users"></p>'],
  ]
  expectClasses(
    await classesOf(
      'page.njk',
      table.map(([line]) => line),
    ),
    table,
  )
})

test.each([
  ['a.js', "exports.a = (req, res) => res.redirect('/moved')", 'its line has no action'],
  ['a.js', "exports.a = (req, res) => res.redirect('/cart')", 'its line has more conditions'],
  ['a.js', 'exports.a = (req, res) => res.redirect(`/rare/${req}`)', 'no value of its constraints is known'],
  [
    'a.js',
    'exports.a = (req, res) => res.redirect(`/tags/${req}${res}`)',
    'two of its expressions touch, so one may contain a slash or a query',
  ],
  [
    'a.js',
    "exports.a = (req, res) => res.redirect(`/tags/${encodeURIComponent(req || '')}#x`)",
    'an expression of its path may be empty',
  ],
  ['a.js', "exports.a = (req, res) => res.redirect('/tags/a%zz')", 'its link cannot be built'],
  ['a.js', "exports.a = (req, res) => res.redirect('/tags/%c3%a9')", 'its link would be /tags/%C3%A9'],
  ['a.js', "page.visit('/nowhere')", 'no line answers it, and it may be no URL'],
  ['a.js', "fetch('/users')", 'it is read when the program starts, before there are routes'],
  ['public/a.js', "const load = () => fetch('/users')", 'it runs in a browser, where there is no route file'],
  ['a.ejs', '<a href="/find?action=1">', 'the template has no way to write its arguments'],
])('adopt says why it does not adopt a URL: %s: %s', async (file, text, reason) => {
  folder.write(file, text)
  const { stdout } = await folder.run('adopt', '--json', file)
  expect((JSON.parse(stdout) as { links: readonly Link[] }).links.map((link) => link.reason)).toEqual([
    reason,
  ])
})

test('adopt does not adopt an expression directly after the path of a line, because it may be a query', async () => {
  folder.write('slugs.conf', 'GET /courses courseController.list\nGET /{slug} pageController.show\n')
  const table: [string, ...string[]][] = [
    ['res.redirect(`/courses${x}`)', 'unknown'],
    ['res.redirect(`/course${x}`)', 'adoptable pageController.show'],
    ['res.redirect(`/courses${x}?a=1`)', 'adoptable pageController.show'],
  ]
  const lines = table.map(([line], index) => `export const P${index} = (x) => ${line}`)
  expectClasses(await classesOf('slugs.js', lines, '--routes', 'slugs.conf'), table)
})

test('adopt does not adopt a guessed URL of expressions only if its line restricts them', async () => {
  folder.write('langs.conf', 'GET /{<de|en>lang} homeController.home\nGET /~/{name} userController.show\n')
  folder.write('names.conf', 'GET /{name} userController.show\n')
  const guess = 'const fileLink = (x) => `/${x}`'
  expect(await classesOf('files.js', [guess], '--routes', 'langs.conf')).toEqual([['unknown']])
  expect(await classesOf('files.js', [guess], '--routes', 'names.conf')).toEqual([[show]])
  const link = '<a href="/{{ x }}">x</a>'
  expect(await classesOf('langs.njk', [link], '--routes', 'langs.conf')).toEqual([
    ['adoptable homeController.home'],
  ])
})

test('adopt reads URLs that components of Nunjucks get as arguments', async () => {
  const table: [string, ...string[]][] = [
    ['{{ back({ href: "/users", text: "/users" }) }}', list],
    [
      "{{ back({ items: [{ 'href': '/users/7?a=1#b' }], action: '/login' }) }}",
      show,
      'adoptable loginController.login',
    ],
    ['{{ back({ href: "/nowhere" }) }}{{ back({ href: "/users/" + id }) }}', 'dead'],
    ['{{ image({ src: "/app.js" }) }}{{ image({ src: "/nowhere" }) }}', 'static', 'unknown'],
    ['{% call back({ href: "/users" }) %}x{% endcall %}', list],
    ['{% set link = { href: "/users" } %}{% set dead = { href: "/nowhere" } %}', 'unknown', 'dead'],
    [
      '{% macro m() %}{{ back({ href: "/users" }) }}{% endmacro %}{{ back({ href: "/users" }) }}',
      'unknown',
      list,
    ],
    ['{# {{ back({ href: "/users" }) }} #}{% raw %}{{ back({ href: "/users" }) }}{% endraw %}'],
  ]
  const lines = table.map(([line]) => line)
  expectClasses(await classesOf('arguments.njk', lines), table)
  const { stdout } = await folder.run('adopt', 'arguments.njk')
  expect(stdout).toContain('+{{ back({ href: route("userController.list"), text: "/users" }) }}')
  expect(stdout).toContain('href\': route("userController.show", { id: "7", a: "1" }) + "#b" }]')
  expect(stdout).toContain('  app.use(new RouterModelAttribute(')
})

test('adopt does not change URLs in which Jade fills in a value', async () => {
  expect(await classesOf('page.jade', ["a(href='/users/#{id}')", "a(href='/users')"])).toEqual([
    ['unknown'],
    [list],
  ])
})

test('adopt reads Handlebars templates with tags for the browser', async () => {
  const table: [string, ...string[]][] = [
    ['<p>\\{{x}}</p><a href="/users/{{x}}">x</a>', show],
    ['<a href="/users/\\{{x}}">x</a>', 'unknown'],
    ['\\\\{{x}}<a href="/users">x</a>', list],
    ['{{{{raw}}}}<a href="/users">{{x</a>{{{{/raw}}}}<a href="/users/{{x}}">x</a>', show],
  ]
  expectClasses(
    await classesOf(
      'browser.hbs',
      table.map(([line]) => line),
    ),
    table,
  )
})

test('adopt uses the method of a Pug form up to its end', async () => {
  const table: [string, ...string[]][] = [
    ["form(method='post')"],
    ["  button(formaction='/users')", create],
    ["  p: a(href='/users')", list],
    ["button(formaction='/users')", 'ambiguous'],
    ["form(action='/users')", list],
    ["  input(formaction='/users')", list],
    ["a(href=x ? '/users' : '/nowhere')", list, 'dead'],
    ["a(href!='/find?a=1&b=2')", 'adoptable findController.all'],
  ]
  const lines = table.map(([line]) => line)
  expectClasses(await classesOf('form.pug', lines), table)
})

test.each([
  ['a.njk', '<a href="/tags/{{ x">'],
  ['a.njk', '{% raw %}<a href="/users">'],
  ['a.hbs', '{{{{raw}}}}<a href="/users">'],
  ['a.hbs', '<a href="/tags/{{x">'],
  ['a.hbs', '{{!-- x'],
  ['a.eta', '<a href="/tags/<%= it.x">'],
  ['a.ejs', '<a href="/tags/<%= x">'],
  ['a.ejs', '<a href="/users">{%= x %}</a>'],
  ['a.pug', 'a(href=(('],
  ['a.js', "res.redirect('/users'"],
])('adopt reports the file %s with %s as unreadable', async (file, text) => {
  folder.write(file, text)
  const { stdout } = await folder.run('adopt', '--json', file)
  expect(JSON.parse(stdout)).toMatchObject({ links: [], unread: [file] })
})

describe('replacements of URLs', () => {
  const call = (url: string): string => `module.exports = (x, res) => res.redirect(\`${url}\`)`
  const replaced = async (file: string, text: string): Promise<string | undefined> => {
    folder.write(file, text)
    const { stdout } = await folder.run('adopt', '--json', file)
    return (JSON.parse(stdout) as { links: readonly Link[] }).links[0]?.replacement
  }
  test.each<[string, string, string | undefined]>([
    ['a.ejs', '<a href="/tags/<%= it %>">', '<route:reverse action="tagController.show" name="<%= it %>"/>'],
    ['a.ejs', '<a href="/tags/a%22b">', '<route:reverse action="tagController.show" name="a&quot;b"/>'],
    ['a.ejs', '<a href="/tags/a%3Cb">', undefined],
    ['a.eta', '<a href="/tags/<%= it.x %>">', '<% route "tagController.show", { name: it.x } %>'],
    ['a.eta', '<a href="/tags/a%25%3Eb">', undefined],
    ['a.hbs', '<a href="/tags/{{x}}">', '{{route "tagController.show" name=x}}'],
    ['a.hbs', '<a href="/tags/{{upper x}}">', '{{route "tagController.show" name=(upper x)}}'],
    ['a.hbs', "<a href='/tags/a%22b'>", '{{route "tagController.show" name=\'a"b\'}}'],
    ['a.hbs', "<a href='/tags/a%22%27b'>", undefined],
    ['a.njk', '<a href="/tags/{{ x | upper }}">', '{% route "tagController.show", name=x | upper %}'],
    ['a.njk', '<a href="/tags/{{ x }}?a-b=1">', '{% route "tagController.show", name=x %}?a-b=1'],
    ['a.pug', 'a(href="/tags/" + x)', "route('tagController.show', { name: x })"],
    ['a.pug', 'a(href="/tags/x?a-b=1")', "`${route('tagController.show', { name: 'x' })}?a-b=1`"],
    ['a.njk', '<a href="/tags/a%22%5Cb">', '{% route "tagController.show", name="a\\"\\\\b" %}'],
    ['a.njk', '<a href="/tags/{{ \'{{\' }}">', '{% route "tagController.show", name=(\'{{\') %}'],
    ['a.hbs', '<a href="/tags/{{upper \'a}}\' }}">', '{{route "tagController.show" name=(upper \'a}}\')}}'],
    [
      'a.hbs',
      "<a href=\"/tags/{{upper 'a\\' }}' }}\">",
      "{{route \"tagController.show\" name=(upper 'a\\' }}')}}",
    ],
    ['a.hbs', '<a href="/tags/{{&x}}">', '{{route "tagController.show" name=x}}'],
    ['a.hbs', '<a href="/find?a-b={{x}}">', '{{route "findController.all"}}?a-b={{x}}'],
    ['a.eta', '<a href="/tags/<%= \'x\' %>">', '<% route "tagController.show", { name: \'x\' } %>'],
    ['a.ejs', '<a href="/tags/<%= x === %>">', undefined],
    ['a.ejs', '<a href="/find?action=1">', undefined],
    ['a.ejs', '<a href="/find?a.b=1">', '<route:reverse action="findController.all"/>?a.b=1'],
    [
      'a.ejs',
      '<%@ taglib prefix="r" uri="/mvc-router" %><a href="/users">',
      '<r:reverse action="userController.list"/>',
    ],
    ['a.pug', 'a(href="/tags/" + name)', "route('tagController.show', { name })"],
    ['a.pug', 'a(href="/tags/" + a + "-" + b)', "route('tagController.show', { name: `${a}-${b}` })"],
    ['a.pug', "script.\n  fetch('/users/#[b x]')\n", undefined],
    ['a.pug', "script.\n  fetch('/users')\n", "#{route('userController.list')}"],
    ['a.pug', "script(type='text/plain').\n  fetch('/users')\n", undefined],
    ['a.js', call('/find?a=1&b=2#x'), "`${Router.reverse('findController.all', { a: '1', b: '2' }).url}#x`"],
    ['a.js', call('/find?a=${x}&b=${x}'), "Router.reverse('findController.all', { a: x, b: x }).url"],
    ['a.js', call('/find?a=&b=+'), "Router.reverse('findController.all', { a: '', b: ' ' }).url"],
    ...['q=a%zz', 'q=1&q=2', 'b=1&a=2', 'a=${x}b', 'a=b${x}', '${x}', 'a', 'a=1&', '1=1'].map(
      (query): [string, string, string] => [
        'a.js',
        call(`/find?${query}`),
        `\`\${Router.reverse('findController.all').url}?${query}\``,
      ],
    ),
  ])('adopt replaces a URL only by a link to the same URL: %s: %s', async (file, text, replacement) => {
    expect(await replaced(file, text)).toBe(replacement)
  })
})
