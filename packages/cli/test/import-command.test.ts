import { afterAll, describe, expect, test } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { ImportedApplication } from './imported-application.js'

afterAll(() => ImportedApplication.removeAll())

const application = (files: Record<string, string>, express: 4 | 5 = 5): ImportedApplication =>
  new ImportedApplication(files, express)

/** The lines of an application that is one file. */
const linesOf = (source: string, express: 4 | 5 = 5): string[] =>
  application(
    { 'app.js': `const express = require('express')\nconst app = express()\n${source}` },
    express,
  ).lines()

describe('what is read', () => {
  test('methods, all, route() and the handlers of controllers', () => {
    const files = {
      'app.js': `
        const express = require('express')
        const userController = require('./controllers/user')
        const app = express()
        app.get('/users', userController.list)
        app.all('/any', userController.any)
        app.route('/users/:id').get(userController.show).put(userController.update)
        module.exports = app`,
      'controllers/user.js': `
        exports.list = (req, res) => res.send('list')
        exports.any = (req, res) => res.send('any')
        exports.show = (req, res) => res.send('show')
        exports.update = (req, res) => res.send('update')`,
    }
    expect(application(files).lines()).toEqual([
      'GET /users/? userController.list',
      '* /any/? userController.any',
      'GET /users/{id}/? userController.show',
      'PUT /users/{id}/? userController.update',
    ])
  })

  test('every line tells its source, its route file and its line', () => {
    const one = application({
      'src/app.js': `import express from 'express'\nimport users from './users.js'\nconst app = express()\napp.use('/users', users)\nexport default app\n`,
      'src/users.js': `import { Router } from 'express'\nconst router = Router()\nrouter.get('/:id', function show(req, res) {})\nexport default router\n`,
      'package.json': '{"type":"module"}',
    })
    const [route] = one.report('--entry', 'src/app.js').routes
    expect(route).toEqual({
      method: 'GET',
      path: '/users/{id}/?',
      line: 3,
      action: 'usersController.show',
      middleware: [],
      source: { file: 'src/users.js', line: 3 },
      routeFile: 'users.routes',
    })
    expect(one.read('users.routes').split('\n')[2]).toBe('GET  /{id}/?  usersController.show')
  })

  test('routers in routers, with the variables of their mounts, mounted more than once', () => {
    const lines = linesOf(`
      const comments = express.Router({ mergeParams: true })
      comments.get('/', function list() {})
      comments.get('/:comment', function show() {})
      const posts = express.Router()
      posts.use('/:post/comments', comments)
      app.use('/posts', posts)
      app.use(['/a', '/b'], comments)`)
    expect(lines).toEqual([
      'GET /posts/{post}/comments/? appController.list',
      'GET /posts/{post}/comments/{comment}/? appController.show',
      'GET /a/? appController.list',
      'GET /a/{comment}/? appController.show',
      'GET /b/? appController.list',
      'GET /b/{comment}/? appController.show',
    ])
  })

  test('a variable of a mount that its router uses again gets another name', () => {
    const lines = linesOf(`
      const inner = express.Router()
      inner.get('/:id', function show() {})
      app.use('/shops/:id', inner)`)
    expect(lines).toEqual(['GET /shops/{idAbove}/{id}/? appController.show'])
  })

  test('functions that are given the application, and classes that hold it', () => {
    const files = {
      'index.js': `require('./server')`,
      'server.js': `
        const express = require('express')
        class Server {
          constructor(parts) { this.app = express(); this.parts = parts; this.register() }
          register() { for (const part of this.parts) part(this.app) }
        }
        new Server([require('./users'), require('./posts')]).app.listen(3000)`,
      'users.js': `module.exports = (app) => { app.get('/users', function list() {}) }`,
      'posts.js': `module.exports = function (server) { server.get('/posts', function list() {}) }`,
    }
    expect(application(files).lines()).toEqual([
      'GET /users/? usersController.list',
      'GET /posts/? postsController.list',
    ])
  })

  test('loops over literal lists, maps and objects, and paths that are computed', () => {
    const lines = linesOf(`
      const prefix = '/api'
      const show = (name) => (req, res) => res.send(name)
      for (const name of ['users', 'posts']) app.get(\`\${prefix}/\${name}\`, function list() {})
      Object.entries({ about: 'About', help: 'Help' }).forEach(([path, title]) => app.get('/' + path, show(title)))
      for (const [path, file] of new Map([['/x.js', 'a'], ['/y.js', 'b']])) app.get(path, (req, res) => res.sendFile(file))
      for (let version = 1; version <= 2; version++) app.get('/v' + version, function version() {})`)
    expect(lines.map((line) => line.split(' ')[1])).toEqual([
      '/api/users/?',
      '/api/posts/?',
      '/about/?',
      '/help/?',
      '/x.js/?',
      '/y.js/?',
      '/v1/?',
      '/v2/?',
    ])
    expect(new Set(lines.map((line) => line.split(' ')[2])).size).toBe(8)
  })

  test('files of a folder that the program requires one by one', () => {
    const files = {
      'app.js': `
        const fs = require('fs'), path = require('path')
        const app = require('express')()
        fs.readdirSync(path.join(__dirname, 'routes'))
          .filter((file) => file.endsWith('.js'))
          .forEach((file) => app.use('/' + path.basename(file, '.js'), require(path.join(__dirname, 'routes', file))))`,
      'routes/books.js': `const r = module.exports = require('express').Router(); r.get('/', function index() {})`,
      'routes/authors.js': `const r = module.exports = require('express').Router(); r.get('/', function index() {})`,
    }
    expect(application(files).lines()).toEqual([
      'GET /authors/? authorsController.index',
      'GET /books/? booksController.index',
    ])
  })

  test('TypeScript with path aliases, type imports, enums and parameter properties', () => {
    const files = {
      'tsconfig.json': `{ // comments
        "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["src/*"], }, }, }`,
      'src/main.ts': `
        import express, { type Application } from 'express'
        import { UserRoutes } from '@/users/user.routes'
        import legacy = require('./legacy')
        const app: Application = express()
        enum Paths { Users = '/users' }
        app.use(Paths.Users as string, new UserRoutes('/list').router!)
        legacy(app)
        export { app }`,
      'src/users/user.routes.ts': `
        import { Router, type Request, type Response } from 'express'
        export class UserRoutes {
          readonly router: Router = Router()
          constructor(private readonly path: string) { this.router.get(\`\${this.path}/:id\`, this.show) }
          private show = (req: Request, res: Response): void => { res.send('x') }
        }`,
      'src/legacy.ts': `export = function (app: any) { app.get<string>('/old', (req: any, res: any) => res.send('old')) }`,
    }
    expect(application(files).lines('--entry', 'src/main.ts')).toEqual([
      'GET /users/list/{id}/? userController.getUsersListById',
      'GET /old/? legacyController.getOld',
    ])
  })

  test('handlers that are wrapped, bound, exported by their names, or by default', () => {
    const files = {
      'app.js': `
        const app = require('express')()
        const wrap = (handler) => (req, res, next) => Promise.resolve(handler(req, res, next)).catch(next)
        const { login } = require('./auth.controller')
        const home = require('./home')
        const users = require('./users')
        app.get('/', home)
        app.post('/login', wrap(login))
        app.get('/users', users.list.bind(users))
        app.get('/me', wrap(users.me))`,
      'auth.controller.js': `exports.login = async () => {}`,
      'home.js': `module.exports = (req, res) => res.send('home')`,
      'users.js': `class Users { list() {} me() {} }\nmodule.exports = new Users()`,
    }
    expect(application(files).lines()).toEqual([
      'GET / homeController.home',
      'POST /login/? authController.login',
      'GET /users/? users.list',
      'GET /me/? users.me',
    ])
  })
})

describe('paths', () => {
  test.each<[string, string[]]>([
    ["'/user/:id?'", ['/user/{id}/?', '/user/?']],
    ["'/user/:id(\\\\d+)'", ['/user/{<\\d+>id}/?']],
    ["'/files/*'", ['/files/{<.*>path}']],
    ["'*'", ['/{<.*>path}']],
    ["'/:from-:to'", ['/{from}-{to}/?']],
    ["'/:file.:ext?'", ['/{file}.{<[^/.]+>ext}/?', '/{file}/?']],
    ["'/ab?cd'", ['/abcd/?', '/acd/?']],
    ["'/(a|b)'", ['/a/?', '/b/?']],
    ["['/x', '/y']", ['/x/?', '/y/?']],
    ["'/:lang(en|de)/about'", ['/{<en|de>lang}/about/?']],
    ["'/café'", ['/caf%C3%A9/?']],
  ])('Express 4 %s', (path, patterns) => {
    expect(linesOf(`app.get(${path}, function show() {})`, 4)).toEqual(
      patterns.map((pattern) => `GET ${pattern} appController.show`),
    )
  })

  test.each<[string, string[]]>([
    ["'/user{/:id}'", ['/user/{id}/?', '/user/?']],
    ["'/files/*path'", ['/files/{<.+>path}']],
    ["'/{*path}'", ['/{<.+>path}', '/']],
    ["'/:file{.:ext}'", ['/{file}.{ext}/?', '/{file}/?']],
    ["'/a\\\\:b'", ['/a:b/?']],
    ['/^\\/(?:en|de)\\/(\\d+)\\/?$/', ['/en/{<\\d+>p0}/?', '/de/{<\\d+>p0}/?']],
    ['/^\\/commits\\/(\\w+)$/', ['/commits/{<\\w+>p0}']],
    ['/.*fly$/', ['/{<.*>path}fly']],
    ['/^\\/(?!api).*/', ['/{<(?!api).*>p0}']],
    ['/^(?!\\/api).*/', ['/{<(?!api).*>p0}']],
    ['/^(?=\\/a)\\/\\w+$/', ['/{<(?=a)\\w+>p0}']],
    ['/\\/api$/', ['/api', '/{<.+>path}/api']],
    ['/api$/', ['/{<.*>path}api']],
  ])('Express 5 %s', (path, patterns) => {
    expect(linesOf(`app.get(${path}, function show() {})`)).toEqual(
      patterns.map((pattern) => `GET ${pattern} appController.show`),
    )
  })

  test('strict routing keeps the slash as it is', () => {
    expect(
      linesOf(
        `app.enable('strict routing'); app.get('/a', function a() {}); app.get('/b/', function b() {})`,
      ),
    ).toEqual(['GET /a appController.a', 'GET /b/ appController.b'])
  })
})

describe('middleware', () => {
  test('of routes, of routers and of mounts, in order; what comes later concerns later lines only', () => {
    const lines = linesOf(`
      function log(req, res, next) { next() }
      function signedIn(req, res, next) { next() }
      const allow = (role) => (req, res, next) => next()
      const admin = express.Router()
      admin.get('/early', function early() {})
      admin.use(log)
      admin.get('/', [signedIn, allow('admin')], function index() {})
      admin.use('/users', allow('users'))
      admin.get('/users/:id', function user() {})
      admin.get('/posts', function posts() {})
      app.use(express.json())
      app.get('/', signedIn, function home() {})
      app.use('/admin', signedIn, admin)`)
    expect(lines).toEqual([
      'GET / appController.home [signedIn]',
      'GET /admin/early/? appController.early [signedIn]',
      'GET /admin/? appController.index [signedIn log allowAdmin]',
      'GET /admin/users/{id}/? appController.user [signedIn log allowUsers]',
      'GET /admin/posts/? appController.posts [signedIn log]',
    ])
  })

  test('the code before the first route and behind the last one stays in the application', () => {
    const report = application({
      'app.js': `
        const app = require('express')()
        app.use(require('express').json())
        app.get('/', function home() {})
        app.use((req, res) => res.status(404).end())
        app.use((error, req, res, next) => res.status(500).end())`,
    }).report()
    expect(report.routes).toHaveLength(1)
    expect(report.kept.map(({ position }) => position)).toEqual(['before', 'behind', 'behind'])
  })

  test('hooks of variables run by name at the lines that have the variable, and are told', () => {
    const { routes, untranslated } = application({
      'app.js': `
        const app = require('express')()
        app.param('user', (req, res, next, id) => next())
        app.get('/users/:user', function show() {})
        app.get('/users', function list() {})`,
    }).report()
    expect(routes.map(({ middleware }) => middleware)).toEqual([['loadUser'], []])
    expect(untranslated).toMatchObject([
      { source: { file: 'app.js', line: 3 }, reason: expect.stringContaining('param') as unknown as string },
    ])
  })

  test('the last answer of a mounted router is a line of its own', () => {
    const lines = linesOf(`
      const api = express.Router()
      api.get('/users', function users() {})
      api.use(function missing(req, res) { res.status(404).json({}) })
      app.use('/api', api)
      app.get('*splat', function page() {})`)
    expect(lines).toEqual([
      'GET /api/users/? appController.users',
      '* /api/? appController.missing',
      '* /api/{<.+>path} appController.missing',
      'GET /{<.*>splat} appController.page',
    ])
  })
})

test('static folders and redirections become targets', () => {
  const lines = linesOf(`
    const path = require('path')
    app.use('/assets', express.static(path.join(__dirname, 'public')))
    app.get('/old', (req, res) => res.redirect('/new'))
    app.get('/older', function (req, res) { return res.redirect(301, '/new') })
    app.get('/back', (req, res) => res.redirect(req.get('Referer')))`)
  expect(lines).toEqual([
    'GET /assets/ staticDir:public',
    'GET /old/? redirect:/new',
    'GET /older/? redirect:301:/new',
    'GET /back/? appController.getBack',
  ])
})

test('handlers that a list takes from another one keep their names', () => {
  const one = application({
    'app.js': `
      const app = require('express')()
      function a(req, res, next) {}
      function b(req, res, next) {}
      function show(req, res) {}
      const c = b
      app.get('/spread', [...[a, b], show])
      app.get('/named', [a, c], show)`,
  })
  expect(one.lines()).toEqual([
    'GET /spread/? appController.show [a b]',
    'GET /named/? appController.show [a b]',
  ])
})

describe('every line that cannot be translated is reported with its place', () => {
  const source = [
    "const app = require('express')()", // 1
    'const { table } = require("./generated")',
    "app.get(process.env.SECRET_PATH, (req, res) => res.send('x'))", // 3
    'app.get(/(.)\\1/, (req, res) => res.send("x"))', // 4
    'app[table.method]("/x", (req, res) => res.send("x"))', // 5
    'app.get("/y", ...table.handlers)', // 6
    'function never(app) { app.post("/never", (req, res) => res.send("x")) }', // 7
    'const lost = require("express").Router()',
    'lost.get("/lost", (req, res) => res.send("x"))', // 9
    'require("express-ws")(app)', // 10
    "app.get('/', (req, res) => res.send('home'))",
    'app.get("no-slash", (req, res) => res.send("x"))', // 12
  ]
  const one = application({ 'app.js': source.join('\n') })
  const { routes, untranslated } = one.report()

  test('in the report', () => {
    expect(routes.map(({ path }) => path)).toEqual(['/'])
    const places = untranslated.map(({ source: { file, line } }) => `${file}:${line}`)
    expect(places.toSorted((left, right) => left.localeCompare(right, 'en', { numeric: true }))).toEqual(
      [3, 4, 5, 6, 7, 9, 10, 12].map((line) => `app.js:${line}`),
    )
    for (const { reason, suggestion } of untranslated) expect([reason, suggestion]).not.toContain('')
  })

  test('as comments of the route file, where the line would stand', () => {
    const text = one.read('routes.conf')
    expect(text).toContain(
      '# not imported: The path is known at run time only: process.env.SECRET_PATH (app.js:3)',
    )
    expect(text.indexOf('app.js:4')).toBeLessThan(text.indexOf('GET  /'))
    expect(text.indexOf('GET  /')).toBeLessThan(text.indexOf('app.js:12'))
  })

  test('with exit code 1', () => {
    expect(one.run().status).toBe(1)
  })
})

test('a condition that only a run can decide becomes middleware that passes the line on', () => {
  const one = application({
    'app.js': `
      const app = require('express')()
      if (process.env.NODE_ENV === 'development') app.get('/debug', function debug(req, res) {})
      if (!process.env.CLOSED) { app.get('/open', function open(req, res) {}) }`,
  })
  expect(one.lines()).toEqual([
    'GET /debug/? appController.debug [whenNodeEnvIsDevelopment]',
    'GET /open/? appController.open [whenNotClosed]',
  ])
  expect(one.read('controllers.js')).toContain(
    "whenNodeEnvIsDevelopment: (request, response, next) => next(process.env.NODE_ENV === 'development' ? undefined : 'route')",
  )
})

describe('a route in a loop over what only a run could tell has the condition that there is something', () => {
  const loops: readonly (readonly [loop: string, condition: string])[] = [
    ['for (const each of list) add()', '[...lists.list].length > 0'],
    ['for (const key in list) add()', 'Object.keys(lists.list).length > 0'],
    ['for (const each of [...list]) add()', '[...[...lists.list]].length > 0'],
    ['list.forEach(() => add())', '[...lists.list].length > 0'],
    ['list.map(() => add())', '[...lists.list].length > 0'],
    ['[...list].forEach(() => add())', '[...[...lists.list]].length > 0'],
    ['new Set(list).forEach(() => add())', '[...new Set(lists.list)].length > 0'],
    ['Array.from(list, () => add())', '[...lists.list].length > 0'],
    ['for (const each of Array.from(list)) add()', '[...Array.from(lists.list)].length > 0'],
    ['require("lodash").forEach(list, () => add())', '[...lists.list].length > 0'],
    ['const each = () => { for (const one of list) return; add() }; each()', '!([...lists.list].length > 0)'],
    ['const each = () => { while (list.next()) return; add() }; each()', '!(lists.list.next())'],
    ['if (list.a ? list.b : list.c) add()', '(lists.list.a ? lists.list.b : lists.list.c)'],
  ]
  const program = (loop: string): string => `
    const app = require('express')(), { list } = require('lists')
    const add = () => app.get('/same', function same(req, res) {});
    ${loop}`

  test.each(loops)('%s', (loop, condition) => {
    const one = application({ 'app.js': program(loop) })
    expect(one.lines()).toEqual([
      expect.stringMatching(/^GET \/same\/\? appController.same \[when\w+\]$/) as unknown as string,
    ])
    expect(one.read('controllers.js')).toContain(`next(${condition} ? undefined : 'route')`)
  })

  test.each([
    'for (const each of [1]) add()',
    'for (const each of [1, ...list]) { add(); break }',
    'for (const key in { a: 1, ...list }) { add(); break }',
    '[1].forEach(() => add())',
    'list.then(() => add())',
    'for (const each of list) continue; add()',
    'for (const each of list) if (each.a) throw each; add()',
  ])('but none in %s', (loop) => {
    expect(application({ 'app.js': program(loop) }).lines()).toEqual(['GET /same/? appController.same'])
  })
})

test('the calls that are not followed any more are told, where they would register routes', () => {
  const calls = Array.from(
    { length: 42 },
    (_, index) => `add(process.env.A${index}); log(process.env.A${index})`,
  )
  const { routes, untranslated } = application({
    'app.js': `
      const app = require('express')()
      let number = 0
      function add(unknown) { app.get('/' + number++, function show(req, res) {}) }
      function log(unknown) {}
      ${calls.join('\n')}`,
  }).report()
  expect(routes).toHaveLength(40)
  expect(untranslated.map(({ reason, source }) => [source.line, reason])).toEqual(
    [40, 41].map((index) => [
      index + 6,
      `add(process.env.A${index}) is one call too many: no argument is known, and 40 calls were followed`,
    ]),
  )
})

const shop = {
  'app.js': `
const express = require('express')
const items = require('./controllers/items')
const { signedIn, allow } = require('./guards')
const app = express()
app.use(express.json())
app.use('/files', express.static('public'))
app.get('/', items.home)
app.get('/items', items.list)
app.get('/items/new', signedIn, items.create)
app.get('/items/:id', items.show)
app.post('/items/:id', signedIn, allow('editor'), items.update)
app.get('/login', (req, res) => res.redirect('/'))
app.use('/admin', signedIn, require('./routes/admin'))
app.use((req, res) => res.status(404).send('none'))
module.exports = app
if (require.main === module) app.listen(0)
`,
  'controllers/items.js': `
exports.home = (req, res) => res.send('home')
exports.list = (req, res) => res.send('list')
exports.create = (req, res) => res.send('create')
exports.show = (req, res) => res.send('show ' + req.params.id)
exports.update = (req, res) => res.send('update ' + req.params.id)
`,
  'guards.js': `
exports.signedIn = (req, res, next) => (req.get('user') ? next() : res.status(401).send('who'))
exports.allow = (role) => (req, res, next) => (req.get('user') === role ? next() : res.status(403).send('no ' + role))
`,
  'routes/admin.js': `
const router = require('express').Router()
const { allow } = require('../guards')
const admin = require('../controllers/admin')
router.use(allow('admin'))
router.get('/', admin.index)
router.route('/users/:id').get(admin.user).delete(admin.remove)
module.exports = router
`,
  'controllers/admin.js': `
exports.index = (req, res) => res.send('index')
exports.user = (req, res) => res.send('user ' + req.params.id)
exports.remove = (req, res) => res.send('remove ' + req.params.id)
`,
  'public/a.txt': 'a file',
} as const

describe.each([4, 5] as const)('an application of Express %i', (express) => {
  const one = application(shop, express)

  test('is verified: every request reaches the same handler', () => {
    const { status, stdout } = one.run('--verify')
    const [, same, requests] = /(\d+) of (\d+) requests reach the same handler/.exec(stdout) ?? []
    expect([status, same]).toEqual([0, requests])
    expect(Number(requests)).toBeGreaterThan(100)
  })

  test('answers the same with the route file and the controllers that were written', () => {
    one.run()
    one.write(
      'wired.js',
      `
const express = require('express')
const { RouterHandlerMapping } = require('@mvc-router/router-core/express')
const { controllers, middleware } = require('./controllers.js')
module.exports = async () => {
  const app = express()
  app.use(express.json())
  const mapping = new RouterHandlerMapping({ routeFiles: ['routes.conf'], controllers, middleware })
  await mapping.load()
  app.use(mapping.middleware)
  app.use((req, res) => res.status(404).send('none'))
  return app
}`,
    )
    one.write(
      'compare.js',
      `
const requests = []
for (const path of ['/', '/items', '/items/', '/items/new', '/items/7', '/items/a%20b', '/login', '/admin', '/admin/', '/admin/users/3', '/admin/none', '/none', '/files/a.txt'])
  for (const method of ['GET', 'POST', 'DELETE', 'HEAD'])
    for (const user of ['', 'editor', 'admin']) requests.push({ path, method, user })
async function answers(app) {
  const server = app.listen(0)
  await new Promise((resolve) => server.once('listening', resolve))
  const told = []
  for (const { path, method, user } of requests) {
    const headers = user === '' ? {} : { user }
    const response = await fetch('http://127.0.0.1:' + server.address().port + path, { method, headers, redirect: 'manual' })
    told.push([method, path, user, response.status, response.headers.get('location'), await response.text()].join(' '))
  }
  server.close()
  server.closeAllConnections()
  return told
}
;(async () => {
  const before = await answers(require('./app'))
  const after = await answers(await require('./wired')())
  console.log(JSON.stringify({ count: before.length, different: before.flatMap((each, index) => (each === after[index] ? [] : [[each, after[index]]])) }))
})()`,
    )
    const output = execFileSync(process.execPath, ['compare.js'], { cwd: one.folder, encoding: 'utf8' })
    // What the router of /admin does not know was refused before it was missing, and is missing now.
    const { count, different } = JSON.parse(output) as { count: number; different: [string, string][] }
    expect(count).toBe(156)
    expect(different.filter(([before]) => !before.includes('/admin'))).toEqual([])
    for (const [before, after] of different)
      expect([/ 40[13] /.test(before), / 404 /.test(after)]).toEqual([true, true])
  })
})

test('a route that the source does not show is a difference', () => {
  const one = application({
    'app.js': `
      const app = require('express')()
      app.get('/seen', (req, res) => res.send('x'))
      eval("app.get('/hidden', (req, res) => res.send('x'))")
      module.exports = app`,
  })
  const { status, stdout } = one.run('--verify')
  expect(stdout).toContain('GET /hidden (app.js:4) is registered at run time, and was not seen by the import')
  expect(status).toBe(1)
})

test('a package that is missing has a stand-in while the application is verified', () => {
  const { verified } = application({
    'app.js': `
      const app = require('express')()
      const { Client } = require('no-such-database')
      class Store extends Client {}
      app.get('/', new Store().handler())
      app.get('/x', (req, res) => res.send('x'))
      module.exports = app`,
  }).report('--verify')
  expect(verified).toMatchObject({ different: [], standIns: ['no-such-database'] })
})

describe('wrong usage is told in one line, with exit code 2', () => {
  test.each<[string, Record<string, string>, string[], string]>([
    [
      'no program',
      { 'README.md': 'x' },
      [],
      'There is no program here\n  hint: name the file that starts the application: --entry src/app.js\n',
    ],
    [
      'no Express',
      { 'index.js': 'console.log(1)', 'src/app.js': '', 'src/main.js': '', 'server.js': '' },
      [],
      'No Express application was found in src/app.js, src/main.js, server.js\n  hint: name the file that starts the application: --entry src/app.js\n',
    ],
    ['a missing entry', { 'app.js': '' }, ['--entry', 'src/app.js'], 'There is no file src/app.js'],
    ['a broken entry', { 'app.js': 'const = 1' }, [], 'app.js:1:7: '],
    [
      'a missing package',
      {
        'app.js': "import x from 'nothing-here'\nimport express from 'express'\nexpress().get('/', x)\n",
        'package.json': '{"type":"module"}',
      },
      ['--verify'],
      'The application cannot be loaded: ',
    ],
  ])('%s', (_, files, args, message) => {
    const { status, stderr, stdout } = application(files).run(...args)
    expect(status).toBe(2)
    expect(stderr).toContain(message)
    expect(stderr + stdout).not.toMatch(/\n\s+at /)
  })

  test('an application without a route counts where there is no other, and its middleware stays', () => {
    const bare = "const app = require('express')()\napp.use(function log(req, res, next) { next() })"
    const files = { 'src/app.js': bare, 'server.js': bare, 'index.js': 'console.log(1)' }
    const { kept, routes } = application(files).report()
    expect(routes).toEqual([])
    expect(kept).toMatchObject([{ source: { file: 'src/app.js', line: 2 } }])
    const routed = `${bare}\napp.get('/', function home(req, res) {})`
    expect(application({ ...files, 'main.js': routed }).lines()).toEqual(['GET / mainController.home'])
  })

  test('a route file that somebody wrote is not replaced', () => {
    const one = application({
      'app.js': "require('express')().get('/', () => {})",
      'routes.conf': 'GET /mine a.b\n',
    })
    expect(one.run()).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('routes.conf is there already') as unknown as string,
    })
    expect(one.read('routes.conf')).toBe('GET /mine a.b\n')
    expect(one.run('--force').status).toBe(0)
    expect(one.run().status).toBe(0)
  })
})

describe('the lines that put the route file to work', () => {
  const wired = (text: string): string => application({ 'app.js': text }).run().stdout

  test('keep links without the last slash where Express forgives it, and only there', () => {
    const lenient = `const app = require('express')()\napp.get('/a', function a(req, res) {})\nmodule.exports = app\n`
    expect(wired(lenient)).toContain('    reverseTrailingSlash: false,\n  })\n')
    const strict = lenient.replace('\n', `\napp.enable('strict routing')\n`)
    expect(wired(strict)).toContain('    middleware,\n  })\n')
  })
})

describe('--move-handlers', () => {
  const source = `
const express = require('express')
const path = require('path')
const app = express()
app.use(express.json())
const notes = [] // in memory
let visits = 0
function titleOf(note) { return note.title.toUpperCase() }
function signedIn(req, res, next) { return req.get('user') ? next() : res.status(401).send('who') }
app.get('/', (req, res) => res.send(path.basename('/x/home')))
app.get('/notes', (req, res) => { res.send(notes.map(titleOf).join()) })
app.post('/notes', signedIn, function create(req, res) { notes.push({ title: req.get('title') }); res.send(String(notes.length)) })
for (const name of ['about', 'help']) app.get('/' + name, (req, res) => res.send('page ' + name))
app.get('/visits', (req, res) => { visits++; res.send(String(visits)) })
app.get('/self', (req, res) => res.send(typeof app))
app.get('/files/*rest', (req, res) => res.send(req.params.rest.join('-')))
module.exports = app
`
  const one = application({ 'app.js': source })
  const { stdout } = one.run('--move-handlers', '--verify')

  test('moves what another file can contain, with the constants and functions that it needs', () => {
    expect(one.read('app.js')).toBe(`
const express = require('express')
const path = require('path')
const app = express()
app.use(express.json())
const { controllers, middleware, notes, titleOf } = require('./controllers')
const signedIn = middleware.signedIn
// in memory
let visits = 0
app.get('/', controllers.appController.index)
app.get('/notes', controllers.appController.getNotes)
app.post('/notes', signedIn, controllers.appController.create)
for (const name of ['about', 'help']) app.get('/' + name, (req, res) => res.send('page ' + name))
app.get('/visits', (req, res) => { visits++; res.send(String(visits)) })
app.get('/self', (req, res) => res.send(typeof app))
app.get('/files/*rest', controllers.appController.getFilesByRest)
module.exports = app
`)
  })

  test('keeps the lines of a handler as deep as its new place, but not those of a text', () => {
    const program = `
const express = require('express')
const app = express()
app.get('/', function (req, res) {
  const text = \`one
two\`
  res.send(text)
})
module.exports = app
`
    const deep = application({ 'app.js': program })
    deep.run('--move-handlers')
    expect(deep.read('controllers.js')).toContain(`    index: function (req, res) {
      const text = \`one
two\`
      res.send(text)
    },
`)
  })

  test('says what stays, and why', () => {
    expect(stdout).toMatch(/getVisits {2}app\.js:14:20 {2}it uses the variable visits, which changes/)
    expect(stdout).toMatch(/getSelf {2}app\.js:15:18 {2}it uses the application itself \(app\)/)
    expect(stdout).toMatch(/(\d+) of \1 requests reach the same handler/)
  })

  test('keeps the application working, and the route file answers as it does', () => {
    one.write(
      'compare.js',
      `
const { RouterHandlerMapping } = require('@mvc-router/router-core/express')
const { controllers, middleware } = require('./controllers')
async function answers(app) {
  const server = app.listen(0)
  await new Promise((resolve) => server.once('listening', resolve))
  const told = []
  for (const [method, path, headers] of [['GET', '/'], ['POST', '/notes', { title: 'a' }], ['POST', '/notes', { title: 'a', user: 'x' }], ['GET', '/notes'], ['GET', '/about'], ['GET', '/help'], ['GET', '/files/a/b/c']]) {
    const response = await fetch('http://127.0.0.1:' + server.address().port + path, { method, headers })
    told.push(response.status + ' ' + (await response.text()))
  }
  server.close()
  server.closeAllConnections()
  return told
}
;(async () => {
  const before = await answers(require('./app'))
  require('fs').writeFileSync('some.conf', require('fs').readFileSync('routes.conf', 'utf8').split('\\n').filter((line) => !/getVisits|getSelf/.test(line)).join('\\n'))
  const mapping = new RouterHandlerMapping({ routeFiles: ['some.conf'], controllers, middleware })
  await mapping.load()
  const app = require('express')()
  app.use(mapping.middleware)
  console.log(JSON.stringify([before, await answers(app)]))
})()`,
    )
    const output = execFileSync(process.execPath, ['compare.js'], { cwd: one.folder, encoding: 'utf8' })
    const [before, after] = JSON.parse(output) as string[][]
    expect(before).toEqual([
      '200 home',
      '401 who',
      '200 1',
      '200 A',
      '200 page about',
      '200 page help',
      '200 a-b-c',
    ])
    // The notes are the same ones, so the second application has one more.
    expect(after).toEqual([
      '200 home',
      '401 who',
      '200 2',
      '200 A,A',
      '200 page about',
      '200 page help',
      '200 a-b-c',
    ])
  })

  test('a second import does not overwrite what has moved', () => {
    const before = one.read('controllers.js')
    expect(one.run()).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('is part of the application already') as unknown as string,
    })
    expect(one.read('controllers.js')).toBe(before)
  })
})
