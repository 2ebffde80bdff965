import { afterAll, afterEach, describe, expect, test } from '@jest/globals'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { TestFolder } from './run-in-folder.js'

const folder = new TestFolder()
afterEach(() => {
  for (const name of [
    'views',
    'Public',
    'src',
    'a.server.view.html',
    'a.client.view.html',
    'app.js',
    'package.json',
    'routes.conf',
  ])
    rmSync(join(folder.path, name), { recursive: true, force: true })
})
afterAll(() => folder.remove())

const routes = 'GET /users/{id} users.show\n'
const broken = {
  nunjucks: '<a href="{% route "users.shw", id=1 %}">x</a>',
  handlebars: '<a href="{{route "users.shw" id=1}}">x</a>',
  eta: '<a href="<% route "users.shw", { id: 1 } %>">x</a>',
  ejs: '<a href="<%= route(\'users.shw\', { id: 1 }) %>">x</a>',
  liquid: '<a href="{% route "users.shw", id: 1 %}">x</a>',
} as const

interface Report {
  readonly errors: readonly { readonly code: string; readonly file: string; readonly hint?: string }[]
  readonly files: number
  readonly unknownFiles: readonly string[]
}

async function check(
  files: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<Report & { status: number }> {
  for (const [name, text] of Object.entries({ 'routes.conf': routes, ...files })) folder.write(name, text)
  const { stdout, status } = await folder.run('check', '--json', ...args)
  return { ...(JSON.parse(stdout) as Report), status }
}

/** Programs that register an engine for .html. */
const registrations: readonly (readonly [engine: keyof typeof broken, program: string])[] = [
  [
    'nunjucks',
    "import nunjucks from 'nunjucks'\nnunjucks.configure('views', { autoescape: true, express: app })",
  ],
  ['nunjucks', "const n = require('nunjucks')\nconst env = new n.Environment(loader)\nenv.express(app)"],
  ['nunjucks', "import cons from 'consolidate'\napp.engine('html', cons.nunjucks)"],
  [
    'handlebars',
    "import { engine } from 'express-handlebars'\napp.engine('html', engine({ extname: 'html' }))",
  ],
  ['handlebars', "const hbs = require('hbs')\napp.engine('html', hbs.__express)"],
  [
    'eta',
    "import { Eta } from 'eta'\nconst eta = new Eta()\napp.engine('html', (path, data, done) => done(null, eta.render(path, data)))",
  ],
  [
    'eta',
    "import { Eta } from 'eta'\nconst eta = new Eta()\nfunction build(path, data, done) { done(null, eta.render(path, data)) }\napp.engine('html', build)",
  ],
  [
    'eta',
    "import view from '@fastify/view'\nimport { Eta } from 'eta'\napp.register(view, { engine: { eta: new Eta() } })",
  ],
  ['ejs', "app.engine('html', require('ejs').renderFile)"],
  ['ejs', "import { routeEngine } from '@mvc-router/view-ejs'\napp.engine('.html', routeEngine({ router }))"],
  [
    'liquid',
    "import { Liquid } from 'liquidjs'\nconst engine = new Liquid()\napp.engine('html', engine.express())",
  ],
  [
    'nunjucks',
    "import views from '@ladjs/koa-views'\napp.use(views('views', { map: { html: 'nunjucks' } }))",
  ],
]

describe('views named .html', () => {
  test.each(registrations)(
    'check reads .html templates with %s if a program registers it: %s',
    async (engine, program) => {
      const text = `${broken[engine]} {{ x }} <% y %>`
      const { errors, status } = await check({ 'app.js': program, 'views/a.html': text })
      expect([errors.map(({ code, file }) => `${file} ${code}`), status]).toEqual([
        ['views/a.html E_REVERSE_NO_ROUTE'],
        1,
      ])
    },
  )

  test.each(Object.entries(broken))(
    'check reads .html templates with %s if they have its tags',
    async (_engine, text) => {
      const { errors, status } = await check({
        'views/a.html': text,
        'package.json': '{"dependencies":{"ejs":"*"}}',
      })
      expect([errors.map(({ code }) => code), status]).toEqual([['E_REVERSE_NO_ROUTE'], 1])
    },
  )

  test('package.json or other templates decide the engine of .html templates with tags of several engines', async () => {
    const text = '<a href="{{ url }}">{{ name }}</a>'
    const packages = '{"devDependencies":{"nunjucks":"*"}}'
    expect(await check({ 'views/a.html': text, 'package.json': packages })).toMatchObject({
      files: 1,
      status: 0,
    })
    rmSync(join(folder.path, 'package.json'))
    const other = '{% extends "a.html" %}'
    expect(await check({ 'views/a.html': text, 'views/b.html': other })).toMatchObject({
      files: 2,
      status: 0,
    })
  })

  test('check reports a .html template with an unknown engine, with a hint to --engine', async () => {
    const { errors, status } = await check({ 'views/a.html': '<p>\n{{ name }}</p>' })
    expect(status).toBe(1)
    expect(errors).toEqual([
      expect.objectContaining({
        code: 'E_TEMPLATE_ENGINE',
        file: 'views/a.html',
        line: 2,
        hint: "name the engine with --engine .html=nunjucks, or leave the file out with '!views/a.html'",
      }),
    ])
  })

  test('check ignores .html files without tags, and .html files in the static folder', async () => {
    const files = { 'views/plain.html': '<p>x</p>', 'Public/client.html': '{{ vue }}', 'views/a.njk': 'x' }
    expect(await check(files)).toMatchObject({ files: 1, status: 0 })
  })

  test.each(['{{/*\na note\n*/}}', '{{- define "name" -}}{{- end }}', '<p>{{ .Values.name }}</p>'])(
    'check ignores templates of Go: %s',
    async (text) => {
      const files = { 'views/_helpers.tpl': text, 'views/a.njk': 'x' }
      expect(await check(files)).toMatchObject({ files: 1, status: 0 })
    },
  )

  test.each([
    "const swig = require('swig')\napp.engine('html', swig.renderFile)",
    "const cons = require('consolidate')\napp.engine('html', cons.swig)",
    "app.engine('html', require('consolidate').whiskers)",
    "import mustache from 'mustache-express'\napp.engine('html', mustache())",
    "app.register(view, { engine: { mustache } })\napp.engine('html', cons.mustache)",
  ])(
    'check names the templates of an unsupported engine and fails if it can read no template: %s',
    async (program) => {
      const text = '{% extends "b.html" %}{{#if x}}<a href="/users/{{ id }}">x</a>'
      const files = { 'app.js': program, 'views/a.html': text, 'views/plain.html': '<p>x</p>' }
      expect(await check(files)).toMatchObject({ errors: [], unknownFiles: ['views/a.html'], status: 2 })
      const adopted = await folder.run('adopt')
      expect([adopted.stderr, adopted.status]).toEqual([
        'views/a.html has an unknown engine; for more, run: mvc-router check views/a.html\n',
        1,
      ])
      expect(await check({}, '--engine', '.html=nunjucks')).toMatchObject({ unknownFiles: [] })
    },
  )

  test.each([
    { 'package.json': '{"dependencies":{"swig":"*"}}' },
    { 'app.js': "app.engine('html', render)", 'src/render.js': "const swig = require('swig')" },
  ])(
    'check does not read .html templates with an engine that the project does not use: %j',
    async (files) => {
      const { unknownFiles, status } = await check({ 'views/a.html': '{% extends "b.html" %}', ...files })
      expect([unknownFiles, status]).toEqual([['views/a.html'], 2])
    },
  )

  test('check reads .server.view.html templates with the engine that is registered for this extension', async () => {
    const program = "const hbs = require('hbs')\napp.engine('server.view.html', hbs.__express)"
    const client = '<p ng-if="x" title="{{ vm.title() }}">{{ x }}</p>'
    const files = { 'app.js': program, 'a.server.view.html': broken.handlebars, 'a.client.view.html': client }
    const { errors, status } = await check(files)
    expect([errors.map(({ file }) => file), status]).toEqual([['a.server.view.html'], 1])
  })

  test('check names templates whose extension belongs to an unknown engine', async () => {
    const program = "app.engine('ntl', (path, data, done) => done(null, path))"
    const files = { 'app.js': program, 'views/a.swig': 'p x', 'views/b.ntl': 'x', 'views/c.njk': 'x' }
    expect(await check(files)).toMatchObject({ unknownFiles: ['views/a.swig', 'views/b.ntl'], status: 0 })
    const { stdout } = await folder.run('check', '--verbose')
    expect(stdout).toContain('views/a.swig  not read: its engine is unknown\n')
    expect(stdout).toContain('Engine unknown: 1 .swig, 1 .ntl (')
  })

  test('adopt changes .html templates of the engine that a program registers', async () => {
    folder.write('routes.conf', routes)
    folder.write('app.js', registrations[0]?.[1] ?? '')
    folder.write('views/a.html', '<a href="/users/{{ id }}">x</a>')
    const { stdout } = await folder.run('adopt')
    expect(stdout).toContain('+<a href="{% route "users.show", id=id %}">x</a>')
  })

  test('adopt fails for a .html template with an unknown engine', async () => {
    folder.write('routes.conf', routes)
    folder.write('views/a.html', '<a href="/users/{{ id }}">x</a>')
    folder.write('views/b.njk', 'x')
    const { stderr, status } = await folder.run('adopt')
    expect([stderr, status]).toEqual([
      'views/a.html has an unknown engine; for more, run: mvc-router check views/a.html\n',
      1,
    ])
  })
})

describe('Nunjucks templates with <% %>', () => {
  const text = '<a href="<% route "users.shw", id=1 %>"><$ x $></a>'

  test('check reads Nunjucks templates with the delimiters that a program sets', async () => {
    const program = `import nunjucks from 'nunjucks'
nunjucks.configure('views', { express: app, tags: { blockStart: '<%', blockEnd: '%>', variableStart: '<$', variableEnd: '$>' } })`
    for (const name of ['views/a.njk', 'views/a.html']) {
      const { errors } = await check({ 'app.js': program, [name]: text }, name)
      expect(errors.map(({ code }) => code)).toEqual(['E_REVERSE_NO_ROUTE'])
    }
  })

  test('check reports tags with <% %> in a Nunjucks template if no delimiters are known', async () => {
    const { errors, status } = await check({ 'views/a.njk': text })
    expect(status).toBe(1)
    expect(errors).toEqual([
      expect.objectContaining({
        code: 'E_TEMPLATE_SYNTAX',
        column: 10,
        message: 'Nunjucks reads this tag as text, because the delimiters of Nunjucks are {% %}',
      }),
    ])
  })
})

test.each([
  ['handlebars', 'handlebars', '2.0.0', 'hbs'],
  ['liquidjs', 'liquidjs', '9.43.0', 'liquid'],
  ['pug', 'pug-lexer', '3.1.0', 'pug'],
])(
  'check reports an engine that is too old once for all its templates: %s',
  async (engine, module, version, extension) => {
    const project = new TestFolder()
    project.write('routes.conf', routes)
    project.write(
      `node_modules/${module}/package.json`,
      JSON.stringify({ name: module, version, main: 'main.js' }),
    )
    project.write(`node_modules/${module}/main.js`, '')
    for (const name of ['a', 'b']) project.write(`views/${name}.${extension}`, name)
    const { stdout, status } = await project.run('check', '--json')
    project.remove()
    expect(status).toBe(1)
    expect((JSON.parse(stdout) as Report).errors).toMatchObject([
      {
        code: 'E_ENGINE_MISSING',
        file: `views/a.${extension}`,
        message: `views/a.${extension} can only be read with a later version of ${engine}`,
        hint: `npm install ${engine}@latest`,
      },
    ])
  },
)
