import { afterAll, describe, expect, test } from '@jest/globals'
import { runBin } from './run-bin.js'
import { application, ImportedApplication, linesOf } from './imported-application.js'

afterAll(() => ImportedApplication.removeAll())

describe('middleware', () => {
  test('import writes middleware of routes, routers and mounts in their order, and only for later lines', () => {
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

  test('import writes middleware of a router also for later lines with the same path prefix', () => {
    const lines = linesOf(`
      function log(req, res, next) { next() }
      function signedIn(req, res, next) { next() }
      function deep(req, res, next) { next() }
      const inner = express.Router()
      inner.use(deep)
      inner.get('/first', function first() {})
      const members = express.Router()
      members.use(signedIn)
      members.get('/me', function me() {})
      members.use('/posts', log)
      members.get('/posts/own', function own() {})
      members.use('/inner', inner)
      const open = express.Router()
      open.get('/posts', function posts() {})
      open.get('/inner/second', function second() {})
      app.get('/api/before', function before() {})
      app.use('/api', members)
      app.use('/api', open)
      app.get('/api/behind', function behind() {})
      app.get('/other', function other() {})`)
    expect(lines).toEqual([
      'GET /api/before/? appController.before',
      'GET /api/me/? appController.me [signedIn]',
      'GET /api/posts/own/? appController.own [signedIn log]',
      'GET /api/inner/first/? appController.first [signedIn deep]',
      'GET /api/posts/? appController.posts [signedIn logBelow deepBelow]',
      'GET /api/inner/second/? appController.second [signedIn logBelow deepBelow]',
      'GET /api/behind/? appController.behind [signedIn]',
      'GET /other/? appController.other',
    ])
  })

  test('a static folder stays in the application if middleware behind it, which also stays, may answer', () => {
    const lines = (middleware: string): string[] =>
      linesOf(`
        app.use('/files', express.static('.'))
        app.use((req, res, next) => ${middleware})
        app.get('/', function home() {})`)
    expect(lines('{ res.locals.a = 1; next() }')).toEqual([
      'GET /files/ staticDir:.',
      'GET / appController.home',
    ])
    expect(lines(`req.get('user') ? next() : res.redirect('/login')`)).toEqual(['GET / appController.home'])
  })

  test('bound methods keep their names, middleware has no long names, and a router of several files has its own', () => {
    const routes = (path: string): string => `
      const { check, limit } = require('./security')
      const scopes = { read: 'read' }
      const words = { daily_number_of_topics: 1 }
      class Route {
        constructor(router) {
          router.get('/${path}', check.bind(this, scopes.read), limit('create_topic', words.daily_number_of_topics), this.show.bind(this))
        }
        show(req, res) {}
      }
      module.exports = Route`
    const one = application({
      'app.js': "const app = require('express')(); app.use('/api', require('./api')); module.exports = app",
      'api.js': `
        const router = require('express').Router()
        for (const file of ['users', 'books']) new (require('./' + file))(router)
        module.exports = router`,
      'users.js': routes('users'),
      'books.js': routes('books'),
      'security.js': `
        exports.check = (scope, req, res, next) => next()
        exports.limit = () => (req, res, next) => next()`,
    })
    expect(one.report().routes).toMatchObject([
      {
        action: 'usersController.show',
        middleware: ['checkRead', 'limitCreateTopic'],
        routeFile: 'api.routes',
      },
      { action: 'booksController.show', middleware: ['checkRead2', 'limitCreateTopic2'] },
    ])
  })

  test('files that declare the same middleware of a package share one name, but state has one for each', () => {
    const routes = `
      const guard = require('guard')
      const signedIn = guard.authenticate('jwt', { session: false })
      const limit = guard({ max: 5 })
      module.exports = require('express').Router().get('/', signedIn, limit, (req, res) => {})`
    const report = application({
      'app.js': `
        const app = require('express')()
        app.use('/a', require('./a'))
        app.use('/b', require('./b'))
        module.exports = app`,
      'a.js': routes,
      'b.js': routes,
      'node_modules/guard/index.js': `
        module.exports = () => (req, res, next) => next()
        module.exports.authenticate = () => (req, res, next) => next()`,
    }).report('--move-handlers', '--verify')
    expect(report.verified?.different).toEqual([])
    expect(report.routes.map(({ middleware }) => middleware.join())).toEqual([
      'signedIn,limit',
      'signedIn,limit2',
    ])
  })

  test('middleware before the first route and after the last route stays in the application', () => {
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

  test('import refers to each handler of an exported list, and names it after the list', () => {
    const one = application({
      'app.js': `
        const app = require('express')()
        const book_controller = require('./books/bookController')
        app.get('/books', book_controller.list)
        app.post('/books', book_controller.create_post)`,
      'books/bookController.js': `
        const body = () => function middleware(req, res, next) { next() }
        exports.list = function (req, res) {}
        exports.create_post = [body(), body(), function signedIn(req, res, next) { next() }, function (req, res) {}]`,
    })
    expect(one.lines()).toEqual([
      'GET /books/? book_controller.list',
      'POST /books/? book_controller.create_post [createPost createPost2 signedIn]',
    ])
    one.run()
    const code = one.read('controllers.js').replaceAll(/\s+/g, ' ')
    expect(code).toContain(
      'book_controller: { list: bookController.list, create_post: bookController.create_post[3], }',
    )
    expect(code).toContain(
      '{ createPost: bookController.create_post[0], createPost2: bookController.create_post[1], signedIn: bookController.create_post[2], }',
    )
  })

  test('import names a whole list of middleware once, and distinguishes handlers behind a spread list from its items', () => {
    const one = application({
      'app.js': `
        const app = require('express')()
        const checks = require('./checks')
        app.get('/whole', checks.body, checks.show)
        app.get('/made', checks.make('id'), checks.show)
        app.get('/nested', checks.nested, checks.show)
        app.get('/spread', ...checks.body, checks.wrap(checks.show))
        app.get('/spread-twice', ...checks.body, ...checks.body, checks.wrap(checks.show))
        module.exports = app`,
      'checks.js': `
        const filled = (name) => (req, res, next) => next()
        exports.body = [filled('title'), filled('text')]
        exports.nested = [exports.body, filled('id')]
        exports.make = (name) => [filled(name), filled(name)]
        exports.show = (req, res) => res.send('show')
        exports.wrap = (handler) => (req, res) => handler(req, res)`,
    })
    expect(one.lines()).toEqual([
      'GET /whole/? checks.show [body]',
      'GET /made/? checks.show [makeId]',
      'GET /nested/? checks.show [nested nested2 nested3]',
      'GET /spread/? checks.show2 [body]',
      'GET /spread-twice/? checks.show2 [beforeGetSpreadTwice beforeGetSpreadTwice2]',
    ])
    expect(one.report('--verify').verified?.faults).toEqual([])
    expect(one.read('controllers.js').replaceAll(/\s+/g, ' ')).toContain(
      "middleware = { body: checks.body, makeId: checks.make('id'), nested: checks.nested[0][0], nested2: checks.nested[0][1], nested3: checks.nested[1], }",
    )
  })

  test('import writes app.param hooks as middleware of lines with the variable, and reports them', () => {
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

  test('import writes the final handler of a mounted router as lines for all methods', () => {
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

test('import writes a router without answers as middleware, and a router with an answer as a line', () => {
  const one = application({
    'app.js': `const express = require('express')
const app = express()
const admin = express.Router()
admin.use(require('./guard'))
admin.get('/users', function users(req, res) { res.end() })
app.use(require('./guard'))
app.get('/login', function login(req, res) { res.end() })
app.use('/admin', require('./guard'), admin)
const files = express.Router()
files.use('/files', express.static('files'))
app.use(require('./guard'), files)
app.get('/me', function me(req, res) { res.end() })
`,
    'guard.js': `const guard = module.exports = require('express').Router()
guard.use((req, res, next) => next())
guard.use((req, res, next) => (req.headers.cookie ? next() : res.status(401).end()))
`,
  })
  expect(one.lines('--verify')).toEqual([
    'GET /login/? appController.login',
    'GET /admin/users/? appController.users [guard]',
    'GET /files/ staticDir:files [guard]',
    'GET /me/? appController.me [guard]',
  ])
  expect(one.read('routes.conf')).toContain('stays in the application, before the mapping: app.use(require')
  expect(one.read('controllers.js')).toContain("const guard = require('./guard')")
})

test('import writes middleware with a path only before static folders and lines that it may reach', () => {
  const lines = linesOf(`
    const guard = (req, res, next) => next()
    app.get('/', function home() {})
    app.use('/private', guard)
    app.use(express.static('public'))
    app.use('/logo', express.static('public'))
    const router = express.Router()
    router.get('/about', function about() {})
    app.use(router)
    const other = express.Router()
    other.get('/private/papers', function papers() {})
    app.use(other)`)
  expect(lines).toEqual([
    'GET / appController.home',
    'GET / staticDir:public [guardBelow]',
    'GET /logo/ staticDir:public',
    'GET /about/? appController.about',
    'GET /private/papers/? appController.papers [guardBelow]',
  ])
})

test('import writes middleware that all lines of a router share before the include line of its file', () => {
  const one = application({
    'app.js': `const express = require('express')
const { log, guard, show } = require('./handlers')
const app = express()
const posts = express.Router()
posts.use(guard)
posts.get('/new', show)
posts.post('/', log, show)
const admin = express.Router()
admin.use(log)
admin.use('/posts', posts)
admin.get('/', show)
const open = express.Router()
open.get('/login', show)
open.use(guard)
open.get('/me', show)
app.use('/admin', guard, log, admin)
app.use('/old', admin)
app.use('/open', open)
`,
    'handlers.js':
      'exports.log = (req, res, next) => next(); exports.guard = exports.log.bind(); exports.show = (req, res) => res.end()',
  })
  expect(one.run('--verify').status).toBe(0)
  const lines = (name: string): string => one.read(name).replaceAll(/^#.*\n|^\n/gm, '')
  expect(lines('routes.conf')).toBe(`+ use=guard,log
->  /admin  app.routes
+ use=log alias
->  /old    app.routes
->  /open   open.routes
`)
  expect(lines('app.routes')).toBe(`+ use=guard
->   /posts  posts.routes
+ alias
GET  /?      handlersController.show
`)
  expect(lines('posts.routes')).toBe(`GET   /new/?  handlersController.show
+ use=log alias
POST  /?      handlersController.show
`)
  expect(lines('open.routes')).toBe(`+ alias
GET  /login/?  handlersController.show
+ use=guard alias
GET  /me/?     handlersController.show
`)
})

test('import writes middleware with a path for each mount of its router', () => {
  const one = application({
    'app.js': `const express = require('express')
const { log, guard, show } = require('./handlers')
const app = express()
const api = express.Router()
api.use('/own', log)
api.get('/own/mine', show)
api.get('/:any', show)
api.use('/last', guard)
app.use('/api', api)
app.use('/api/v2/:tenant', api)
app.use(express.Router().use('/root', guard))
app.get('/api/last', show)
`,
    'handlers.js':
      'exports.log = (req, res, next) => next(); exports.guard = exports.log.bind(); exports.show = (req, res) => res.end()',
  })
  expect(one.lines()).toEqual(
    expect.arrayContaining([
      'GET /api/own/mine/? handlersController.show [log]',
      'GET /api/{any}/? handlersController.show [logBelow]',
    ]),
  )
  const written = one.read('controllers.js')
  expect(written).toContain(
    "logBelow: express.Router().use(['/api/v2/:tenant/own', '/api/own'], handlers.log)",
  )
  expect(written).toContain("express.Router().use(['/api/v2/:tenant/last', '/api/last'], handlers.guard)")
  expect(written).toContain("express.Router().use('/root', handlers.guard)")
})

test('middleware with a path that only some later lines need becomes lines for all methods', () => {
  const one = application({
    'app.js': `const express = require('express')
const { ask, serve, page, home, guard } = require('./handlers')
const app = express()
app.get('/health', home)
app.use('/docs', serve, page)
app.use('/graph', ask)
const site = express.Router()
site.use('/*all', ask)
site.use('/:path', serve, page)
site.get('/', home)
app.use(site)
app.use('/private', guard, express.static('private'))
app.get('/{*rest}', home)
`,
    'handlers.js': `exports.ask = (req, res, next) => (req.query.q ? res.end() : next())
exports.serve = (req, res, next) => (req.url === '/style.css' ? res.end() : next())
exports.page = (req, res, next) => res.end()
exports.home = (req, res) => res.end()
exports.guard = (req, res, next) => next()
`,
  })
  expect(one.lines('--verify')).toEqual([
    'GET /health/? handlersController.home',
    '* /docs/? handlersController.page',
    '* /docs/{<.+>path} handlersController.page',
    '* /graph/? handlersController.ask',
    '* /graph/{<.+>path} handlersController.ask',
    '* /{<.+>all} handlersController.ask2',
    '* /{path}/? handlersController.page2',
    '* /{path}/{<.+>path2} handlersController.page2',
    'GET / handlersController.home',
    'GET /private/ staticDir:private [guard]',
    'GET /{<.+>rest} handlersController.home [guardBelow]',
    'GET / handlersController.home',
  ])
  expect(one.read('controllers.js')).toContain(
    "page: express.Router().use('/docs', handlers.serve, handlers.page)",
  )
})

test('with mergeParams, request.params also has the old name of a renamed mount variable', () => {
  const one = (options: string): ImportedApplication =>
    application({
      'app.js': `const express = require('express')
const app = express()
const posts = express.Router(${options})
posts.get('/', (req, res) => res.send(req.params.id))
posts.get('/:id', (req, res) => res.send(req.params.id))
app.use('/users/:id/posts', posts)
`,
    })
  const merging = one('{ mergeParams: true }')
  expect(merging.lines()).toEqual([
    'GET /users/{idAbove}/posts/? appController.getUsersByIdPosts [paramIdIsIdAbove]',
    'GET /users/{idAbove}/posts/{id}/? appController.getUsersByIdPostsById [paramIdIsIdAbove]',
  ])
  expect(merging.read('controllers.js')).toContain(
    '(request, response, next) => { request.params.id ??= request.params.idAbove; next() }',
  )
  expect(
    one('')
      .report()
      .routes.flatMap(({ middleware }) => middleware),
  ).toEqual([])
})

test('import writes + passes for actions that call next(), so check warns about dead lines only', () => {
  const one = application(
    {
      'app.js': `const express = require('express')
const { show, wrap } = require('./handlers')
const app = express()
app.all('*', (req, res, next) => { res.set('x', 'y'); next() })
app.get('/:page', wrap(async (req, res, next) => (req.query.q ? next('route') : res.end())))
app.get('/about', show)
app.get('/:other', (req, res, done) => show(req, res).then(() => res.end(), done))
app.get('/dead', show)
require('context').follow(app)
app.get('/behind', show)
`,
      'node_modules/context/index.js':
        "exports.follow = (app) => app.put('*', (req, res, next) => { req.id = 1; next() })",
      'handlers.js': `exports.wrap = (fn) => (req, res, next) => fn(req, res, next).catch(next)
exports.show = (req, res, next) => res.sendFile('x', (error) => error && next(error))
`,
    },
    4,
  )
  expect(one.run('--verify').status).toBe(0)
  expect(one.read('routes.conf').split('\n\n')[1]).toBe(`+ passes
*    /{<.*>path}  appController.handleByPath
+ passes
GET  /{page}/?    appController.getByPage
GET  /about/?     handlersController.show
GET  /{other}/?   appController.getByOther
+ alias
GET  /dead/?      handlersController.show
+ passes
PUT  /{<.*>path}  appController.putByPath
+ alias
GET  /behind/?    handlersController.show
`)
  const { warnings } = JSON.parse(runBin(['check', '--json'], one.folder).stdout) as {
    warnings: { code: string; line: number }[]
  }
  expect(warnings.filter(({ code }) => code === 'E_ROUTE_SHADOWED').map(({ line }) => line)).toEqual([10, 14])
})

test('import keeps the static handler and the other handlers of a package in one action', () => {
  const one = application({
    'app.js': `const express = require('express')
const docs = require('docs-page')
const app = express()
app.get('/', function home(req, res) { res.end() })
app.use('/docs', docs.serve, docs.setup({}))
app.get('/end', function end(req, res) { res.end() })
`,
    'node_modules/docs-page/index.js': `const express = require('express')
exports.serve = [(req, res, next) => next(), express.static(__dirname)]
exports.setup = () => (req, res) => res.end()
`,
  })
  expect(one.lines()).toEqual([
    'GET / appController.home',
    '* /docs/? appController.handleDocsAll',
    '* /docs/{<.+>path} appController.handleDocsAll',
    'GET /end/? appController.end',
  ])
  expect(one.read('controllers.js')).toContain(
    "express.Router().use('/docs', docsPage.serve[0], docsPage.serve[1], docsPage.setup({}))",
  )
})

test('variables of nested mounts get different names, even variables of regular expressions', () => {
  const one = application({
    'app.js': `const express = require('express')
const app = express()
const inner = express.Router({ mergeParams: true })
inner.get('/:id', (req, res) => res.send(req.params.id))
inner.get(/^\\/page(\\d+)$/, (req, res) => res.send(req.params[0]))
const middle = express.Router({ mergeParams: true })
middle.use('/:id/inner', inner)
app.use('/:id', middle)
app.use(/^\\/v(\\d+)/, inner)
`,
  })
  expect(one.lines('--verify').map((line) => line.split(' ')[1])).toEqual([
    '/{idAbove2}/{idAbove}/inner/{id}/?',
    '/{idAbove2}/{idAbove}/inner/page{<\\d+>p0}',
    '/v{<\\d+>p0Above}/{id}/?',
    '/v{<\\d+>p0Above}/page{<\\d+>p0}',
  ])
})
