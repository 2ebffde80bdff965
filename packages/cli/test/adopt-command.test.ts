import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { Router } from '@mvc-router/router-core'
import { execFileSync } from 'node:child_process'
import { dirname } from 'node:path'
import { TestFolder } from './run-in-folder.js'

const routes = `
GET    /                         homeController.index
GET    /users                    userController.list
POST   /users                    userController.create
GET    /users/{<[0-9]+>id}       userController.show
DELETE /users/{<[0-9]+>id}       userController.remove
GET    /tags/{name}              tagController.show
GET    /any/{<[0-9]+>id}         anyController.byId
GET    /any/{slug}               anyController.bySlug
GET    /auth/github              authController.github
GET    /one                      twiceController.same
GET    /two                      twiceController.same
GET    /gone                     410
GET    /files                    staticDir:files
+ passes
GET    /pages/{name}             pageController.show
GET    /pages/new                pageController.add
+ passes
*      /books/{<.*>path}         bookController.load
GET    /books/new                bookController.add
GET    /books/{id}               bookController.show
GET    /exact                    staticFile:files/there.png
*      /{<.*>rest}               errorController.notFound
`

interface Link {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly text: string
  readonly class: string
  readonly reason?: string
  readonly action?: string
  readonly args?: Readonly<Record<string, string>>
  readonly replacement?: string
  readonly candidates?: readonly { readonly action: string }[]
}

const folder = new TestFolder()
beforeAll(() => {
  folder.write('routes.conf', routes)
  folder.write('files/there.png', '')
  folder.write('files/docs/index.html', '')
  folder.write('files/app.ts', '')
  folder.write('public/style.css', '')
  folder.write('public/built.scss', '')
})
afterAll(() => folder.remove())

async function linksOf(file: string, text: string, ...args: string[]): Promise<readonly Link[]> {
  folder.write(file, text)
  const { stdout, stderr } = await folder.run('adopt', '--json', ...args, file)
  expect(stderr).toBe('')
  return (JSON.parse(stdout) as { links: readonly Link[] }).links
}

async function classOf(html: string, ...args: string[]): Promise<string> {
  const [link, ...more] = await linksOf('page.njk', html, ...args)
  expect(more).toEqual([])
  const { class: name = 'none', reason } = link ?? {}
  return reason === undefined ? name : `${name}: ${reason}`
}

describe('classes of links', () => {
  test.each([
    ['adoptable', '<a href="/users">'],
    ['adoptable', '<a href="/users/7">'],
    ['adoptable', '<a href="/users/{{ id }}">'],
    ['adoptable', '<img src="/tags/{{ name }}">'],
    ['adoptable', '<form method="" action="/tags/x">'],
    ['adoptable', '<form method="dialog" action="/tags/x">'],
    ['static: a fragment of the page', '<a href="#top">'],
    ['static: a file', '<link rel="stylesheet" href="/style.css?v=1">'],
    ['static: a file that a build makes', '<link rel="stylesheet" href="/built.css">'],
    ['static: a file', '<img src="/files/there.png">'],
    ['static: the index.html of a folder', '<a href="/files/docs/">'],
    ['dead: no line answers it', '<a href="/files/none/">'],
    ['external', '<a href="https://example.com/users">'],
    ['external', '<a href="//example.com/users">'],
    ['external', '<a href="mailto:a@b.c">'],
    ['external', '<a href="tel:1">'],
    ['external', '<a href="javascript:void(0)">'],
    ['dead: no line answers it', '<a href="/nowhere">'],
    ['dead: no line answers it', '<a href="/users/new">'],
    ['dead: no line answers it', '<a href="/users/{{ id }}/edit">'],
    ['dead: its line answers 410', '<a href="/gone">'],
    ['dead: no line answers it', '<a href="/usr/{{ user.id }}">'],
    ['dead: there is no such file', '<img src="/files/missing.png">'],
    ['wrong-method: it is requested by POST, and the line is GET', '<form method="post" action="/tags/x">'],
    [
      'wrong-method: it is requested by POST, and the lines are GET, DELETE',
      '<form method="post" action="/users/{{ id }}">',
    ],
    [
      'wrong-method: it is requested by POST, and the lines are GET, DELETE',
      '<button formaction="/users/7" formmethod="post">',
    ],
    ['wrong-method: it is requested by POST, and the line is GET', '<div hx-post="/tags/{{ name }}">'],
    ['ambiguous: several lines answer it', '<a href="/any/{{ it }}">'],
    ['ambiguous: lines answer some of its values', '<a href="/auth/{{ provider }}">'],
    ['ambiguous: its link would be /one', '<a href="/two">'],
    ['ambiguous: several lines answer it', '<div data-url="/users">'],
    ['ambiguous: its line may pass it on to the next line', '<a href="/pages/new">'],
    ['unknown: it begins with an expression', '<a href="{{ url }}">'],
    ['unknown: it begins with an expression', '<a href="{{ base }}/users">'],
    ['unknown: relative to the page', '<a href="users">'],
    ['unknown: a file that is not found', '<img src="/logo.png">'],
    ['unknown: its path is written in an unusual way', '<a href="/users/a&amp;b">'],
    ['unknown: its path is written in an unusual way', '<a href="/users ">'],
    // adopt itself uses this character to represent an expression.
    ['unknown: its path is written in an unusual way', '<a href="/tags/\uE000">'],
    ['unknown: its path is written in an unusual way', '<a href="/tags/{{ name }}\uE000">'],
    ['unknown: its path is written in an unusual way', '<a href="/users/../tags/a">'],
    ['unknown: its path is written in an unusual way', '<a href="/tags/{{ name }}/%2E">'],
    ['unknown: a condition or a loop is part of it', '<a href="/users{% if x %}/7{% endif %}">'],
    ['none', '<div data-name="blue" title="/users">'],
    ['none', '<!-- <a href="/users"> -->'],
    ['static: a file that a build makes', '<script src="/files/app.min.js">'],
    ['dead: there is no such file', '<script src="/files/none.js">'],
    ['ambiguous: lines answer some of its values', '<a href="/logo.{{ x }}.png">'],
    ['static: a file', '<a href="/exact">'],
    ['dead: no line answers it', '<a href="/one/{{ x }}">'],
    ['external: the page has another base URL', '<base href="https://x.org"><a href="/users">'],
    ['external: the page has another base URL', '<base href="{{ x }}"><a href="/users">'],
    ['external: the page has another base URL', '<base target="_top"><base href="//x.org"><a href="/users">'],
    ['dead: no line answers it', '<base target="_blank"><a href="/one/{{ x }}">'],
    ['ambiguous: lines answer some of its values', '<script>fetch("/users{% if x %}/7{% endif %}")</script>'],
    ['unknown: its path is written in an unusual way', '<script>fetch("/users\\n")</script>'],
    ['unknown: the browser puts it together', '<script>fetch("/users/" + x)</script>'],
    ['unknown: a condition or a loop is part of it', '<script>fetch("{% if x %}/users{% endif %}")</script>'],
    ['unknown: an escape such as \\n is part of it', '<script>fetch("/users?q=\\\\n")</script>'],
    ['adoptable', '<script>fetch(`/users`)</script>'],
    ['unknown: the browser puts it together', '<script>fetch(`/users/${x}`)</script>'],
  ])('adopt reports "%s" for %s', async (judgement, html) => {
    expect(await classOf(html)).toBe(judgement)
  })

  test('adopt reports URLs that match --elsewhere as answered elsewhere', async () => {
    expect(await classOf('<a href="/old/page">', '--elsewhere', '/old/*')).toBe(
      'external: answered elsewhere',
    )
    expect(await classOf('<a href="/users">', '--elsewhere', '/users')).toBe('external: answered elsewhere')
    expect(await classOf('<a href="/users/7">', '--elsewhere', '/users')).toBe('adoptable')
  })

  test('adopt reads the first expression of a URL as the value that --variables gives its name', async () => {
    const given = ['--variables', 'root=', '--variables', 'prefix=/users']
    expect(await classOf('<a href="{{ root }}/users">', ...given)).toBe('adoptable')
    expect(await classOf('<a href="{{ app.prefix }}/{{ id }}">', ...given)).toBe('adoptable')
    expect(await classOf('<a href="{{ prefix }}?q={{ q }}">', ...given)).toBe('adoptable')
    expect(await classOf('<a href="{{ prefix }}{{ id }}">', ...given)).toBe(
      'ambiguous: lines answer some of its values',
    )
    expect(await classOf('<a href="{{ root | lower }}/users">', ...given)).toBe(
      'unknown: it begins with an expression',
    )
    expect(await classOf('<a href="{{ root }}/usr">', ...given)).toBe('dead: no line answers it')
    const program = (url: string): string => `exports.a = (req, res) => res.redirect(${url})`
    const [sum] = await linksOf('a.js', program("req.root + '/users/' + req.id + '?a=1'"), ...given)
    expect(sum).toMatchObject({ class: 'adoptable', args: { id: 'req.id', a: '1' } })
    const [numbers] = await linksOf('a.js', program("req.root + req.id + '/users'"), ...given)
    expect(numbers).toMatchObject({ class: 'unknown', reason: 'it begins with an expression' })
  })

  test('adopt links to the line behind a line that passes everything on, if there is one', async () => {
    const urls = ['/books/new', '/books/{{ id }}', '/books/{{ id }}/pages']
    const links = await linksOf('page.njk', urls.map((url) => `<a href="${url}">`).join('\n'))
    const actions = ['bookController.add', 'bookController.show', 'bookController.load']
    expect(links.map(({ action }) => action)).toEqual(actions)
  })

  test('adopt finds static files in the folder of --static', async () => {
    folder.write('web/x.png', '')
    expect(await classOf('<img src="/web-files/x.png">', '--static', '/web-files=web')).toBe('static: a file')
    expect(await classOf('<img src="/x.png">', '--static', 'web')).toBe('static: a file')
  })

  test('adopt adopts only URLs below --base-path', async () => {
    expect(await classOf('<a href="/app/users">', '--base-path', '/app')).toBe('adoptable')
    expect(await classOf('<a href="/users">', '--base-path', '/app')).toBe(
      'external: not below the base path',
    )
    expect(await classOf('<a href="/app">', '--base-path', '/app')).toBe('adoptable')
    expect(await classOf('<a href="/apps/users">', '--base-path', '/app')).toBe(
      'external: not below the base path',
    )
  })
})

test('the JSON of adopt has the place, action, arguments, replacement and candidates of a link, and counts', async () => {
  const [link] = await linksOf('page.njk', '<p>\n<a href="/users/{{ user.id }}?tab={{ tab }}#top">x</a>')
  expect(link).toEqual({
    file: 'page.njk',
    line: 2,
    column: 10,
    text: '/users/{{ user.id }}?tab={{ tab }}#top',
    class: 'adoptable',
    action: 'userController.show',
    args: { id: 'user.id', tab: 'tab' },
    replacement: '{% route "userController.show", id=user.id, tab=tab %}#top',
  })
  const [ambiguous] = await linksOf('page.njk', '<a href="/any/{{ x }}">')
  expect(ambiguous?.candidates?.map(({ action }) => action)).toEqual([
    'anyController.byId',
    'anyController.bySlug',
  ])
  const { stdout } = await folder.run('adopt', '--json', 'page.njk')
  expect((JSON.parse(stdout) as { counts: unknown }).counts).toEqual({
    adoptable: 0,
    static: 0,
    external: 0,
    dead: 0,
    'wrong-method': 0,
    ambiguous: 1,
    unknown: 0,
  })
})

test('adopt exits with 1 while links must be changed, with 0 when they are adopted, and with 2 without files', async () => {
  folder.write('page.njk', '<a href="/users">')
  expect((await folder.run('adopt', 'page.njk')).status).toBe(1)
  expect((await folder.run('adopt', '--write', 'page.njk')).status).toBe(0)
  expect((await folder.run('adopt', 'page.njk')).status).toBe(0)
  folder.write('page.njk', '<a href="/nowhere">')
  expect((await folder.run('adopt', '--write', 'page.njk')).status).toBe(1)
  expect((await folder.run('adopt', 'missing/*')).status).toBe(2)
  expect((await folder.run('adopt', '--routes', 'none.conf', 'page.njk')).status).not.toBe(0)
})

describe.each([
  // The second line begins with --, so its removal looks like the header of a patch.
  [
    'page.njk',
    '<a href="/users">x</a>\r\n-- <a href="/users">y</a>\t\n<p>no line end <a href="/tags/{{ name }}">',
  ],
  ['two words.njk', '<p>\n<a href="/users">x</a>\n'],
  ['crlf.njk', '<p>\r\n<a href="/users">x</a>\r\n'],
  ['crlf.ejs', '<p>\r\n<a href="/users">x</a>\r\n'],
  ['blank.njk', '\n\n<a href="/users">x</a>\n\n \n'],
  ['mark.njk', '\uFEFF<a href="/users">x</a>\n'],
])('the diff of %s', (name, before) => {
  test.each([
    ['patch', '-p1', '--binary'],
    ['git', 'apply', '--whitespace=nowarn'],
  ])('the diff that adopt prints can be applied by %s', async (program, ...args) => {
    const file = `views/${name}`
    folder.write(file, before)
    const { stdout } = await folder.run('adopt', file)
    const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(folder.path) }
    execFileSync(program, args, { cwd: folder.path, input: stdout, env })
    const patched = folder.read(file)
    folder.write(file, before)
    await folder.run('adopt', '--write', file)
    expect(folder.read(file)).toBe(patched)
    expect(patched).not.toBe(before)
  })
})

test('adopt keeps a byte order mark, and does not change a template that its engine refuses', async () => {
  folder.write('bom.ejs', '\uFEFF<a href="/users">x</a>')
  await folder.run('adopt', '--write', 'bom.ejs')
  expect(folder.read('bom.ejs')).toBe(
    '\uFEFF<%@ taglib prefix="route" uri="/mvc-router" -%>\n<a href="<route:reverse action="userController.list"/>">x</a>',
  )
  folder.write('broken.ejs', '<a href="/users"><% if (x) { %>')
  const { stderr } = await folder.run('adopt', '--write', 'broken.ejs')
  expect(stderr).toContain('broken.ejs cannot be read')
  expect(folder.read('broken.ejs')).toBe('<a href="/users"><% if (x) { %>')
})

test('adopt changes a template with the include statement of EJS 2, and says that links need EJS 3', async () => {
  const old = new TestFolder()
  old.write('routes.conf', routes)
  old.write('old.ejs', '<% include header.ejs %><a href="/users">x</a>')
  old.write('node_modules/ejs/package.json', '{ "name": "ejs", "version": "2.7.4", "main": "main.js" }')
  old.write('node_modules/ejs/main.js', 'exports.compile = () => undefined')
  const { stdout } = await old.run('adopt', '--write', 'old.ejs')
  expect(stdout).toContain('ejs 3 or newer: npm install ejs@latest')
  expect(old.read('old.ejs')).toContain('<% include header.ejs %><a href="<route:reverse action=')
  old.write('old.ejs', '<a href="/users">x</a>')
  old.write(
    'node_modules/ejs/main.js',
    `exports.compile = (text) => { if (text.includes('<%')) throw new Error('no') }`,
  )
  expect((await old.run('adopt', 'old.ejs')).stdout).toContain('ejs 3 or newer: npm install ejs@latest')
  old.remove()
})

describe('programs', () => {
  const adopted = async (text: string, file = 'app.js'): Promise<string> => {
    folder.write(file, text)
    await folder.run('adopt', '--write', file)
    return folder.read(file)
  }
  beforeEach(() => folder.write('app.js', ''))

  test.each([
    [
      "const x = require('x');\nexports.a = (req, res) => res.redirect('/users/' + req.params.id);\n",
      "const x = require('x');\nconst { Router } = require('@mvc-router/router-core');\nexports.a = (req, res) => res.redirect(Router.reverse('userController.show', { id: req.params.id }).url);\n",
    ],
    [
      "import { Router } from 'express'\nexport const a = (req, res) => res.redirect(302, `/tags/${encodeURIComponent(req.query.t)}#x`)\n",
      "import { Router } from 'express'\nimport { Router as AppRouter } from '@mvc-router/router-core'\nexport const a = (req, res) => res.redirect(302, `${AppRouter.reverse('tagController.show', { name: req.query.t }).url}#x`)\n",
    ],
    [
      "'use strict'\nmodule.exports = (req, res) => { res.location('/users'); res.redirect(req.session.back || '/') }\n",
      "'use strict'\nconst { Router } = require('@mvc-router/router-core')\nmodule.exports = (req, res) => { res.location(Router.reverse('userController.list').url); res.redirect(req.session.back || Router.reverse('homeController.index').url) }\n",
    ],
    [
      'const x = require("x") // a comment\r\nexports.a = (req, res) => res.redirect("/users")\r\n',
      'const x = require("x") // a comment\r\nconst { Router } = require("@mvc-router/router-core")\r\nexports.a = (req, res) => res.redirect(Router.reverse(\'userController.list\').url)\r\n',
    ],
    [
      "#!/usr/bin/env node\nmodule.exports = (req, res) => res.redirect('/users');\n",
      "#!/usr/bin/env node\nconst { Router } = require('@mvc-router/router-core');\nmodule.exports = (req, res) => res.redirect(Router.reverse('userController.list').url);\n",
    ],
    [
      "const { Router } = require('express')\nmodule.exports = (req, res) => res.redirect('/users')\n",
      "const { Router } = require('express')\nconst { Router: AppRouter } = require('@mvc-router/router-core')\nmodule.exports = (req, res) => res.redirect(AppRouter.reverse('userController.list').url)\n",
    ],
  ])('adopt changes redirects of %j to actions, and then changes nothing more', async (before, after) => {
    expect(await adopted(before)).toBe(after)
    expect(await adopted(after)).toBe(after)
  })

  test('an adopted program redirects to the same URL as before', async () => {
    const after = await adopted("module.exports = (res, id) => res.redirect('/users/' + id + '?a=' + id)\n")
    Router.use(Router.parse(routes))
    const places: string[] = []
    const loaded: { exports?: (response: object, id: number) => void } = {}
    // oxlint-disable-next-line no-implied-eval -- the adopted program is what is tested
    new Function('module', 'require', after)(loaded, () => ({ Router }))
    loaded.exports?.({ redirect: (url: string) => places.push(url) }, 7)
    expect(places).toEqual(['/users/7?a=7'])
  })

  test.each([
    "passport.authenticate('local', { failureRedirect: '/users' })\n",
    "module.exports = (app) => app.post('/x', passport.authenticate('local', { successRedirect: '/users' }))\n",
    "app.get('/users', (req, res) => res.redirect('back'))\n",
    "const url = require('./users'), text = '/users', join = path.join(__dirname, '/users')\n",
    "export function load() { return fetch('/users').then(() => document.title) }\n",
    'module.exports = (req, res) => res.redirect(req.body.next)\n',
    "module.exports = (req, res) => res.redirect('/users'\n",
  ])('adopt does not change %j', async (text) => {
    expect(await adopted(text)).toBe(text)
  })

  test('adopt uses the href that a JSX program imports', async () => {
    const before =
      'import { href } from \'./links.js\'\nexport const P = ({ id, n }) => (\n  <p><a href={`/users/${id}?tab=${n}`}>x</a><a href="/users">y</a><form method="post" action="/users" /></p>\n)\n'
    expect(await adopted(before, 'page.tsx')).toBe(
      "import { href } from './links.js'\nexport const P = ({ id, n }) => (\n  <p><a href={href('userController.show', { id, tab: n })}>x</a><a href={href('userController.list')}>y</a><form method=\"post\" action={href('userController.create')} /></p>\n)\n",
    )
  })

  test('adopt uses Router in a JSX program without href', async () => {
    expect(await adopted('export const P = () => <a href="/users">x</a>\n', 'plain.tsx')).toBe(
      "import { Router } from '@mvc-router/router-core'\nexport const P = () => <a href={Router.reverse('userController.list').url}>x</a>\n",
    )
  })

  test('adopt does not adopt links of a program in public, and finds its dead URLs', async () => {
    const links = await linksOf(
      'public/js/app.js',
      "fetch('/users'); fetch('/nowhere'); location.href = '/tags/' + x",
    )
    expect(links.map((link) => link.class)).toEqual(['unknown', 'dead', 'unknown'])
  })

  test.each([
    ['client/app.js', "const load = () => fetch('/users')", 'unknown'],
    ['app.js', "'use client'\nconst load = () => fetch('/users')", 'unknown'],
    [
      'app.js',
      "import { hydrateRoot } from 'react-dom/client'\nconst load = () => fetch('/users')",
      'unknown',
    ],
    ['app.jsx', "export const P = () => { useEffect(() => {}); return <a href='/users'>x</a> }", 'unknown'],
    ['app.js', "const load = () => fetch('/users').then(() => document.title)", 'unknown'],
    ['app.js', "const load = () => fetch('/users')", 'adoptable'],
    ['app.js', "const jsdom = require('jsdom'), load = () => fetch('/users').then(window.x)", 'adoptable'],
    ['app.js', "const show = (req, res) => { document.log(); res.redirect('/users') }", 'adoptable'],
    ['clients/app.js', "import 'express'\nconst load = () => fetch('/users').then(window.x)", 'unknown'],
    [
      'clients/app.js',
      "import express from 'express'\nconst load = () => fetch('/users').then(window.x)",
      'adoptable',
    ],
  ])('adopt recognizes programs for browsers: in %s, %j is %s', async (file, text, name) => {
    const links = await linksOf(file, text)
    expect(links.map((link) => link.class)).toEqual([name])
  })
})

describe('large and hostile files', () => {
  test.each([
    ['njk', '<a href="/users/{{ id }}">x</a>'.repeat(300)],
    ['njk', '{{ id }}'.repeat(50_000)],
    ['njk', '<a href="'.repeat(20_000)],
    ['hbs', '<form action="/users" method="post"><input name="_method" value="PUT">'.repeat(500)],
    ['ejs', '<a href="<% if (x) { %>'.repeat(1000)],
    ['pug', "a(href='/users/' + id)\n".repeat(200)],
    ['js', `res.redirect('/${'a-'.repeat(3000)}')`],
    ['js', `res.redirect('/${'a-'.repeat(240)}')`],
  ])('adopt reads a large or hostile file: .%s', async (extension, text) => {
    folder.write('dashes.conf', `${routes}GET /{a}-{b}-{c}-{d}-{e}-{f}x x.y\n`)
    folder.write(`large.${extension}`, text)
    const { stdout } = await folder.run('adopt', '--json', '--routes', 'dashes.conf', `large.${extension}`)
    expect(JSON.parse(stdout)).toHaveProperty('counts')
  })
})
