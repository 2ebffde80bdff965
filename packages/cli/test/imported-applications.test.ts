import { afterAll, describe, expect, test } from '@jest/globals'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { application, ImportedApplication, programHead } from './imported-application.js'

afterAll(() => ImportedApplication.removeAll())

const linesOf = (source: string, more: Record<string, string> = {}): string[] =>
  application({ 'app.js': programHead + source, ...more }).lines()

describe('the files of a program are found', () => {
  const routes = (path: string): string =>
    `const r = require('express').Router(); r.get('/${path}', function ${path}() {}); module.exports = r`

  test.each<[string, string, Record<string, string>]>([
    ['an index in a folder', "require('./routes')", { 'routes/index.js': routes('found') }],
    [
      'the main file of a folder',
      "require('./routes')",
      {
        'routes/package.json': '{"main":"lib/start"}',
        'routes/lib/start.js': routes('found'),
        'routes/index.js': routes('other'),
      },
    ],
    [
      'the index, where the main file is the folder itself',
      "require('./routes')",
      { 'routes/package.json': '{"main":"."}', 'routes/index.js': routes('found') },
    ],
    [
      'an extension',
      "require('./routes.cjs')",
      { 'routes.cjs': routes('found'), 'routes.js': routes('other') },
    ],
    [
      'TypeScript behind .js',
      "require('./routes.js')",
      { 'routes.ts': routes('found').replace('module.exports =', 'export =') },
    ],
    [
      'an import of the package',
      "require('#routes')",
      { 'package.json': '{"imports":{"#routes":"./r.js"}}', 'r.js': routes('found') },
    ],
    [
      'an import of the package with a star and conditions',
      "require('#in/routes')",
      {
        'package.json': '{"imports":{"#other":"./x.js","#in/*":{"node":"./in/*.js"}}}',
        'in/routes.js': routes('found'),
      },
    ],
    [
      'an import of the package with a text behind the star',
      "require('#in/pages.routes')",
      { 'package.json': '{"imports":{"#in/*.routes":"./in/*.js"}}', 'in/pages.js': routes('found') },
    ],
    [
      'paths of a jsconfig.json above',
      "require('@routes')",
      { 'jsconfig.json': '{"compilerOptions":{"paths":{"@routes":["./r.js"]}}}', 'r.js': routes('found') },
    ],
    [
      'paths that begin as imports of a package do',
      "require('#routes')",
      { 'tsconfig.json': '{"compilerOptions":{"paths":{"#routes":["./r"]}}}', 'r.js': routes('found') },
    ],
    [
      'paths that extend others',
      "require('lib/r')",
      {
        'tsconfig.json': '{"extends":"./base"}',
        'base.json': '{"compilerOptions":{"baseUrl":"./source"}}',
        'source/lib/r.js': routes('found'),
      },
    ],
    [
      'the exports of a module',
      "require('./named').routes",
      { 'named.js': routes('found').replace('module.exports', 'exports.routes') },
    ],
    [
      'a JSON file',
      "express.Router().get(require('./paths').list[0].path, function found() {})",
      { 'paths.json': '{"list":[{"path":"/found"}]}' },
    ],
    ...[
      "require('glob').sync('in/*.js')",
      "require('glob').glob.sync('in/*.+(js|ts)')",
      "require('fast-glob')('in/*.js')",
      "require('glob').globSync(['in/*.js'])",
    ].map((found): [string, string, Record<string, string>] => [
      `a glob: ${found}`,
      `require(require('path').resolve(${found}[0]))`,
      { 'in/a.js': routes('found') },
    ]),
  ])('%s', (_, expression, files) => {
    expect(linesOf(`app.use(${expression})`, files).map((line) => line.split(' ')[1])).toEqual(['/found/?'])
  })

  test.each([
    ["require('@shop/users')", '{"main":"lib/r.js"}'],
    ["require('@shop/users')", '{"exports":"./lib/r.js"}'],
    ["require('@shop/users')", '{"exports":{".":{"require":"./lib/r.js"}}}'],
    ["require('@shop/users/routes')", '{"exports":{"./routes":"./lib/r.js"}}'],
    ["require('@shop/users/lib/r')", '{}'],
  ])('a package of the same repository: %s of %s', (expression, manifest) => {
    const one = application({
      'app.js': `${programHead}app.use(${expression})`,
      'packages/users/package.json': manifest,
      'packages/users/lib/r.js': routes('found'),
    })
    mkdirSync(join(one.folder, 'node_modules/@shop'))
    symlinkSync('../../packages/users', join(one.folder, 'node_modules/@shop/users'))
    expect(one.lines()).toEqual(['GET /found/? rController.found'])
  })

  test('ES modules: names, stars, defaults, and files that are loaded later', () => {
    const router = (path: string): string =>
      `import { Router } from 'express'\nexport const router = Router()\nrouter.get('/${path}', function ${path}() {})\nexport default router\n`
    const files = {
      'package.json': '{"type":"module"}',
      'app.js': `import express, { Router as MakeRouter } from 'express'
import first, { router as same } from './first.js'
import * as second from './second.js'
import { third, fourthRouter, named } from './all.js'
import Sixth from './sixth.js'
import Seventh from './seventh.js'
import eighth from './eighth.js'
import ninth from './ninth.js'
const app = express()
app.use('/a', first).use('/b', same).use('/c', second.router).use('/d', second.default)
app.use('/e', third).use('/f', fourthRouter)
const { router: fifth } = await import('./fifth.js')
app.use('/g', fifth)
app.use('/h', (await import(new URL('./fifth.js', import.meta.url).href)).default)
app.use('/i', named.router)
new Sixth(app)
new Seventh(app)
eighth(app)
ninth(app)
export default app
`,
      'first.js': router('first'),
      'second.js': router('second'),
      'third.js': router('third'),
      'fourth.js': router('fourth'),
      'fifth.js': router('fifth'),
      'sixth.js': `export default class { constructor(app) { app.get('/sixth', function sixth() {}) } }`,
      'seventh.js': `export default class Seventh { constructor(app) { app.get('/seventh', function seventh() {}) } }`,
      'eighth.js': `export default function (app) { app.get('/eighth', function eighth() {}) }`,
      'ninth.js': `export default function ninth(app) { app.get('/ninth', function ninth() {}) }`,
      'all.js': `export { router as third } from './third.js'\nexport * from './more.js'\nexport * as named from './fifth.js'\n`,
      'more.js': `import { router } from './fourth.js'\nexport { router as fourthRouter }\n`,
    }
    expect(
      application(files)
        .lines()
        .map((line) => line.split(' ')[1]),
    ).toEqual([
      '/a/first/?',
      '/b/first/?',
      '/c/second/?',
      '/d/second/?',
      '/e/third/?',
      '/f/fourth/?',
      '/g/fifth/?',
      '/h/fifth/?',
      '/i/fifth/?',
      '/sixth/?',
      '/seventh/?',
      '/eighth/?',
      '/ninth/?',
    ])
  })

  test.each<[string, Record<string, string>]>([
    [
      'package.json starts',
      { 'package.json': '{"scripts":{"start":"NODE_ENV=production node ./bin/go.js"}}', 'bin/go.js': 'X' },
    ],
    ['package.json builds', { 'package.json': '{"scripts":{"start":"node dist/go.js"}}', 'src/go.js': 'X' }],
    [
      'package.json builds with its folder',
      { 'package.json': '{"main":"build/src/go.js"}', 'src/go.js': 'X' },
    ],
    ['is the main file', { 'package.json': '{"main":"go"}', 'go.js': 'X' }],
    ['has a usual name', { 'server/index.js': 'X' }],
    [
      'is the first that has routes',
      { 'package.json': '{"main":"cluster.js"}', 'cluster.js': "require('express')()", 'app.js': 'X' },
    ],
    ['is bin/www', { 'bin/www': '#!/usr/bin/env node\nX' }],
  ])('the entry %s', (_, files) => {
    const text = `const app = require('express')(); app.get('/found', function found() {})`
    const written = Object.fromEntries(
      Object.entries(files).map(([name, each]) => [name, each.replace('X', text)]),
    )
    expect(
      application(written)
        .report()
        .routes.map(({ path }) => path),
    ).toEqual(['/found/?'])
  })

  test.each(['dependencies', 'devDependencies', 'peerDependencies'])(
    'the version of Express stands in the %s, where it is not installed',
    (key) => {
      const one = application({
        'package.json': `{"${key}":{"express":"^4.1.0"}}`,
        'app.js': `${programHead}app.get('/a/:b?', function b() {})`,
      })
      one.uninstallExpress()
      expect(one.lines()).toEqual(['GET /a/{b}/? appController.b', 'GET /a/? appController.b'])
    },
  )

  test('a file that cannot be read is told with its place', () => {
    const { untranslated } = application({
      'app.js': `${programHead}app.use(require('./broken'))\napp.get('/', function home() {})`,
      'broken.js': 'const a = 1\nconst = 2\n',
    }).report()
    expect(untranslated.map(({ source: { file, line } }) => `${file}:${line}`)).toContain('broken.js:2')
  })
})

test('the names of a module are imported by one line', () => {
  const one = application({
    'package.json': '{"type":"module"}',
    'app.js': `import express from 'express'
import { home, list as all } from './pages.js'
import * as many from './many.js'
const app = express()
app.get('/', home).get('/all', all)
${['first', 'second', 'third', 'fourth'].map((each) => `app.get('/${each}', many.${each}LongNameOfAHandler)`).join('\n')}
export default app`,
    'pages.js': 'export function home() {}\nexport function list() {}\n',
    'many.js': ['first', 'second', 'third', 'fourth']
      .map((each) => `export function ${each}LongNameOfAHandler() {}\n`)
      .join(''),
  })
  expect(one.lines()).toHaveLength(6)
  expect(one.read('controllers.js')).toContain(`import { home, list } from './pages.js'
import {
  firstLongNameOfAHandler,
  secondLongNameOfAHandler,
  thirdLongNameOfAHandler,
  fourthLongNameOfAHandler,
} from './many.js'
`)
})

test.each(['app[each.method](each.path, show)', 'router.get(each.path, each.show)'])(
  'a route that nothing leads to is told, whatever its path and its method: %s',
  (call) => {
    const { untranslated } = application({
      'app.js': `${programHead}app.get('/', function home() {})
const list = []
const router = express.Router()
for (const each of list) ${call}`,
    }).report()
    expect(untranslated.map(({ reason }) => reason)).toEqual([`Nothing that the entry runs leads to ${call}`])
  },
)

test('a call that nothing leads to is told, where what it calls has registered a route elsewhere', () => {
  const { routes, untranslated } = application({
    'app.js': `${programHead}const { page } = require('./pages')
page(app, '/', show)
const parts = { shop(router) { page(router, '/shop', show) }, news: require('./news') }
for (const name of Object.keys(process.env)) parts[name](app)
function show(req, res) {}
class Base {
  get(path, handler) { app.get(path, handler) }
}
class Users extends Base {
  routes() { this.get('/users', show) }
}
new Base().get('/base', show)`,
    'pages.js': `exports.page = (router, path, handler) => router.get(path, handler)
exports.form = (router, options) => router.post(options.path, options.handler)`,
    'news.js': `const pages = require('./pages')
module.exports = (router) => {
  const show = () => {}
  pages.page(router, \`/news/\${show.name}\`, show)
  pages.form(router, { path: '/news', handler: show })
}`,
  }).report()
  expect(routes.map(({ path }) => path)).toEqual(['/', '/base/?'])
  expect(untranslated.map(({ source: { file, line }, reason }) => `${file}:${line} ${reason}`)).toEqual([
    'app.js:5 parts[name](app) is given the application, and may register routes that cannot be read',
    "app.js:4 Nothing that the entry runs leads to page(router, '/shop', show)",
    "app.js:11 Nothing that the entry runs leads to this.get('/users', show)",
    'pages.js:2 Nothing that the entry runs leads to router.post(options.path, options.handler)',
    'news.js:4 Nothing that the entry runs leads to pages.page(router, `/news/${show.name}`, show)',
    "news.js:5 Nothing that the entry runs leads to pages.form(router, { path: '/news', handler: show })",
  ])
})

test('routers and handlers of a base class are called after the classes that extend it', () => {
  const one = application({
    'app.js': `${programHead}const { Users } = require('./user-controller')
const { Tags } = require('./tag-controller')
app.use('/users', new Users().router)
app.use('/tags', new Tags().router)`,
    'base.js': `const express = require('express')
exports.Base = class Base {
  constructor() { this.router = express.Router() }
  route({ path, handler }) { this.router.get(path, this.wrap(handler.bind(this))) }
  wrap(handler) { return async (req, res, next) => { try { await handler(req, res) } catch (e) { next(e) } } }
}`,
    'user-controller.js': `const { Base } = require('./base')
exports.Users = class extends Base {
  constructor() { super(); this.route({ path: '/', handler: this.list }); this.route({ path: '/:id', handler: this.show }) }
  async list(req, res) {}
  async show(req, res) {}
}`,
    'tag-controller.js': `const { Base } = require('./base')
exports.Tags = class extends Base {
  constructor() { super(); this.route({ path: '/', handler: this.list }) }
  async list(req, res) {}
}`,
  })
  expect(one.report().routes.map(({ path, action, routeFile }) => `${path} ${action} ${routeFile}`)).toEqual([
    '/users/? userController.list user.routes',
    '/users/{id}/? userController.show user.routes',
    '/tags/? tagController.list tag.routes',
  ])
})

test('routes in files that a package loads by their folder are told', () => {
  const router = (path: string): string =>
    `const router = require('express').Router(); router.get('${path}', (req, res) => {}); module.exports = router`
  const one = application({
    'package.json': '{}',
    'src/app.js': `const app = require('express')()
app.use(require('auto-load')(__dirname + '/controllers').users)
app.get('/', (req, res) => {})`,
    'src/controllers/users.js': router('/users'),
    'src/controllers/tags.mjs': `import { Router } from 'express'
export default Router().get('/none').use('/tags', () => {})
const router = Router()
router.get('/tags', show)`,
    'src/helpers.js': "module.exports = (router) => router.get('/not-of-express', show)",
    'src/health.js': `const app = require('express')(); ${router('/health')}; const other = express()`,
    'src/part/package.json': '{}',
    'src/part/part.js': router('/part'),
    'src/users.test.js': router('/tested'),
    'src/test/users.js': router('/tested'),
    'old/users.js': router('/old'),
  })
  expect(
    one
      .report('--entry', 'src/app.js')
      .untranslated.map(({ source: { file, line }, reason }) => `${file}:${line} ${reason}`),
  ).toEqual([
    "src/controllers/tags.mjs:4 The entry was not seen to load this file: router.get('/tags', show)",
    "src/controllers/users.js:1 The entry was not seen to load this file: router.get('/users', (req, res) => {})",
  ])
})

test('of several applications that listen, the one with the most routes is imported', () => {
  const { routes, untranslated } = application({
    'app.js': `const express = require('express')
const health = express().get('/health', show)
health.listen(9000)
const app = express()
app.use('/users', express.Router().get('/', show).get('/:id', show))
app.listen(3000)
function show(req, res) {}`,
  }).report()
  expect(routes.map(({ path }) => path)).toEqual(['/users/?', '/users/{id}/?'])
  expect(untranslated.map(({ reason }) => reason)).toEqual([
    'The route belongs to another application (app.js:2)',
  ])
})

test('a router that is the handler of a route answers its line', () => {
  const { routes, untranslated } = application({
    'app.js': `${programHead}const r = express.Router(); r.get('/a/b', function b() {}); app.all('/a/*rest', r)`,
  }).report()
  expect(routes.map(({ path }) => path)).toEqual(['/a/{<.+>rest}'])
  expect(untranslated).toEqual([])
})

test.each([
  ["require('routing-controllers').useExpressServer(app, {})", ['application']],
  ["new (require('some').Controller)(express.Router())", ['router']],
  ["require('http').createServer(app)", []],
  ["new (require('https').Server)({}, app)", []],
])('what may register routes is told, and servers are not: %s', (call, given) => {
  const { untranslated } = application({
    'app.js': `${programHead}app.get('/', function home() {}); ${call}`,
  }).report()
  expect(untranslated.map(({ reason }) => reason)).toEqual(
    given.map((each) => `${call} is given the ${each}, and may register routes that cannot be read`),
  )
})

test.each([
  [
    "require('./added')(app); app.page('/page', show)",
    "app.page('/page', show) calls a method that Express does not have, and may register routes that cannot be read",
  ],
  [
    "const r = express.Router(); app.use('/r', r.get('/x', show)); r.ws('/chat', (ws, req) => {})",
    "r.ws('/chat', (ws, req) => {}) calls a method that Express does not have, and may register routes that cannot be read",
  ],
  [
    "require('some').mount((at) => { at.get('/at', (req, res) => {}); at.get('/setting', show) })",
    "Nothing that the entry runs leads to at.get('/at', (req, res) => {})",
  ],
  [
    "app.on('ready', (at) => at.get('/at', show)); app.emit('ready', app)",
    "app.emit('ready', app) is given the application, and may register routes that cannot be read",
  ],
  ["app.render('/x', show); app.once('ready', () => app.get('/ready', show))", ''],
])('a method that is not of Express, or of nobody knows whom, is told: %s', (call, reason) => {
  const { untranslated } = application({
    'app.js': `${programHead}app.get('/', show); ${call}; function show(req, res) {}`,
    'added.js': 'module.exports = (app) => {}',
  }).report()
  expect(untranslated.map((each) => each.reason).join()).toBe(reason)
})

test('what the application does at an event comes last', () => {
  expect(
    application({
      'app.js': `${programHead}app.on('ready', () => { app.get('/ready', show); app.listen(3000) })
app.get('/', show); function show(req, res) {}
express().get('/other', show)`,
    }).lines(),
  ).toEqual(['GET / appController.show', 'GET /ready/? appController.show'])
})

test('one of two routers that have their routes is not taken for both, one that gets them later is', () => {
  const { routes, untranslated, kept } = application({
    'app.js': `${programHead}const show = (req, res) => res.end()
const one = express.Router().get('/one', show)
app.use('/either', process.env.ONE ? one : express.Router().get('/two', show))
const late = process.env.ONE ? express.Router() : express.Router({ strict: true })
late.get('/x', show)
app.use('/late', late)`,
  }).report()
  expect(routes.map(({ path }) => path)).toEqual(['/late/x/?'])
  expect(kept.map(({ text }) => text)).toEqual([expect.stringContaining("app.use('/either'")])
  expect(untranslated.map(({ source: { line }, reason }) => `${line} ${reason}`)).toEqual([
    '3 Where its router is mounted is known at run time only',
    '4 Where its router is mounted is known at run time only',
  ])
})

test('an abstract or declared field of a class hides no getter', () => {
  const one = application({
    'app.ts': `import express, { type Application, type Request, type Response } from 'express'
abstract class Page {
  abstract path: string
  declare method: string
  register(app: Application) { app.get(this.path, (req: Request, res: Response) => { res.send(this.method) }) }
}
class Home extends Page { get path() { return '/home' } }
const app = express()
new Home().register(app)
app.listen(3000)`,
  })
  expect(one.report().routes.map(({ path }) => path)).toEqual(['/home/?'])
})

test('what makes another function of one calls it later, and not where it is made', () => {
  const one = application({
    'app.js': `${programHead}const util = require('util')
const pages = {
  async register(router) { router.get('/first', show) },
  old: (router) => router.get('/old', show),
}
for (const name of Object.keys(pages))
  if (pages[name].constructor.name === 'AsyncFunction') pages[name] = util.callbackify(pages[name])
const old = util.deprecate(pages.old, 'use another')
app.get('/', show)
old(app)
pages.register(app)
function show(req, res) {}`,
  })
  expect(one.lines()).toEqual([
    'GET / appController.show',
    'GET /old/? appController.show',
    'GET /first/? appController.show',
  ])
})

test.each(['nunjucks', 'hbs', '@sentry/node'])('%s is given the application, and has no routes', (name) => {
  const { untranslated } = application({
    'app.js': `${programHead}require('${name}').configure('views', { express: app }); app.get('/', function home() {})`,
  }).report()
  expect(untranslated).toEqual([])
})

describe('redirections', () => {
  test.each([
    ["(req, res) => res.redirect('/new')", 'redirect:/new'],
    ["(req, res) => { res.redirect(302, '/new') }", 'redirect:302:/new'],
    ["function (a, b) { return b.redirect('https://example.com/x') }", 'redirect:https://example.com/x'],
    ["(req, res) => res.redirect(base + '/x')", 'redirect:/base/x'],
    ["(req, res) => res.redirect(304, '/new')", 'appController.getOld'],
    ["(req, res) => res.redirect(code, '/new')", 'appController.getOld'],
    ["(req, res) => res.redirect('//evil.example')", 'appController.getOld'],
    ["(req, res) => res.redirect('relative')", 'appController.getOld'],
    ["(req, res) => res.redirect('/a#b')", 'appController.getOld'],
    ["(req, res) => req.redirect('/new')", 'appController.getOld'],
    ["(req, res) => res.send('/new')", 'appController.getOld'],
    ["(req, res) => { log(); res.redirect('/new') }", 'appController.getOld'],
    ["(req, res) => res.redirect(find('/new'))", 'appController.getOld'],
    ["(req) => res.redirect('/new')", 'appController.getOld'],
  ])('%s gives %s', (handler, target) => {
    expect(linesOf(`const base = '/base', code = process.env.CODE; app.get('/old', ${handler})`)).toEqual([
      `GET /old/? ${target}`,
    ])
  })
})

test('handlers and middleware have the names that a reader expects', () => {
  const files = {
    'app.js': `${programHead}
const users = require('./users.controller'), auth = require('./auth'), Other = require('./other')
const { passport } = require('passport')
const handlers = { one(req, res) {}, handler: (req, res) => {} }
app.get('/a', users.list)
app.get('/b', users.Show)
app.get('/c', Other.list)
app.get('/d', handlers.one)
app.get('/e', handlers.handler)
app.post('/f/:id/x-y', (req, res) => {})
app.all('/', (req, res) => {})
app.get('/g', auth.required, auth('admin', { a: 1 }), users.list)
app.get('/h', passport.initialize(), function (req, res) {})
app.get('/i', (req, res, next) => next(), (req, res) => {})
app.get('/j', auth.wrap(users.list))
app.get('/k', auth.wrap(async (req, res) => {}))
app.get('/l', function named(req, res) {}), app.get('/m', function named(req, res) {})
app.get('/n', require('./default'))
app.get('/o', ...[auth.required, users.list])
undeclared = (req, res) => {}
app.get('/p', undeclared)
const set = (given, list) => { app.get('/q', given.Show), app.get('/r', list) }
set(users, users.list)
app.get('/s', users.list.bind(users), users['list'], this.nothing)
`,
    'users.controller.js': `exports.list = (req, res) => {}\nexports.Show = (req, res) => {}\n`,
    'other.js': `exports.list = (req, res) => {}\n`,
    'auth.js': `module.exports = (role) => (req, res, next) => next()\nmodule.exports.required = (req, res, next) => next()\nmodule.exports.wrap = (f) => (req, res, next) => f(req, res, next)\n`,
    'default.js': `module.exports = (req, res) => {}\n`,
  }
  expect(application(files).lines()).toEqual([
    'GET /a/? users.list',
    'GET /b/? users.show',
    'GET /c/? other.list',
    'GET /d/? appController.one',
    'GET /e/? appController.getE',
    'POST /f/{id}/x-y/? appController.postFByIdXY',
    '* / appController.handleIndex',
    'GET /g/? users.list [authRequired authAdmin]',
    'GET /h/? appController.getH [passportInitialize]',
    'GET /i/? appController.getI [appMiddleware]',
    'GET /j/? users.list2',
    'GET /k/? authController.wrap',
    'GET /l/? appController.named',
    'GET /m/? appController.named2',
    'GET /n/? defaultController.default',
    'GET /o/? usersController.list [authRequired]',
    'GET /p/? appController.undeclared',
    'GET /q/? usersController.show',
    'GET /r/? usersController.list',
    'GET /s/? appController.getS [list]',
  ])
})

test('what pages of packages answer, and what only passes on', () => {
  const lines = linesOf(`
    const swagger = require('swagger-ui-express')
    app.get('/a', function a() {})
    app.use('/docs', swagger.serve, swagger.setup({}))
    app.use('/later', (req, res, next) => next())
    app.use('/late', function (...all) {})
    app.get('/b', function b() {})
    app.get('/later/c', function c() {})`)
  expect(lines).toEqual([
    'GET /a/? appController.a',
    '* /docs/? swagger.serve',
    '* /docs/{<.+>path} swagger.serve',
    '* /docs/? appController.setup',
    '* /docs/{<.+>path} appController.setup',
    '* /late/? appController.handleLateAll',
    '* /late/{<.+>path} appController.handleLateAll',
    'GET /b/? appController.b',
    'GET /later/c/? appController.c [appMiddleware]',
  ])
})

describe('settings', () => {
  test.each<[string, string[]]>([
    ['const r = express.Router({ strict: true })', ['/r/a']],
    ['const r = express.Router({ strict: false })', ['/r/a/?']],
    ["app.set('strict routing', true); const r = express.Router()", ['/r/a/?']],
    ['const r = express.Router(); r.strict = true', ['/r/a']],
    ['const r = express.Router(); r.strict = process.env.STRICT', ['/r/a/?']],
  ])('%s', (source, paths) => {
    const lines = linesOf(`${source}; r.get('/a', function a() {}); app.use('/r', r)`)
    expect(lines.map((line) => line.split(' ')[1])).toEqual(paths)
  })
})

test('twenty differences are shown, and the others counted', () => {
  const hidden = Array.from(
    { length: 25 },
    (_, index) => `app.get('/hidden${index}', (req, res) => res.send('x'))`,
  )
  const { stdout } = application({
    'app.js': `${programHead}app.get('/', (req, res) => res.send('x'))\neval(${JSON.stringify(hidden.join(';'))})\nmodule.exports = app`,
  }).run('--verify')
  expect(stdout.match(/was not seen by the import/g)).toHaveLength(20)
  expect(stdout).toContain('\n... and 5 more (--json)\n')
  expect(stdout).not.toContain('loaded without')
})
