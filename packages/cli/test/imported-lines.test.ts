import { afterAll, describe, expect, test } from '@jest/globals'
import { application, ImportedApplication, linesOf } from './imported-application.js'

afterAll(() => ImportedApplication.removeAll())

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

  test.each([
    "connect('url', (err, db) => { if (err) return; register(db) })",
    "connect('url', (error) => register(error))",
    'connect((ctx) => register(ctx))',
  ])('functions that a package calls back: %s', (call) => {
    const lines = linesOf(`
      const connect = require('database')
      const register = (db) => app.get('/a', function show() {})
      ${call}
      app.get('/b', connect((req, res) => app.get('/never', show)), function show() {})`)
    expect(lines.map((line) => line.split(' ')[1])).toEqual(['/a/?', '/b/?'])
  })

  test('as many classes as a program has, whatever only a run could tell of their options', () => {
    const names = Array.from({ length: 50 }, (_, index) => `Part${index}`)
    const lines = linesOf(`
      const options = require('options')
      class Part {
        constructor(options) { this.own = express.Router() }
        get router() { return this.own }
      }
      const make = () => express.Router()
      ${names
        .map(
          (name) => `
      class ${name} extends Part { constructor(options) { super(options); this.own.get('/a', function show() {}) } }
      const made${name} = make()
      made${name}.get('/b', function show() {})
      app.use('/${name}', new ${name}(options).router, made${name})`,
        )
        .join('')}`)
    expect(lines.map((line) => line.split(' ')[1])).toEqual(
      names.flatMap((name) => [`/${name}/a/?`, `/${name}/b/?`]),
    )
  })

  test('handlers of a call that had others before which only a run could tell', () => {
    const lines = linesOf(`
      for (const [path, handlers] of [['/a', require('handlers')], ['/b', [function show() {}]]])
        app.get(path, ...handlers)`)
    expect(lines).toEqual(['GET /b/? appController.show'])
  })

  test('routes behind functions that call each other without end', () => {
    const lines = linesOf(`
      const options = require('options')
      const names = ['a', 'b', 'c', 'd', 'e']
      const parse = (text, depth) => names.map((name) => (options[name] ? parse(text + name, depth + 1) : split(text, depth)))
      const split = (text, depth) => names.map((name) => (options[name] ? split(text, depth + 1) : parse(text + name, depth)))
      const wait = () => { while (true) { if (options.next()) break } }
      for (const name of names) { parse(name, 0); split(name, 0); wait() }
      app.get('/a', function show() {})`)
    expect(lines).toEqual(['GET /a/? appController.show'])
  })

  test.each([
    "(process.env.BASE || '/api/').trim().replace(/[/]$/, '')",
    "process.env.BASE?.trim() || '/api'",
    "'/api'.slice(0, 4)",
    'settings.base',
    "require('options').base || '/api'",
    "((options) => options.base ?? '/api')(require('options'))",
    "(({ base = '/api' }) => base)(require('options')())",
  ])('paths of which the environment may say another one: %s', (base) => {
    const one = application({
      'app.js': `
      const app = require('express')()
      const { BASE = '/api' } = process.env
      const settings = { base: BASE }
      if (process.env.DEV) process.env.BASE = '/dev'
      let base = ${base}
      if (!base.startsWith('/')) base = '/' + base
      const tail = base.endsWith('/') ? base : base + '/'
      app.get(base + '/a', function a() {})
      app.get(tail + 'b', function b() {})
      if (base !== '/api') app.get('/c', function c() {})`,
    })
    expect(one.report().routes.map(({ path }) => path)).toEqual(
      base.includes('slice') ? ['/api/a/?', '/api/b/?'] : ['/api/a/?', '/api/b/?', '/c/?'],
    )
    expect(one.read('routes.conf').includes(`# base + '/a' is taken as "/api/a", its default`)).toBe(
      !base.includes('slice'),
    )
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

  test.each([
    `fs.readdirSync(folder).filter((file) => file.endsWith('.js')).forEach(mount)`,
    `fs.readdir(folder, (error, files) => files.slice(0, 2).forEach(mount))`,
    `fs.promises.readdir(folder).then((files) => { for (const file of files) if (file !== 'readme') mount(file) })`,
    `void (async () => { for (const file of await require('fs/promises').readdir(folder)) if (path.extname(file)) mount(file) })()`,
    `fs.readdirSync(folder, { withFileTypes: true }).forEach((each) => { if (each.isFile() && /js$/.test(each.name)) mount(each.name) })`,
    `fs.readdirSync(__dirname, { recursive: true }).forEach((each) => { if (/^routes.*js$/.test(each)) mount(path.basename(each)) })`,
    `const walk = (at) => fs.readdirSync(at).forEach((each) => fs.statSync(path.join(at, each)).isDirectory() ? walk(path.join(at, each)) : /s.js$/.test(each) && mount(each)); walk(folder)`,
    `JSON.parse(fs.readFileSync(path.join(folder, 'readme'), 'utf8')).forEach(mount)`,
  ])('files of a folder that the program requires one by one: %s', (loop) => {
    const files = {
      'app.js': `
        const fs = require('fs'), path = require('path')
        const app = require('express')()
        const folder = path.join(__dirname, 'routes')
        const mount = (file) => app.use('/' + path.basename(file, '.js'), require(path.join(folder, file)))
        ${loop}`,
      'routes/books.js': `const r = module.exports = require('express').Router(); r.get('/', function index() {})`,
      'routes/authors.js': `const r = module.exports = require('express').Router(); r.get('/', function index() {})`,
      'routes/readme': '["authors.js", "books.js"]',
    }
    expect(application(files).lines()).toEqual([
      'GET /authors/? authorsController.index',
      'GET /books/? booksController.index',
    ])
  })

  test('methods of the application that are called, applied and bound as any function is', () => {
    const lines = linesOf(
      `function show() {}
      const { get } = app
      get.call(app, '/call', show)
      app.post.apply(app, ['/apply', show])
      app.put.bind(app)('/bind', show)
      app.delete.bind(app, '/bound')(show)
      app.del('/del', show)`,
      4,
    )
    expect(lines).toEqual([
      'GET /call/? appController.show',
      'POST /apply/? appController.show',
      'PUT /bind/? appController.show',
      'DELETE /bound/? appController.show',
      'DELETE /del/? appController.show',
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
        enum Version { Old, New = 5, Newer }
        app.get(\`/v\${Version.Old}\${Version.New}\${Version.Newer}\`, (req, res) => { res.send('v') })
        app.use(Paths.Users as string, new UserRoutes('/list').router!)
        legacy(app)
        export type { Row } from './tables'
        export { app }`,
      'src/tables.ts': `
        import { app } from './main'
        export interface Row { id: number }
        app.get('/never', () => {}) // a file of types alone is not loaded`,
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
      'GET /v056/? mainController.getV056',
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
    ["'/:a?/:b?'", ['/{a}/{b}/?', '/{a}/?', '/']],
    ["'/:from-:to'", ['/{from}-{<[^/-]+>to}/?']],
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
    ["'/:file{.:ext}'", ['/{file}.{<[^/.]+|\\.>ext}/?', '/{file}/?']],
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

  test('what looks ahead over a slash and takes none leads nowhere', () => {
    expect(linesOf('app.get(/^(?!\\/api)[^\\/]+$/, function show() {})')).toEqual([])
    expect(linesOf('app.get(/^(?!\\/api)[\\/a]+$/, function show() {})')).toEqual([
      'GET /{<(?!api)[\\/a]+>p0} appController.show',
    ])
  })

  test('a mounted path takes the path of the mount itself only where it is all of the rest', () => {
    const paths = ['/^\\/(.*)$/', '/^\\/a(.*)$/', '/^\\/b$/']
    expect(
      linesOf(`const router = express.Router()
        ${paths.map((path) => `router.get(${path}, function show() {})`).join('\n')}
        app.use('/m', router)`).map((line) => line.split(' ')[1]),
    ).toEqual(['/m/?', '/m/{<.*>path}', '/m/a{<.*>path}', '/m/b'])
  })

  test.each<[string, string[], string[]]>([
    ['/^\\/v[12]/', ['/v{<[12]>p0}/list/?'], []],
    ['/\\/new/', ['/new/list/?'], []],
    ['/^\\/(?:en|fr)/', ['/en/list/?', '/fr/list/?'], []],
    [
      '/^\\/all$/',
      [],
      [
        'The regular expression ends with $, so nothing below its path is reached: the routes of the router below it are not imported',
      ],
    ],
  ])('a regular expression says where a router is mounted: %s', (mount, paths, reasons) => {
    const { routes, untranslated, verified } = application({
      'app.js': `
        const express = require('express'), app = express(), router = express.Router()
        app.get('/', function home() {})
        router.get('/list', function list() {})
        app.use(${mount}, router)
        module.exports = app`,
    }).report('--verify')
    expect(routes.slice(1).map(({ path }) => path)).toEqual(paths)
    expect(untranslated.map(({ reason }) => reason)).toEqual(
      reasons.flatMap((each) => [each, each.replace(/: the.*/, ' (where its router is mounted)')]),
    )
    expect(verified).toMatchObject({ different: [] })
  })

  test('lines that no link would choose are aliases', () => {
    const one = application({
      'app.js': `
        const express = require('express'), app = express(), router = express.Router()
        app.get(['/a', '/b', '/c/:id'], function list() {})
        app.get(['/d/:id', '/e'], signedIn, function show() {})
        app.post('/f/:id', signedIn, function show() {})
        function signedIn(req, res, next) { next() }
        router.get('/', function home() {})
        app.use(['/x', '/y'], router)`,
    })
    one.run()
    expect(one.read('routes.conf').split('\n\n')[1]).toBe(`GET   /a/?       appController.list
+ alias
GET   /b/?       appController.list
+ alias
GET   /c/{id}/?  appController.list
+ use=signedIn
GET   /d/{id}/?  appController.show
+ use=signedIn
GET   /e/?       appController.show
+ use=signedIn
POST  /f/{id}/?  appController.show2
->    /x         app.routes
+ alias
->    /y         app.routes
`)
  })

  test('strict routing keeps the slash as it is', () => {
    expect(
      linesOf(
        `app.enable('strict routing'); app.get('/a', function a() {}); app.get('/b/', function b() {})`,
      ),
    ).toEqual(['GET /a appController.a', 'GET /b/ appController.b'])
  })
})

test('static folders, a static file, and redirections become targets', () => {
  const one = application({
    'icon.txt': 'i',
    'app.js': `
    const express = require('express'), app = express()
    const path = require('path')
    app.use('/assets', express.static(path.join(__dirname, 'public')))
    app.get('/old', (req, res) => res.redirect('/new'))
    app.get('/older', function (req, res) { return res.redirect(301, '/new') })
    app.use('/icon', express.static('icon.txt'))
    app.get('/back', (req, res) => res.redirect(req.get('Referer')))`,
  })
  expect(one.lines()).toEqual([
    'GET /assets/ staticDir:public',
    'GET /old/? redirect:/new',
    'GET /older/? redirect:301:/new',
    'GET /icon staticFile:icon.txt',
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

test('a list that a call makes has one name, and its last function is the action where it stands last', () => {
  const lines = linesOf(`
    const guards = (role) => [(req, res, next) => next(role), (req, res, next) => next()]
    const page = (text) => [(req, res, next) => next(), (req, res) => res.send(text)]
    app.get('/first', guards('admin'), function first() {})
    app.get('/last', page('last'))`)
  expect(lines).toEqual([
    'GET /first/? appController.first [guardsAdmin]',
    'GET /last/? appController.getLast [appMiddleware]',
  ])
})

test('members of what is not known are named as the program writes them, where it writes names alone', () => {
  const lines = linesOf(`
    const { books, guard, pages } = require('pages')
    app.get('/books', [guard.signedIn, pages.check('all')], books.list)
    app.get('/names', pages.all.index)
    app.get('/text', pages['all'].index)
    app.get('/call', pages().index)`)
  expect(lines).toEqual([
    'GET /books/? books.list [signedIn pagesCheckAll]',
    'GET /names/? all.index',
    'GET /text/? appController.getText',
    'GET /call/? appController.getCall',
  ])
})

test('what may be another text is a path, as its default is one', () => {
  const lines = linesOf(`
    const { where } = require('settings')
    const api = express.Router().get('/list', function list() {})
    app.use(where || '/api', api)`)
  expect(lines).toEqual(['GET /api/list/? appController.list'])
})

test('a router is found behind promises, and where it is mounted below itself or at an unknown path, it is told', () => {
  const one = application({
    'package.json': '{"type":"module"}',
    'list.js':
      "import { Router } from 'express'\nexport const router = Router()\nrouter.get('/list', function list() {})\n",
    'app.js': `
      import express, { Router } from 'express'
      import { where } from 'settings'
      import { router as list } from './list.js'
      const app = express()
      const [{ router: same }, two] = await Promise.all([import('./list.js'), Promise.resolve(list)])
      import('./list.js').then(({ router }) => app.use('/then', router))
      app.use('/same', same)
      app.use('/two', two)
      app.use('/v' + where, list)
      const deep = Router()
      deep.get('/:id', function show() {})
      deep.use('/again/:id', deep)
      app.use('/:id', deep)
      export default app`,
  })
  const { routes, untranslated } = one.report()
  expect(routes.map(({ path, action }) => `${path} ${action}`)).toEqual([
    '/same/list/? listController.list',
    '/two/list/? listController.list',
    '/{idAbove}/{id}/? appController.show',
    '/then/list/? listController.list',
  ])
  expect(untranslated.map(({ source, reason }) => `${source.line} ${reason}`)).toEqual([
    "10 The path is known at run time only: '/v' + where: the routes of the router below it are not imported",
    '13 The router is mounted below itself',
  ])
})
