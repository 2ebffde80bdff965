import { afterAll, describe, expect, test } from '@jest/globals'
import { rmSync } from 'node:fs'
import { application, ImportedApplication, linesOf, programHead } from './imported-application.js'

afterAll(() => ImportedApplication.removeAll())

describe('imported lines', () => {
  test('import reads methods, all() and route() with handlers of controllers', () => {
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

  test('import names a controller without the number at the start of its file', () => {
    const files = {
      'app.js': `
        const app = require('express')()
        require('./01-users')(app)
        require('./2026')(app)
        module.exports = app`,
      '01-users.js': `module.exports = (app) => app.get('/users', (req, res) => res.send('users'))`,
      '2026.js': `module.exports = (app) => app.get('/year', (req, res) => res.send('year'))`,
    }
    expect(application(files).lines()).toEqual([
      'GET /users/? usersController.getUsers',
      'GET /year/? file2026Controller.getYear',
    ])
  })

  test('import writes the line with more variables first, if both lines have one action', () => {
    const files = {
      'app.js': `
        const app = require('express')()
        const { show, other } = require('./boxes')
        app.get('/', show)
        app.get('/:box', show)
        app.get('/:box/:item', show)
        app.get('/other', other)
        app.get('/other/*', other)
        module.exports = app`,
      'boxes.js': `exports.show = (req, res) => res.send('show')\nexports.other = (req, res) => res.send('other')`,
    }
    const one = application(files, 4)
    expect(one.lines()).toEqual([
      'GET /{box}/{item}/? boxesController.show',
      'GET /{box}/? boxesController.show',
      'GET / boxesController.show',
      'GET /other/? boxesController.other',
      'GET /other/{<.*>path} boxesController.other',
    ])
    expect(one.read('routes.conf').match(/alias/g)).toHaveLength(1)
  })

  test('import names no controller after the global object', () => {
    const source = `global.uptime = function uptime(req, res) { res.send('up') }\napp.get('/uptime', global.uptime)`
    expect(linesOf(source)).toEqual(['GET /uptime/? appController.uptime'])
  })

  test('import names the action of a bound function by the function, and not by its arguments', () => {
    const files = {
      'app.js': `
        const app = require('express')()
        const { check } = require('./health')
        const Kind = { ready: 'r', live: 'l' }
        function own(kind, req, res) { res.send(kind) }
        app.get('/ready', check.bind(null, Kind.ready))
        app.get('/live', check.bind(null, Kind.live))
        app.get('/own', own.bind(null, Kind.live))
        module.exports = app`,
      'health.js': `exports.check = (kind, req, res) => res.send(kind)`,
    }
    expect(application(files).lines()).toEqual([
      'GET /ready/? healthController.check',
      'GET /live/? healthController.check2',
      'GET /own/? appController.own',
    ])
  })

  test('import does not take the name of a route for a handler, if a package replaces it by one', () => {
    const one = application({
      'app.js': `
        const app = require('express')()
        require('route-names')(app)
        app.get('/users', 'users.list', require('./users').list)
        module.exports = app`,
      'users.js': `exports.list = (req, res) => res.send('users')`,
      'node_modules/route-names/index.js': `
        module.exports = (app) => {
          const { get } = app
          app.get = function (path, name, ...more) {
            return get.call(this, path, typeof name === 'string' ? (req, res, next) => next() : name, ...more)
          }
        }`,
    })
    expect(one.lines()).toEqual(['GET /users/? usersController.list [beforeGetUsers]'])
    expect(one.read('controllers.js')).not.toContain(`'users.list'`)
  })

  test('import of a minified bundle has the names and places of its sources', async () => {
    const one = application({
      'src/app.js': `const express = require('express')
const controller = require('./controllers/user')
const { remove } = require('./controllers/user')
const { home } = require('./pages')
const app = express()
app.get('/users', controller.list)
app.delete('/users/:id', remove)
app.get('/', home)
app.listen(1)`,
      'src/pages.js': 'export function home(req, res) { res.send(1) }',
      'src/controllers/user.js': `exports.list = (req, res) => res.send('list')
exports.remove = (req, res) => res.send('remove')`,
    })
    const { buildSync } = await import('esbuild')
    buildSync({
      entryPoints: [`${one.folder}/src/app.js`],
      outfile: `${one.folder}/dist/app.js`,
      bundle: true,
      minify: true,
      platform: 'node',
      sourcemap: true,
      external: ['express'],
    })
    const { routes } = one.report('--entry', 'dist/app.js')
    expect(routes.map(({ action, source }) => [action, source])).toEqual([
      ['userController.list', { file: 'src/app.js', line: 6 }],
      ['userController.remove', { file: 'src/app.js', line: 7 }],
      ['pagesController.home', { file: 'src/app.js', line: 8 }],
    ])
    expect(one.read('controllers.js')).toContain("const user = require('./src/controllers/user')")
    expect(one.read('controllers.js')).toContain('list: user.list')
  })

  test('import of a compiled program without its sources reads the compiled files', async () => {
    const one = application({
      'src/app.ts':
        "import express from 'express'\nexport const app = express()\napp.get('/users', list)\nfunction list() {}",
    })
    const { buildSync } = await import('esbuild')
    buildSync({
      entryPoints: [`${one.folder}/src/app.ts`],
      outdir: `${one.folder}/dist`,
      format: 'cjs',
      sourcemap: true,
    })
    rmSync(`${one.folder}/src`, { recursive: true })
    expect(one.report('--entry', 'dist/app.js').routes).toMatchObject([
      { action: 'appController.list', source: { file: 'dist/app.js' } },
    ])
    expect(one.read('controllers.js')).toContain('appController.list: dist/app.js:')
  })

  test('import of a compiled TypeScript program writes controllers for its sources', async () => {
    const one = application({
      'src/app.ts': `import express from 'express'
import { list, show } from './user.js'
const app: express.Express = express()
const wrap = (handler: express.RequestHandler): express.RequestHandler => (req, res, next) => handler(req, res, next)
app.get('/users', list)
app.get('/shown', wrap(show))
app.listen(1)`,
      'src/user.ts': `import type { Request, Response } from 'express'
export const list = (req: Request, res: Response): void => { res.send('list') }
export const show = (req: Request, res: Response): void => { res.send('show') }`,
      'package.json': '{"type":"module","scripts":{"start":"node dist/app.js"}}',
    })
    const { buildSync } = await import('esbuild')
    const entryPoints = ['app', 'user'].map((name) => `${one.folder}/src/${name}.ts`)
    buildSync({ entryPoints, outdir: `${one.folder}/dist`, format: 'esm', sourcemap: true })
    const { routes, verified } = one.report('--verify')
    expect(routes.map(({ action, source }) => [action, source.file])).toEqual([
      ['userController.list', 'src/app.ts'],
      ['userController.show', 'src/app.ts'],
    ])
    expect(one.read('controllers.ts')).toContain("import { list } from './src/user.js'")
    expect(verified).toMatchObject({ different: [], faults: [] })
  })

  test('the JSON of import has the source, route file and line number of each line', () => {
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

  test('import reads nested routers that are mounted several times, with variables', () => {
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

  test('import renames a variable of a mount if its router has a variable of the same name', () => {
    const lines = linesOf(`
      const inner = express.Router()
      inner.get('/:id', function show() {})
      app.use('/shops/:id', inner)`)
    expect(lines).toEqual(['GET /shops/{idAbove}/{id}/? appController.show'])
  })

  test('import reads functions that get the application, and classes that hold it', () => {
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

  test('import reads paths that conditions of the program compute', () => {
    const one = application({
      'app.js': `
      const app = require('express')()
      let base = '/api'.slice(0, 4)
      if (!base.startsWith('/')) base = '/' + base
      const tail = base.endsWith('/') ? base : base + '/'
      app.get(base + '/a', function a() {})
      app.get(tail + 'b', function b() {})
      if (base !== '/api') app.get('/c', function c() {})`,
    })
    expect(one.report().routes.map(({ path }) => path)).toEqual(['/api/a/?', '/api/b/?'])
  })
  test('import reads routes in loops over lists, maps and objects, with computed paths', () => {
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
  ])('import reads routes in files of a folder that the program lists: %s', (loop) => {
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

  test('import names handlers that are wrapped, bound, or exported', () => {
    const files = {
      'app.js': `
        const app = require('express')()
        const wrap = (handler) => (req, res, next) => Promise.resolve(handler(req, res, next)).catch(next)
        const { login } = require('./auth.controller')
        const home = require('./home')
        const users = require('./users')
        const guard = { check(req, res, next) { next() }, session: () => (req, res, next) => next() }
        app.get('/', home)
        app.post('/login', wrap(login))
        app.get('/users', users.list.bind(users))
        app.get('/me', wrap(users.me))
        app.get('/feed', wrap(wrap(users.feed)))
        app.get('/own', users.check, guard.check, guard.session('admin'), home)`,
      'auth.controller.js': `exports.login = async () => {}`,
      'home.js': `module.exports = (req, res) => res.send('home')`,
      'users.js': `class Users { list() {} me() {} feed() {} check(req, res, next) { next() } }\nmodule.exports = new Users()`,
    }
    expect(application(files).lines()).toEqual([
      'GET / homeController.home',
      'POST /login/? authController.login',
      'GET /users/? users.list',
      'GET /me/? users.me',
      'GET /feed/? users.feed',
      'GET /own/? homeController.home [usersCheck guardCheck guardSessionAdmin]',
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
    ['/^\\/\\ud800$/', ['/%EF%BF%BD']],
  ])('import translates the Express 4 path %s', (path, patterns) => {
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
  ])('import translates the Express 5 path %s', (path, patterns) => {
    expect(linesOf(`app.get(${path}, function show() {})`)).toEqual(
      patterns.map((pattern) => `GET ${pattern} appController.show`),
    )
  })

  test('a call that a function of the program passes on to Express counts as registered', () => {
    const one = application({
      'app.js': `${programHead}
        const get = app.get
        app.get = (path, ...handlers) => get.call(app, '/v1' + path, ...handlers)
        app.get('/x', function show(req, res) {})
        if (process.env.MORE) app.get('/more', function more(req, res) {})
        app.listen(1)`,
    })
    const { routes, unregistered } = one.report()
    expect(routes.map(({ path }) => path)).toEqual(['/v1/x/?'])
    expect(unregistered.map(({ text }) => text)).toEqual(["app.get('/more', function more(req, res) {})"])
  })

  test('import --verify does not compare paths that no client can request in Express', () => {
    const one = application({
      'app.js': `const app = require('express')()
        app.get('/café', (req, res) => res.send('x'))
        app.get('/menu', (req, res) => res.send('y'))
        app.listen(1)`,
    })
    const { routes, verified } = one.report('--verify')
    expect(routes.map(({ action }) => action)).toEqual(['appController.getCafe', 'appController.getMenu'])
    expect(verified).toMatchObject({ requests: verified?.same, different: [] })
  })

  test('import names handlers that a parameter or a package makes by their paths', () => {
    const routes = `module.exports = (app, passport) => {
      app.post('/login', passport.authenticate('local'))
      app.get('/auth/github', passport.authenticate('github'))
    }`
    const app = `${programHead}require('./routes')(app, { authenticate: (name) => (req, res) => res.send(name) })
      module.exports = app`
    expect(application({ 'app.js': app, 'routes.js': routes }).lines()).toEqual([
      'POST /login/? routesController.postLogin',
      'GET /auth/github/? routesController.getAuthGithub',
    ])
  })

  test('import names wrapped handlers by their paths', () => {
    expect(
      linesOf(`const wrap = (handler) => (req, res) => handler(req, res)
        const get = (options) => app.get(options.path, wrap(options.handler.bind(app)))
        get({ path: '/a', handler: () => {} })
        get({ path: '/b', handler: () => {} })`),
    ).toEqual(['GET /a/? appController.getA', 'GET /b/? appController.getB'])
  })

  test('import omits a regular expression that matches no path, because it refuses the first slash', () => {
    expect(linesOf('app.get(/^(?!\\/api)[^\\/]+$/, function show() {})')).toEqual([])
    expect(linesOf('app.get(/^(?!\\/api)[\\/a]+$/, function show() {})')).toEqual([
      'GET /{<(?!api)[\\/a]+>p0} appController.show',
    ])
  })

  test('a regular expression in a mounted router matches the mount path only if it matches every path below', () => {
    const paths = ['/^\\/(.*)$/', '/^\\/a(.*)$/', '/^\\/b$/']
    expect(
      linesOf(`const router = express.Router()
        ${paths.map((path) => `router.get(${path}, function show() {})`).join('\n')}
        app.use('/m', router)`).map((line) => line.split(' ')[1]),
    ).toEqual(['/m/?', '/m/{<.*>path}', '/m/a{<.*>path}', '/m/a/{<.*>path}', '/m/b'])
  })

  test.each<[string, 4 | 5]>([
    ['*rest', 5],
    ['*', 4],
  ])(
    'the wildcard %s in a mounted router of Express %s also matches the path of the mount',
    (path, express) => {
      const one = application(
        {
          'app.js': `${programHead}const router = express.Router()
          router.all('${path}', function lost(req, res) { res.sendStatus(404) })
          app.use('/api', router)`,
        },
        express,
      )
      const { routes, verified } = one.report('--verify')
      expect([routes.map((each) => each.path), verified?.different]).toEqual([
        ['/api/?', `/api/{<.*>${express === 5 ? 'rest' : 'path'}}`],
        [],
      ])
    },
  )

  test('import keeps the paths of a mount that it can translate, and reports the other paths', () => {
    const { routes, untranslated } = application({
      'app.js': `
        const express = require('express'), app = express(), router = express.Router()
        router.get('/list', function list() {})
        app.use(['/users', /^\\/people$/], router)
        module.exports = app`,
    }).report()
    expect(routes.map(({ path }) => path)).toEqual(['/users/list/?'])
    expect(untranslated.map(({ reason }) => reason)).toEqual([
      'The regular expression ends with $, so nothing below its path is reached',
    ])
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
  ])('import translates a regular expression of a mount: %s', (mount, paths, reasons) => {
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

  test('import writes further lines of the same action as aliases', () => {
    const one = application({
      'app.js': `
        const express = require('express'), app = express(), router = express.Router()
        app.get(['/a', '/b', '/c/:id'], function list() {})
        app.get(['/d/:id', '/e'], signedIn, function show() {})
        app.post('/f/:id', signedIn, function show() {})
        function signedIn(req, res, next) { next() }
        router.get('/', function home() {})
        app.use(['/x', '/y'], router)
        app.get(['/g', '/h'], (req, res) => res.redirect('/a'))`,
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
GET   /g/?       redirect:/a
GET   /h/?       redirect:/a
`)
  })
})

test('import writes static folders, static files and redirections as targets', () => {
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

test('import keeps the names of middleware in spread lists', () => {
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

test('import names spread handlers by their own names, or by their paths', () => {
  const one = application({
    'app.js': `
      const app = require('express')()
      const { guard, wrap } = require('./wrap')
      for (const [path, ...handlers] of [
        ['/a', guard, wrap(() => {})],
        ['/b', wrap(() => {}), wrap(() => {})],
      ]) app.get(path, ...handlers)`,
    'wrap.js': `exports.guard = (req, res, next) => next()
exports.wrap = (run) => (req, res, next) => run(req, res, next)
`,
  })
  expect(one.lines()).toEqual([
    'GET /a/? wrapController.getA [guard]',
    'GET /b/? wrapController.getB [handlers]',
  ])
})
