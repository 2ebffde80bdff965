import { afterAll, describe, expect, test } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { application, ImportedApplication } from './imported-application.js'

afterAll(() => ImportedApplication.removeAll())

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

test('handlers that only a run could tell are told with the path of their route', () => {
  const { untranslated } = application({
    'app.js': `
      const app = require('express')()
      const route = (method, path, ...handlers) => app[method](path, ...handlers)
      route('put', '/a', ...require('handlers'))
      route('all', /^\\/b/, ...require('handlers'))`,
  }).report()
  expect(untranslated.map(({ source }) => source)).toEqual([
    { file: 'app.js', line: 3, column: 56 },
    { file: 'app.js', line: 3, column: 56 },
  ])
  expect(untranslated.map(({ reason }) => reason)).toEqual([
    'The handlers of PUT /a are known at run time only: app[method](path, ...handlers)',
    'The handlers of * /^\\/b/ are known at run time only: app[method](path, ...handlers)',
  ])
})

// Each program, its lines, what is told, and what stays.
const programs: readonly (readonly [string, ...string[]])[] = [
  [
    "app.param('id', load); app.param(['id', 'n'], load); app.get('/:id', show); function load(req, res, next, id) {} function show() {}",
    'GET /{id}/? appController.show [loadId]',
    "! app.param('id', load) runs by the name of a variable, which a route file has no word for; the lines with the variable have + use=loadId, which calls it for each of them",
    "! app.param(['id', 'n'], load) runs by the name of a variable, which a route file has no word for; the lines with the variable have + use=loadId,loadN, which calls it for each of them",
  ],
  [
    "app.param('x', load); app.get('/:id', show); function load(req, res, next, id) {} function show() {}",
    'GET /{id}/? appController.show',
    "! app.param('x', load) runs by the name of a variable, which a route file has no word for; the lines with the variable have + use=loadX, which calls it for each of them",
  ],
  [
    "app[process.env.M]('/x', show); function show() {}",
    "! The method of app[process.env.M]('/x', show) is known at run time only; write one line for each method",
  ],
  [
    "app.get('/y', show); app.use('/r', router); router.get('/x', show); router.use((err, req, res, next) => {}); function show() {}",
    'GET /y/? appController.show',
    'GET /r/x/? appController.show',
    '! router.use((err, req, res, next) => {}) is an error handler of one router; register it behind the mapping: app.use("/r", handler)',
  ],
  [
    "app.get('/y', show); app.use(...process.env.LIST); app.get('/z', show); function show() {}",
    'GET /y/? appController.show',
    'GET /z/? appController.show',
    '! What app.use(...process.env.LIST) registers is known at run time only; write the handlers out in the call, or keep it in Express',
  ],
  [
    "app.get('/y', show); app.use('/p'); app.get('/z', show); function show() {}",
    'GET /y/? appController.show',
    'GET /z/? appController.show',
    "! What app.use('/p') registers is known at run time only; write the handlers out in the call, or keep it in Express",
  ],
  [
    "app.use('/s', express.static(process.env.DIR)); app.use('/t', express.static('my folder')); app.use('/u', express.static('public', { maxAge: 1 })); app.use(express.static('.')); app.use('/v', express.static(__dirname + '/web')); app.use(express.static('a#b'))",
    'GET /u/ staticDir:public',
    'GET / staticDir:.',
    'GET /v/ staticDir:web',
    "! The folder of app.use('/s', express.static(process.env.DIR)) is known at run time only; write the line by hand, as in GET /assets/ staticDir:public, or keep it in Express",
    '! A route file cannot name the folder "my folder"; keep it in Express, or rename the folder',
    '! A route file cannot name the folder "a#b"; keep it in Express, or rename the folder',
  ],
  [
    "app.get('/x', ...require('handlers')); app.get('/y', show); function show() {}",
    'GET /y/? appController.show',
    "! The handlers of GET /x are known at run time only: app.get('/x', ...require('handlers')); write them out in the call, or keep this route in Express",
  ],
  [
    "router.get('/x', show); router.post('/y', show); const deep = express.Router(); deep.get('/z', show); router.use('/deep', deep); app.use(process.env.P + '/v', router); app.get('/q', show); function show() {}",
    'GET /q/? appController.show',
    "! The path is known at run time only: process.env.P + '/v': the routes of the router below it are not imported; write the path as text, or keep this route in Express",
    "! The path is known at run time only: process.env.P + '/v' (where its router is mounted); write the path as text, or keep this route in Express",
    "! The path is known at run time only: process.env.P + '/v' (where its router is mounted); write the path as text, or keep this route in Express",
    "! The path is known at run time only: process.env.P + '/v' (where its router is mounted); write the path as text, or keep this route in Express",
  ],
  [
    "app.get('/y', show); app.use('/a//b', show); app.get('/z', show); function show() {}",
    'GET /y/? appController.show',
    'GET /z/? appController.show',
    '! The path has // in every form, which no pattern of a route file can have; take the route out, or write its path with single slashes',
  ],
  [
    "require('setup')(app); app.get('/y', show); function show() {}",
    'GET /y/? appController.show',
    "! require('setup')(app) is given the application, and may register routes that cannot be read; keep this call in the application; --verify shows which routes it registers",
  ],
  [
    "require('http').createServer(app); require('nunjucks').configure('v', { express: app }); require('setup')({ app }); app.get('/y', show); function show() {}",
    'GET /y/? appController.show',
    "! require('setup')({ app }) is given the application, and may register routes that cannot be read; keep this call in the application; --verify shows which routes it registers",
  ],
  [
    "app.get('/y', show); function show() {} function never() { app.get('/never', show) } module.exports = app",
    'GET /y/? appController.show',
    "! Nothing that the entry runs leads to app.get('/never', show); name the file that calls it: --entry; or write the line by hand",
  ],
  [
    "const other = express(); other.get('/o', show); app.get('/y', show); app.listen(1); other.listen(2); function show() {}",
    'GET /y/? appController.show',
    '! The route belongs to another application (app.js:2); import that application on its own: --entry',
  ],
  [
    "router.get('/x', show); app.get('/y', show); require('mount')(router); function show() {}",
    'GET /y/? appController.show',
    "! require('mount')(router) is given the router, and may register routes that cannot be read; keep this call in the application; --verify shows which routes it registers",
    '! Where its router is mounted is known at run time only; mount the router by app.use(path, router) in a file that the entry reaches',
  ],
  [
    "app.get('/y', show); require('./none'); require('./broken'); function show() {}",
    'GET /y/? appController.show',
    '! broken.js: The file cannot be read: Unexpected token; correct it; the routes in it are not imported',
  ],
  [
    "app.set('case sensitive routing', true); app.enable('strict routing'); app.set('strict routing', false); app.get('/Y', show); app.disable('case sensitive routing'); function show() {}",
    'GET /Y/? appController.show',
  ],
  [
    "app.route(process.env.R).get(show); app.route('/r').get(show).post(show); function show() {}",
    'GET /r/? appController.show',
    'POST /r/? appController.show',
    '! The path is known at run time only: process.env.R; write the path as text, or keep this route in Express',
  ],
  [
    "app.get('/a', (req, res) => res.redirect('/b')); app.get('/c', (req, res) => { res.redirect(301, '/d') }); app.get('/e', (req, res) => res.redirect(req.query.x)); app.get('/f', (req, res) => res.sendStatus(404)); app.get('/g', (req, res) => res.redirect('https://x.org/')); app.all('/h', (req, res) => res.redirect('back'))",
    'GET /a/? redirect:/b',
    'GET /c/? redirect:301:/d',
    'GET /e/? appController.getE',
    'GET /f/? appController.getF',
    'GET /g/? redirect:https://x.org/',
    '* /h/? appController.handleH',
  ],
  [
    "app.options('/b', show); app.head('/c', show); app.search('/d', show); app.all('/e', show); app['m-search']('/f', show); function show() {}",
    'OPTIONS /b/? appController.show',
    'HEAD /c/? appController.show',
    'SEARCH /d/? appController.show',
    '* /e/? appController.show',
    'M-SEARCH /f/? appController.show',
  ],
  [
    "app.get('/y', process.env.X ? show : hide); app.get('/z', show || hide); app.get('/w', [show, [hide]]); function show() {} function hide() {}",
    'GET /y/? appController.getY',
    'GET /z/? appController.show',
    'GET /w/? appController.hide [show]',
  ],
  [
    "if (process.env.DEV) app.get('/dev', show); else app.get('/prod', show); if (process.env.NODE_ENV !== 'production') { app.use('/dbg', router) } router.get('/x', show); function show() {}",
    'GET /dev/? appController.show [whenDev]',
    'GET /prod/? appController.show [whenNotDev]',
    'GET /dbg/x/? appController.show [whenNodeEnvIsNotProduction]',
  ],
  [
    "app.use((req, res, next) => next()); app.get('/y', show); app.use((req, res) => res.status(404).end()); app.use((err, req, res, next) => {}); function show() {}",
    'GET /y/? appController.show',
    'kept before app.use((req, res, next) => next())',
    'kept behind app.use((req, res) => res.status(404).end())',
    'kept behind app.use((err, req, res, next) => {})',
  ],
  [
    "app.engine('njk', show); app.locals.x = 1; app.on('mount', show); app.get('title'); app.get('/y', show); app.use('/m', show); app.get('/z', show); function show() {}",
    'GET /y/? appController.show',
    '* /m/? appController.show',
    '* /m/{<.+>path} appController.show',
    'GET /z/? appController.show',
  ],
  [
    "app.get('/q', show); app.use('/a/b', guard); app.use('/a', router); router.get('/b/c', show); router.get('/d', show); function show() {} function guard(req, res, next) { next() }",
    'GET /q/? appController.show',
    'GET /a/b/c/? appController.show [guardBelow]',
    'GET /a/d/? appController.show [guardBelow]',
  ],
  [
    "app.get('/q', show); app.use(/^\\/a/, guard); app.get('/a/x', show); app.get('/b', show); function show() {} function guard(req, res, next) { next() }",
    'GET /q/? appController.show',
    'GET /a/x/? appController.show [guard]',
    'GET /b/? appController.show',
  ],
  [
    "app.get('/q', show); app.use(['/a', '/c'], guard, guard); app.get('/a/x', show); app.all('/c', show); app.get('/{*rest}', show); function show() {} function guard(req, res, next) { next() }",
    'GET /q/? appController.show',
    'GET /a/x/? appController.show [guard]',
    '* /c/? appController.show [guard]',
    'GET /{<.+>rest} appController.show [guardBelow guardBelow2]',
    'GET / appController.show',
  ],
  [
    "app.get('/a', wrap(show)); app.get('/b', wrap(wrap(show))); app.get('/c', wrap('x', show)); app.get('/d', wrap((req, res) => {})); app.get('/e', require('lib').wrap(show)); function show() {} function wrap(f) { return (req, res) => f(req, res) }",
    'GET /a/? appController.show',
    'GET /b/? appController.show2',
    'GET /c/? appController.show3',
    'GET /d/? appController.getD',
    'GET /e/? appController.show4',
  ],
  [
    "app.get('/a', require('lib')(show)); app.get('/b', require('lib').make({ x: 1 })); app.get('/c', require('lib')()); app.get('/d', require('lib').a.b); function show() {}",
    'GET /a/? appController.show',
    'GET /b/? appController.make',
    'GET /c/? appController.getC',
    'GET /d/? appController.getD',
  ],
  [
    "class Users { list(req, res) {} static show(req, res) {} } const users = new Users(); app.get('/a', users.list); app.get('/b', Users.show); app.get('/c', users.list.bind(users)); app.get('/d', (req, res) => users.list(req, res)); app.get('/e', async (req, res, next) => { try { await users.list(req, res) } catch (error) { next(error) } })",
    'GET /a/? users.list',
    'GET /b/? appController.show',
    'GET /c/? users.list2',
    'GET /d/? appController.getD',
    'GET /e/? appController.getE',
  ],
  [
    "const handlers = { list(req, res) {}, 'show-all': (req, res) => {}, nested: { deep(req, res) {} } }; app.get('/a', handlers.list); app.get('/b', handlers['show-all']); app.get('/c', handlers.nested.deep); for (const [name, h] of Object.entries({ x: handlers.list })) app.get('/' + name, h)",
    'GET /a/? appController.list',
    'GET /b/? appController.getB',
    'GET /c/? nested.deep',
    'GET /x/? appController.list',
  ],
  [
    "app.get('/1', (req, res) => {}); app.get('/:id/edit', (req, res) => {}); app.delete('/a/:id', (req, res) => {}); app.post('/a', (req, res) => {}); app.patch('/a/:id', (req, res) => {}); app.get('/-', (req, res) => {}); app.get('/a.json', (req, res) => {}); app.get('/new', (req, res) => {}); app.get('/class', (req, res) => {})",
    'GET /1/? appController.get1',
    'GET /{id}/edit/? appController.getByIdEdit',
    'DELETE /a/{id}/? appController.deleteAById',
    'POST /a/? appController.postA',
    'PATCH /a/{id}/? appController.patchAById',
    'GET /-/? appController.get',
    'GET /a.json/? appController.getAJson',
    'GET /new/? appController.getNew',
    'GET /class/? appController.getClass',
  ],
  [
    "if (process.env.A && process.env.B) app.get('/a', show); if (process.env.A || !process.env.B) app.get('/b', show); if (process.env.A === '1') app.get('/c', show); switch (process.env.M) { case 'x': app.get('/d', show); break; case 'y': case 'z': app.get('/e', show); break; default: app.get('/f', show) } function show() {}",
    'GET /a/? appController.show [whenAB]',
    'GET /b/? appController.show [whenANotB]',
    'GET /c/? appController.show [whenAIs1]',
    'GET /d/? appController.show [whenMIsX]',
    'GET /e/? appController.show [whenMIsYOrZ]',
    'GET /f/? appController.show [whenNotMIsXOrYOrZ]',
  ],
  [
    "for (const name of require('./names')) app.get('/n/' + name, show); for (const key in process.env) app.get('/k', show); require('list').forEach((each) => app.get('/l', show)); function show() {}",
    'GET /k/? appController.show [whenProcessEnvHasKeys]',
    'GET /l/? appController.show [whenRequireListHasItems]',
    "! The path is known at run time only: '/n/' + name; write the path as text, or keep this route in Express",
  ],
  [
    "app.use('/a', require('lib').router); app.use(require('lib').pages()); app.get('/q', show); app.use('/z', (req, res) => res.end()); function show() {}",
    'GET /q/? appController.show',
    "kept before app.use('/a', require('lib').router)",
    "kept before app.use(require('lib').pages())",
    "kept behind app.use('/z', (req, res) => res.end())",
  ],
  [
    "app.use('/v1', router); app.use('/v2', router); router.get('/x', show); router.all('/y', guard, show); router.use(guard); router.get('/z', show); function show() {} function guard(req, res, next) { next() }",
    'GET /v1/x/? appController.show',
    '* /v1/y/? appController.show [guard]',
    'GET /v1/z/? appController.show [guard]',
    'GET /v2/x/? appController.show',
    '* /v2/y/? appController.show [guard]',
    'GET /v2/z/? appController.show [guard]',
  ],
  [
    "router.param('id', load); router.get('/:id', show); app.use('/:shop', router); app.param('shop', load); app.get('/s/:shop', show); function show() {} function load(req, res, next, id, name) { next() }",
    'GET /{shop}/{id}/? appController.show [loadShop loadId]',
    'GET /s/{shop}/? appController.show [loadShop]',
    "! router.param('id', load) runs by the name of a variable, which a route file has no word for; the lines with the variable have + use=loadId, which calls it for each of them",
    "! app.param('shop', load) runs by the name of a variable, which a route file has no word for; the lines with the variable have + use=loadShop, which calls it for each of them",
  ],
  [
    "app.get('/a', (req, res, next) => next(), [guard, guard], show); app.get('/b', guard, (err, req, res, next) => {}, show); app.get('/c', async function named(req, res) {}); function show() {} function guard(req, res, next) { next() }",
    'GET /a/? appController.show [appMiddleware guard]',
    'GET /b/? appController.show [guard appMiddleware2]',
    'GET /c/? appController.named',
  ],
  [
    "app.use(express.json()); app.use(require('cors')()); app.get('/a', express.urlencoded({ extended: true }), show); app.use('/b', express.json({ limit: 1 })); app.post('/b/x', show); function show() {}",
    'GET /a/? appController.show [urlencoded]',
    'POST /b/x/? appController.show [expressJson]',
    'kept before app.use(express.json())',
    "kept before app.use(require('cors')())",
  ],
  [
    "app.set('strict routing', true); app.get('/a', show); app.get('/b/', show); function show() {}",
    'GET /a appController.show',
    'GET /b/ appController.show',
  ],
  [
    "app.set('strict routing', false); app.get('/a', show); function show() {}",
    'GET /a/? appController.show',
  ],
  ["app.enable('strict routing'); app.get('/a', show); function show() {}", 'GET /a appController.show'],
  [
    "app.enable('strict routing'); app.disable('strict routing'); app.get('/a', show); function show() {}",
    'GET /a/? appController.show',
  ],
  [
    "const strict = express.Router({ strict: true }); strict.get('/a', show); app.use(strict); router.strict = true; router.get('/b', show); app.use(router); function show() {}",
    'GET /a appController.show',
    'GET /b appController.show',
  ],
  [
    "app.set('other', true); app.enable('trust proxy'); app.get('/a', show); function show() {}",
    'GET /a/? appController.show',
  ],
]

test.each(programs)('%s', (source, ...told) => {
  const one = application({
    'app.js': `const express = require('express'); const app = express(); const router = express.Router()\n${source}`,
    'broken.js': 'function (',
  })
  const { routes, untranslated, kept } = one.report()
  expect([
    ...routes.map(({ method, path, action, middleware }) =>
      [method, path, action, ...(middleware.length === 0 ? [] : [`[${middleware.join(' ')}]`])].join(' '),
    ),
    ...untranslated.map(
      ({ source: { file }, reason, suggestion }) =>
        `! ${file === 'app.js' ? '' : `${file}: `}${reason}; ${suggestion}`,
    ),
    ...kept.map(({ position, text }) => `kept ${position} ${text}`),
  ]).toEqual(told)
})

test('what is written, what is left, and what a run reaches are printed', () => {
  const one = application({
    'app.js': `const express = require('express')
const app = express()
const missing = require('missing-package')
require('adder')(app)
eval("app.get('/a', (req, res) => res.send('eval'))")
require('./late.js').add(app)
app.get('/a', (req, res) => res.send('a'))
app.all('/b/:id', show)
if (missing.flag) app.get('/sometimes', show)
app.get(missing.path, show)
const list = [(req, res) => res.send('c')]
app.get('/c', list[0])
app.get('/d', [1].map(() => (req, res) => res.send('d'))[0])
function show(req, res) { res.send('b') }
module.exports = app
`,
    'late.js': `exports.add = (app) => { for (const name of Object.getOwnPropertyNames({ x: 1 })) app.put('/late-' + name, (req, res) => res.send(name)) }
`,
    'node_modules/adder/index.js': `module.exports = (app) => { app.get('/by-package', (req, res) => res.send('p')); app.get('/a/own', (req, res) => res.send('p')) }
`,
  })
  const { stdout, status } = one.run('--verify')
  expect(status).toBe(1)
  expect(stdout).toBe(`late.js:1:87  The path is known at run time only: '/late-' + name
app.js:10:5  The path is known at run time only: missing-package.path
  hint: write the path as text, or keep this route in Express
app.js:4:1  require('adder')(app) is given the application, and may register routes that cannot be read
  hint: keep this call in the application; --verify shows which routes it registers
4 of the handlers cannot be gathered from where they are (--move-handlers):
  appController.getA  app.js:7:15  it is not exported
  appController.show  app.js:14:1  it is not exported
  appController.getC  app.js:11:15  it is not exported
  appController.getD  app.js:13:19  it is not exported

Wrote routes.conf, controllers.js
5 lines imported, 3 not

In app.js (the application is made in line 2), instead of the routes, before the error handlers:

  const { RouterHandlerMapping, redirectToCanonical } = require('@mvc-router/router-core/express')
  const { controllers, middleware } = require('./controllers')

  const mapping = new RouterHandlerMapping({
    routeFiles: ['routes.conf'],
    controllers,
    middleware,
    reverseTrailingSlash: false,
  })
  app.use(mapping.middleware)
  app.use(redirectToCanonical({ ignoreCase: true }))
  mapping.load().then(() => app.listen(3000))   // before it listens

GET /a reaches app.js:5 in the application, and routes.conf:5 (appController.getA) in the route file
HEAD /a reaches app.js:5 in the application, and routes.conf:5 (appController.getA) in the route file
GET /a/ reaches app.js:5 in the application, and routes.conf:5 (appController.getA) in the route file
HEAD /a/ reaches app.js:5 in the application, and routes.conf:5 (appController.getA) in the route file
GET /a (app.js:5) is registered at run time, and was not seen by the import
registered by a package, and not imported: GET /by-package (app.js:4)
registered by a package, and not imported: GET /a/own (app.js:4)
loaded without missing-package, which cannot be loaded here
2 requests reach what is not imported
1254 of 1258 requests reach the same handler
`)
  expect(one.read('controllers.js'))
    .toBe(`// Written by mvc-router import: the handlers and the middleware that the route files name.
const missingPackage = require('missing-package')

// Not gathered, since another file cannot refer to it (mvc-router import --move-handlers moves what it can):
//   appController.getA: app.js:7, it is not exported
//   appController.show: app.js:14, it is not exported
//   appController.getC: app.js:11, it is not exported
//   appController.getD: app.js:13, it is not exported

const controllers = {
}

const middleware = {
  whenMissingFlag: (request, response, next) => next(missingPackage.flag ? undefined : 'route'),
}

module.exports = { controllers, middleware }
`)
})

test('what another file cannot name is told, and not written', () => {
  const one = application({
    'package.json': '{"type":"module"}',
    'app.js': `
import express from 'express'
import { readFileSync } from 'node:fs'
import { URL, fileURLToPath } from 'node:url'
import pair from 'pair'
const app = express()
const { guard } = pair()
const [log] = pair()
app.get('/a', guard, log, pair(fileURLToPath(new URL('./a', import.meta.url))), pair(readFileSync('x')), function a() {})
export { app }`,
  })
  expect(one.run().stdout).toContain('guard  app.js:7:7  it is taken out of a list or an object')
  const written = one.read('controllers.js')
  expect(written).toContain("import { readFileSync } from 'node:fs'")
  expect(written).toContain("pair(readFileSync('x'))")
})

const loops =
  ['a', 'b', 'c'].map((name) => `for (let ${name} = 0; ${name} < 900; ${name}++)`).join(' ') + ' {}'

test.each([
  ['a loop', 'let n = 0; while (n < 1e9) app.get(`/${n++}`, show)', /more than 1000 rounds/],
  ['a loop that counts', 'let n = 0; do n++; while (n < 5000); app.get(`/${n}`, show)', /1000 rounds/],
  ['a list', 'for (const item of Array(5000).fill("a")) app.get("/" + item, show)', /at run time only/],
  ['keys', '[...Array(5000).keys()].forEach((key) => app.get("/" + key, show))', /at run time only/],
  ['Array.from', 'Array.from({ length: 5000 }, (_, n) => app.get("/" + n, show))', /at run time only/],
  ['recursion', 'const add = (n) => { app.get("/" + n, show); add(n + 1) }; add(0)', /goes too deep/],
  [
    'recursion in an export',
    'module.exports = (app) => { const add = (n) => { app.get("/" + n, show); add(n + 1) }; add(0) }',
    /goes too deep/,
  ],
  [
    'a text',
    'let s = "aa"; for (let n = 0; n < 40; n++) s = s.replaceAll("a", "aa"); app.get("/" + s, show)',
    /time/,
  ],
  [
    'an expression',
    'const s = "a".repeat(40).replace(/(a|a)*c/, ""); app.get("/" + s, show)',
    /at run time only/,
  ],
  ['a path', `app.get('/x${'{/a'.repeat(9000)}${'}'.repeat(9000)}', show)`, /too deeply|too many forms/],
  ['loops', `app.get('/x', show); ${loops}`, /computes too much/],
  ['loops of an export', `module.exports = (app) => { app.get('/x', show); ${loops} }`, /computes too much/],
  [
    'loops of a factory',
    `module.exports = () => { const app = require('express')(); app.get('/x', show); ${loops}; return app }`,
    /computes too much/,
  ],
])('of a program that goes on and on, what is not followed is told: %s', (_, program, reason) => {
  const prefix = program.startsWith('module') ? '' : "const app = require('express')(); "
  const { untranslated } = application({
    'app.js': `${prefix}function show(req, res) {}\n${program}`,
  }).report()
  expect(untranslated.map((each) => each.reason)).toContainEqual(expect.stringMatching(reason))
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

describe('an application that an exported function makes', () => {
  const factory = (exporting: string, isModule: boolean): ImportedApplication =>
    application({
      'package.json': isModule ? '{"type":"module"}' : '{}',
      'app.js': `
        ${isModule ? "import express from 'express'" : "const express = require('express')"}
        function show(req, res) { res.send('a') }
        async function createApp({ prefix = '/api' } = {}) {
          const app = express()
          app.get(prefix + '/a', show)
          return app
        }
        ${exporting}`,
    })

  test.each([
    ['module.exports = createApp', false],
    ['exports.later = (req, res) => {}; exports.createApp = createApp', false],
    ['export { createApp }', true],
    [
      'exports.createApp = createApp; exports.other = () => { const app = express(); app.get("/b", show); return app }',
      false,
    ],
  ])('is read: %s', (exporting, isModule) => {
    expect(factory(exporting, isModule).lines()).toEqual(['GET /api/a/? appController.show'])
  })

  test.each([
    ['module.exports = { createApp }', false],
    ['export default createApp', true],
  ])('is verified: %s', (exporting, isModule) => {
    const { verified } = factory(exporting, isModule).report('--verify')
    expect(verified?.different).toEqual([])
    expect(verified?.requests).toBeGreaterThan(0)
  })
})

test.each([
  `eval("app.get('/hidden', (req, res) => res.send('x'))")`,
  `for (const path of Object.assign(['/seen'], { [Symbol.iterator]: () => ['/hidden'].values() })) app.get(path, (req, res) => res.send('x'))`,
])('a route that the source does not show is a difference: %s', (hidden) => {
  const one = application({
    'app.js': `
      const app = require('express')()
      app.get('/', (req, res) => res.send('x'))
      ${hidden}
      module.exports = app`,
  })
  const { status, stdout } = one.run('--verify')
  expect(stdout).toContain('GET /hidden (app.js:4) is registered at run time, and was not seen by the import')
  expect(status).toBe(1)
})

test('routes under conditions are compared as the environment has them, on one line or on several', () => {
  const { verified } = application({
    'app.js': `
      const app = require('express')()
      switch (process.env.STAGE) { case 'live': app.get('/live', live); break; default: app.get('/draft', draft) }
      if (process.env.STAGE) app.get('/stage', live); else app.get('/none', draft)
      function live(req, res) {}
      function draft(req, res) {}
      module.exports = app`,
  }).report('--verify')
  expect(verified).toMatchObject({ different: [] })
})

test('routes that the application registers later than it is loaded are told before what differs', () => {
  const one = application({
    'app.js': `
      const app = require('express')()
      app.get('/now', show)
      new Promise(() => {}).then(() => app.get('/later', show).get('/latest', show))
      if (process.env.STAGE) app.get('/stage', show)
      function show(req, res) {}
      module.exports = app`,
  })
  expect(one.run('--verify').stdout)
    .toContain(`not in the loaded application: 2 imported routes, the first is GET /later/? (app.js:4)
  hint: the application may wait for what is not there, such as a database: start it first
GET /later reaches no route in the application`)
})

test('handlers that cannot be gathered are printed up to twenty, and listed by the controllers', () => {
  const one = application({
    'app.js': `const app = require('express')()
${Array.from({ length: 30 }, (_, n) => `app.get('/n${n}', (req, res) => res.end())`).join('\n')}`,
  })
  const { stdout } = one.run()
  expect(stdout.match(/it is not exported/g)).toHaveLength(20)
  expect(stdout).toContain('  ... and 10 more, which controllers.js lists\n')
  expect(one.read('controllers.js').match(/it is not exported/g)).toHaveLength(30)
})

test('a package that is missing has a stand-in while the application is verified', () => {
  const { verified } = application({
    'app.js': `
      const app = require('express')()
      const { Client } = require('no-such-database')
      class Store extends Client {}
      new Store().connect().then(() => app.get('/late', (req, res) => res.send('late')))
      app.get('/', new Store().handler())
      app.get('/x', (req, res) => res.send('x'))
      app.get('/:any', (req, res) => res.send('any'))
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
    [
      'a program that complains in colours',
      {
        'app.js': `import express from 'express'
express().get('/', (req, res) => {})
await new Promise((resolve) => process.stderr.write('\\x1b[31mError:\\x1b[39m no \\x1b[1mkey\\x1b[0m\\n', resolve))
await new Promise((resolve) => setTimeout(resolve, 200))
throw new Error('no store')`,
        'package.json': '{"type":"module"}',
      },
      ['--verify'],
      'The application cannot be loaded: no store (Error: no key)\n',
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
