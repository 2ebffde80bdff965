import { afterAll, expect, test } from '@jest/globals'
import { application, ImportedApplication } from './imported-application.js'

afterAll(() => ImportedApplication.removeAll())

// Each program with its imported lines, its reports, and the calls that stay in the application.
const programs: readonly (readonly [string, ...string[]])[] = [
  [
    "app.param('id', load); app.param(['id', 'n'], load); app.get('/:id', show); function load(req, res, next, id) {} function show() {}",
    'GET /{id}/? appController.show [loadId]',
    "! app.param('id', load) runs for each route with a variable, which a route file cannot express; the lines with the variable have + use=loadId, which calls the handler",
    "! app.param(['id', 'n'], load) runs for each route with a variable, which a route file cannot express; the lines with the variable have + use=loadId,loadN, which calls the handler",
  ],
  [
    "app.param('x', load); app.get('/:id', show); function load(req, res, next, id) {} function show() {}",
    'GET /{id}/? appController.show',
    "! app.param('x', load) runs for each route with a variable, which a route file cannot express; the lines with the variable have + use=loadX, which calls the handler",
  ],
  ["app.get('/x', show); var show = show; function show() {}", 'GET /x/? appController.show'],
  [
    "app.get('/y', show); app.use('/r', router); router.get('/x', show); router.use((err, req, res, next) => {}); function show() {}",
    'GET /y/? appController.show',
    'GET /r/x/? appController.show',
    '! router.use((err, req, res, next) => {}) is an error handler of one router; register it behind the mapping: app.use("/r", handler)',
  ],
  [
    "router.get('/x', show); router.post('/y', show); const deep = express.Router(); deep.get('/z', show); router.use('/deep', deep); app.use(process.env.P + '/v', router); app.get('/q', show); function show() {}",
    'GET /q/? appController.show',
    '! The path does not begin with a slash, so it matches no request: the routes of the router below it are not imported; take the route out, or begin its path with /',
    '! The path does not begin with a slash, so it matches no request (where its router is mounted); take the route out, or begin its path with /',
    '! The path does not begin with a slash, so it matches no request (where its router is mounted); take the route out, or begin its path with /',
    '! The path does not begin with a slash, so it matches no request (where its router is mounted); take the route out, or begin its path with /',
  ],
  [
    "app.get('/y', show); app.use('/a//b', show); app.get('/z', show); function show() {}",
    'GET /y/? appController.show',
    'GET /z/? appController.show',
    '! The path has // in every form, which no pattern of a route file can have; take the route out, or write its path with single slashes',
  ],
  [
    "app.get('/y', show); function show() {} function never() { app.get('/never', show) } module.exports = app",
    'GET /y/? appController.show',
    "not registered app.get('/never', show)",
  ],
  [
    "const other = express(); other.get('/o', show); app.get('/y', show); app.listen(1); other.listen(2); function show() {}",
    'GET /y/? appController.show',
    '! The route belongs to another application (app.js:2); import that application by itself: --entry',
  ],
  [
    "app.set('case sensitive routing', true); app.enable('strict routing'); app.set('strict routing', false); app.get('/Y', show); app.disable('case sensitive routing'); function show() {}",
    'GET /Y/? appController.show',
  ],
  [
    "app.route(process.env.R).get(show); app.route('/r').get(show).post(show); function show() {}",
    'GET /r/? appController.show',
    'POST /r/? appController.show',
    '! The path does not begin with a slash, so it matches no request; take the route out, or begin its path with /',
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
    'GET /y/? appController.hide',
    'GET /z/? appController.show',
    'GET /w/? appController.hide [show]',
  ],
  [
    "if (process.env.DEV) app.get('/dev', show); else app.get('/prod', show); if (process.env.NODE_ENV !== 'production') { app.use('/dbg', router) } router.get('/x', show); function show() {}",
    'GET /prod/? appController.show',
    'GET /dbg/x/? appController.show',
    "not registered app.get('/dev', show)",
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
    'GET /b/? appController.show',
    'GET /f/? appController.show',
    "not registered app.get('/a', show)",
    "not registered app.get('/c', show)",
    "not registered app.get('/d', show)",
    "not registered app.get('/e', show)",
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
    "! app.param('shop', load) runs for each route with a variable, which a route file cannot express; the lines with the variable have + use=loadShop, which calls the handler",
    "! router.param('id', load) runs for each route with a variable, which a route file cannot express; the lines with the variable have + use=loadId, which calls the handler",
  ],
  [
    "app.get('/a', (req, res, next) => next(), [guard, guard], show); app.get('/b', guard, (err, req, res, next) => {}, show); app.get('/c', async function named(req, res) {}); function show() {} function guard(req, res, next) { next() }",
    'GET /a/? appController.show [beforeGetA guard]',
    'GET /b/? appController.show [guard beforeGetB]',
    'GET /c/? appController.named',
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
    "app.get('/a', show); if (process.env.NO_SUCH) { app.use('/debug', router); app.use(log) } function show() {} function log() {}",
    'GET /a/? appController.show',
    "not registered app.use('/debug', router)",
  ],
  [
    "app.set('other', true); app.enable('trust proxy'); app.get('/a', show); function show() {}",
    'GET /a/? appController.show',
  ],
]

test.each(programs)(
  'import writes the expected lines and reports for the program %s',
  (source, ...reported) => {
    const one = application({
      'app.js': `const express = require('express'); const app = express(); const router = express.Router()\n${source}`,
    })
    const { routes, untranslated, unregistered, kept } = one.report()
    expect([
      ...routes.map(({ method, path, action, middleware }) =>
        [method, path, action, ...(middleware.length === 0 ? [] : [`[${middleware.join(' ')}]`])].join(' '),
      ),
      ...untranslated.map(({ reason, suggestion }) => `! ${reason}; ${suggestion}`),
      ...unregistered.map(({ text }) => `not registered ${text}`),
      ...kept.map(({ position, text }) => `kept ${position} ${text}`),
    ]).toEqual(reported)
  },
)
