import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { TestFolder } from './run-in-folder.js'

const routes = `
GET    /users                    userController.list
POST   /users                    userController.create
GET    /users/{<[0-9]+>id}       userController.show
PUT    /users/{<[0-9]+>id}       userController.update
GET    /tags/{name}              tagController.show
`
const declaration = '<%@ taglib prefix="route" uri="/mvc-router" %>'

const mistakes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'an unknown action': {
    njk: '<a href="{% route "userController.shw", id=1 %}">x</a>',
    hbs: '<a href="{{route "userController.shw" id=1}}">x</a>',
    eta: '<a href="<% route "userController.shw", { id: 1 } %>">x</a>',
    ejs: `${declaration}<a href="<route:reverse action="userController.shw" id="1"/>">x</a>`,
    pug: 'a(href=route("userController.shw", { id: 1 })) x',
    tsx: 'export const P = () => <a href={href("userController.shw", { id: 1 })}>x</a>',
  },
  'a missing argument': {
    njk: '<a href="{% route "userController.show" %}">x</a>',
    hbs: '<a href="{{route "userController.show" name=name}}">x</a>',
    eta: '<a href="<%= route("userController.show") %>">x</a>',
    ejs: '<a href="<%= route(\'userController.show\', { name }) %>">x</a>',
    pug: 'a(href=route("userController.show")) x',
    tsx: 'export const P = () => <Link action="userController.show">x</Link>',
  },
  'a value that the constraint refuses': {
    njk: '<a href="{% route "userController.show", id="me" %}">x</a>',
    hbs: '<a href="{{route "userController.show" id="me"}}">x</a>',
    eta: '<a href="<% route "userController.show", { id: "me" } %>">x</a>',
    ejs: `${declaration}<a href="<route:reverse action="userController.show" id="me"/>">x</a>`,
    pug: 'a(href=route("userController.show", { id: "me" })) x',
    tsx: 'export const P = () => <a href={href("userController.show", { id: "me" })}>x</a>',
  },
  'a positional argument': {
    njk: '<a href="{% route "userController.show", user.id %}">x</a>',
    hbs: '<a href="{{route "userController.show" user.id}}">x</a>',
    eta: '<a href="<%= route("userController.show", it.user.id) %>">x</a>',
    ejs: '<a href="<%= route(\'userController.show\', user.id) %>">x</a>',
    pug: 'a(href=route("userController.show", user.id)) x',
    tsx: 'export const P = ({ id }) => <a href={href("userController.show", id)}>x</a>',
  },
  'a form that posts to a GET line': {
    njk: '<form method="post" action="{% route "userController.show", id=1 %}"></form>',
    hbs: '<form method="post" action="{{route "userController.show" id=1}}"></form>',
    eta: '<form method="post" action="<% route "userController.show", { id: 1 } %>"></form>',
    ejs: `${declaration}<form method="post" action="<route:reverse action="userController.show" id="1"/>"></form>`,
    pug: 'form(method="post" action=route("userController.show", { id: 1 }))',
    tsx: 'export const P = () => <form method="post" action={href("userController.show", { id: 1 })} />',
  },
  'a written form that posts to a GET line': {
    njk: '<form method="post" action="/tags/{{ name }}"></form>',
    hbs: '<form method="POST" action="/tags/{{name}}"></form>',
    eta: '<form action="/tags/<%= it.name %>" method="post"></form>',
    ejs: '<form action="/tags/x" method="post"></form>',
    pug: "form(method='post' action='/tags/' + name)",
    tsx: 'export const P = ({ name }) => <form method="post" action={`/tags/${name}`} />',
  },
  'a dead URL': {
    njk: '<a href="/usrs/{{ id }}">x</a>',
    hbs: '<a href="/users/{{id}}/nothing">x</a>',
    eta: '<a href="/usrs?page=<%= it.page %>">x</a>',
    ejs: '<a href="/usrs">x</a>',
    pug: "a(href='/usrs/' + id) x",
    tsx: 'export const P = () => <a href="/usrs">x</a>',
  },
  'a tag that is not closed': {
    njk: '{% if x %}<a href="/users">x</a>',
    hbs: '{{#if x}}<a href="/users">x</a>',
    eta: '<% if (it.x) { %><a href="/users">x</a>',
    ejs: `${declaration}<route:link action="userController.list">x`,
    pug: 'a(href=route("userController.list") x',
  },
  'a request that posts to a GET line': {
    njk: '<script>fetch("{% route "userController.show", id=1 %}", { method: "POST" })</script>',
    hbs: "<script>$.ajax({ url: '{{route \"userController.show\" id=1}}', type: 'POST' })</script>",
    eta: '<script>fetch("<% route "userController.show", { id: 1 } %>", { method: "POST" })</script>',
  },
  'an argument in the form of Nunjucks': {
    eta: '<a href="<% route "userController.show", id=it.id %>">x</a>',
    pug: 'a(href=route("userController.show", id=id)) x',
  },
  'a tag of another engine': {
    njk: '<a href="<% route "userController.show", { id: 1 } %>">x</a>',
    hbs: '<a href="{% route "userController.show", id=1 %}">x</a>',
    eta: '<a href="{{route "userController.show" id=1}}">x</a>',
    ejs: '<a href="{% route "userController.show", id=1 %}">x</a>',
    pug: `a(href='{{route "userController.show" id=1}}') x`,
  },
  'a misspelt helper': {
    njk: '<a href="{% rout "userController.list" %}">x</a>',
    hbs: '<a href="{{rout "userController.list"}}">x</a>',
    eta: '<a href="<%= rotue("userController.list") %>">x</a>',
    ejs: '<a href="<%= rout(\'userController.list\') %>">x</a>',
    pug: 'a(href=rute("userController.list")) x',
  },
}

const right: Readonly<Record<string, string>> = {
  njk: '<a href="{% route "userController.show", id=id %}">x</a><a href="{{ route("userController.list") }}">x</a>\n<form method="post" action="/users"></form>{% other "a.b" %}{{ text.reverse("x.y") }}',
  hbs: '<a href="{{route "userController.show" id=id}}">x</a>\n<form method="post" action="{{route "userController.update" id=id}}"></form>{{router "a.b"}}',
  eta: '<a href="<% route "userController.show", { id: it.id } %>">x</a><%= it.list.reverse("x.y") %>',
  ejs: `${declaration}<route:form action="userController.update" id="<%= id %>">x</route:form><%= list.reverse('x.y') %>`,
  pug: "a(href=route('userController.show', { id })) x\nform(method='post' action='/users')\np= list.reverse('x.y')",
  tsx: "export const P = ({ id }) => <a href={href('userController.show', { id })}>{text.reverse('x.y')}</a>\nconst y = anything.reverse('x.y')",
}

const folder = new TestFolder()
beforeAll(() => folder.write('routes.conf', routes))
afterAll(() => folder.remove())

const planted = Object.entries(mistakes).flatMap(([kind, engines]) =>
  Object.entries(engines).map(([engine, text]) => [kind, engine, text] as const),
)

test('there are at least forty planted mistakes', () => {
  expect(planted.length).toBeGreaterThanOrEqual(40)
})

test('check finds the wrong method of a form if a text follows the link', async () => {
  folder.write(
    'page.tsx',
    `export const P = ({ name }) => <form method="post" action={href('tagController.show', { name }) + '#x'} />`,
  )
  const { stdout } = await folder.run('check', 'page.tsx')
  expect(stdout).toContain('No route of "tagController.show" answers POST:')
})

test.each(planted)('check finds %s in %s: %s', async (kind, engine, text) => {
  const lines = engine === 'pug' ? 'p first' : engine === 'tsx' ? '// first' : '<p>first</p>'
  const source = engine === 'ejs' ? text : `${lines}\n${text}`
  folder.write(`page.${engine}`, source)
  const { stdout, status } = await folder.run('check', '--hard-coded', '--json', `page.${engine}`)
  const { errors } = JSON.parse(stdout) as {
    errors: readonly { file: string; line: number; column: number }[]
  }
  expect(errors.map(({ line }) => line)).toEqual([
    engine === 'ejs' ? 1 : kind.includes('closed') ? expect.any(Number) : 2,
  ])
  expect(status).toBe(1)
})

test.each(Object.entries(right))('check finds no mistake in a correct %s template', async (engine, text) => {
  folder.write(`right.${engine}`, text)
  const { stdout, status } = await folder.run('check', '--hard-coded', '--json', `right.${engine}`)
  expect((JSON.parse(stdout) as { errors: unknown }).errors).toEqual([])
  expect(status).toBe(0)
})
