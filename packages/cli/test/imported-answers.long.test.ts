import { execFileSync, spawnSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from '@jest/globals'
import { ImportedApplication } from './imported-application.js'

afterAll(() => ImportedApplication.removeAll())

/** A program that calls functions before their declarations, as many programs do. */
const program = `
const express = require('express')
const app = express()
const users = new Map([['1', 'ann']])
start()
module.exports = app

function start() {
  app.use('/users', people())
  app.route('/vault/:key')
    .all(unlock)
    .get((req, res) => res.send('gold ' + req.lock))
    .put((req, res, next) => next())
    .put((req, res) => res.send('put ' + req.lock))
  app.get('/vault/closed', (req, res) => res.send('closed'))
  app.get('/list', list)
  app.use('/shop', shop())
}
function shop() {
  const router = express.Router()
  router.get('/', (req, res) => res.send('shop'))
  const isOld = require('express/package.json').version.startsWith('4.')
  router.use(isOld ? '*' : '/{*rest}', (req, res) => res.status(404).send('no ' + req.method + req.url))
  return router
}
function people() {
  const router = express.Router()
  router.param('id', (req, res, next, id) => {
    if (!users.has(id)) return res.status(404).send('no user ' + id)
    req.user = users.get(id)
    next()
  })
  router.get('/:id', (req, res) => res.send('user ' + req.user))
  return router
}
function unlock(req, res, next) {
  if (req.params.key === 'closed') return next('route')
  if (req.params.key === 'stuck') return res.status(423).send('stuck')
  req.lock = (req.lock || 0) + 1
  next()
}
function list(req, res) { res.send([...users.keys()].join()) }
`

const requests = [
  '/users/1',
  '/users/2',
  '/vault/a',
  '/vault/closed',
  '/vault/stuck',
  '/list',
  '/shop',
  '/shop/x/y',
  '/none',
].flatMap((path) => ['GET', 'HEAD', 'PUT', 'DELETE'].map((method) => ({ method, path })))

const comparison = `
const express = require('express')
const { RouterHandlerMapping } = require('@mvc-router/router-core/express')
const { controllers, middleware } = require('./controllers')
async function answers(app) {
  const server = app.listen(0)
  await new Promise((resolve) => server.once('listening', resolve))
  const reported = []
  for (const { method, path } of ${JSON.stringify(requests)}) {
    const response = await fetch('http://127.0.0.1:' + server.address().port + path, { method })
    const text = response.status === 404 && path === '/none' ? '' : await response.text()
    reported.push([method, path, response.status, /^Cannot|^<!DOC/.test(text) ? '' : text].join(' ').trim())
  }
  server.close()
  server.closeAllConnections()
  return reported
}
;(async () => {
  const mapping = new RouterHandlerMapping({ routeFiles: ['routes.conf'], controllers, middleware })
  await mapping.load()
  console.log(JSON.stringify([await answers(require('./app')), await answers(express().use(mapping.middleware))]))
})()`

describe.each([4, 5] as const)('an application of Express %i that has moved its handlers', (express) => {
  const one = new ImportedApplication({ 'app.js': program, 'compare.js': comparison }, express)
  const { stdout } = one.run('--move-handlers', '--verify')

  test('requests reach the same handlers after import --move-handlers', () => {
    expect(stdout).toMatch(/(\d+) of \1 requests reach the same handler/)
  })

  test('after import --move-handlers, the route file answers as the old routes do', () => {
    const output = execFileSync(process.execPath, ['compare.js'], { cwd: one.folder, encoding: 'utf8' })
    const [old, now] = JSON.parse(output) as [string[], string[]]
    expect(old).toEqual(
      expect.arrayContaining([
        'GET /vault/a 200 gold 1',
        'GET /vault/closed 200 closed',
        'PUT /vault/a 200 put 1',
        'GET /users/2 404 no user 2',
      ]),
    )
    expect(now).toEqual(old)
  })
})

test('import writes the handlers of app.route as one line for each method', () => {
  const source = `const app = require('express')()
    app.route('/a').all(signedIn).get(show).post(check).post(create)
    function signedIn(req, res, next) {} function show(req, res) {} function check(req, res, next) {} function create(req, res) {}`
  expect(new ImportedApplication({ 'app.js': source }).lines()).toEqual([
    'GET /a/? appController.show [signedIn]',
    'POST /a/? appController.create [signedIn check]',
    '* /a/? appController.signedIn',
  ])
})

describe('code that depends on a mount', () => {
  const reasons = (source: string): string[] =>
    new ImportedApplication({
      'app.js': `const express = require('express'); const app = express(); const router = express.Router()\n${source}`,
    })
      .report()
      .untranslated.map(({ reason, suggestion }) => `${reason}; ${suggestion}`)

  test.each([
    ["router.get('/x', (req, res) => res.send(req.baseUrl)); app.use('/m', router)", 'reads req.baseUrl'],
    [
      "router.use((request, res, next) => next(request.path)); router.get('/x', show); app.use('/m', router); function show(req, res) {}",
      'read request.originalUrl',
    ],
    [
      "app.get('/', home); app.use('/m', (req, res, next) => next(req.url)); app.get('/m/x', home); function home(req, res) {}",
      'reads req.url',
    ],
    [
      `router.use((req, res, next) => next("router")); router.get('/x', show); app.use('/m', router); function show(req, res) {}`,
      'leaves the whole route file',
    ],
    [
      "router.get('/x', (req, res, next) => next('router')); app.use(router); app.get('/x', show); function show() {}",
      'leaves the whole route file',
    ],
  ])('import reports code that changes its meaning without a mount: %s', (source, reported) => {
    expect(reasons(source)).toEqual([expect.stringContaining(reported)])
  })

  test.each([
    "router.get('/x', (req, res) => res.send(req.baseUrl)); app.use(router)",
    "router.get('/x', (req, res) => res.send(res.path)); app.use('/m', router)",
    "app.get('/x', (req, res) => res.send(req.url))",
    "app.get('/', home); app.use((req, res, next) => next(req.url)); app.get('/x', home); function home(req, res) {}",
    "app.get('/x', (req, res, next) => next('router'))",
  ])('import does not report code that keeps its meaning without a mount: %s', (source) => {
    expect(reasons(source)).toEqual([])
  })
})

test('import reports a reason that many routes share once', () => {
  const one = new ImportedApplication({
    'app.js': `const express = require('express')
const app = express()
const { page, signedIn } = require('./helpers')
for (const name of ['a', 'b', 'c']) {
  const router = express.Router()
  page(router, '/' + name, show)
  page(router, 'no-slash', show)
  app.use('/' + name, router)
}
function show(req, res) {}`,
    'helpers.js': `exports.page = (router, path, handler) => {
  router.get(path, signedIn, handler)
}
const signedIn = function signedIn(req, res, next) { next(req.path === '/') }`,
  })
  const { routes, untranslated } = one.report()
  expect(routes.map(({ path }) => path)).toEqual(['/a/a/?', '/b/b/?', '/c/c/?'])
  expect(untranslated.map(({ source: { file, line }, reason }) => `${file}:${line} ${reason}`)).toEqual([
    'helpers.js:4 signedIn reads req.path, which Express changes below a mount; a route file mounts nothing',
    'helpers.js:2 The path does not begin with a slash, so it matches no request',
  ])
  expect(
    one
      .read('helpers.routes')
      .match(/^# .*$/gm)
      ?.slice(1),
  ).toEqual([
    '# to change: signedIn reads req.path, which Express changes below a mount; a route file mounts nothing (helpers.js:4); read req.originalUrl, which no mount changes',
    '# not imported: The path does not begin with a slash, so it matches no request (helpers.js:2); take the route out, or begin its path with /',
  ])
  expect(
    one
      .read('b.routes')
      .match(/^# .*$/gm)
      ?.slice(1),
  ).toEqual([
    '# to change: signedIn reads req.path, which Express changes below a mount; a route file mounts nothing (helpers.js:4); read req.originalUrl, which no mount changes',
    '# not imported: The path does not begin with a slash, so it matches no request (helpers.js:2); take the route out, or begin its path with /',
  ])
})

test('import --move-handlers requires the controllers before the first call that needs them', () => {
  const one = new ImportedApplication({
    'app.js': `const app = require('express')()
const port = 3000
setup()
app.listen(port)
function setup() { lists() }
function lists() { app.get('/', list) }
function list(req, res) { res.send('list') }
`,
  })
  one.run('--move-handlers')
  expect(one.read('app.js')).toBe(`const app = require('express')()
const port = 3000
const { controllers } = require('./controllers')
const list = controllers.appController.list
setup()
app.listen(port)
function setup() { lists() }
function lists() { app.get('/', list) }
`)
})

test('import writes the routes of an application that throws only with --partial', () => {
  const one = new ImportedApplication({
    'app.js': `const app = require('express')()
app.get('/', (req, res) => res.send('home'))
throw new Error('no database')
`,
  })
  const refused = one.run()
  expect([refused.status, refused.stderr]).toEqual([
    2,
    `The application did not get ready: no database (app.js:3)
  hint: give the application its variables: --env-file .env
  hint: write the route that was recorded until then: --partial
`,
  ])
  expect(() => one.read('routes.conf')).toThrow('ENOENT')
  const { status, stdout } = one.run('--move-handlers', '--verify', '--partial')
  expect(status).toBe(0)
  expect(stdout).toContain(
    'recorded until it stopped: no database\nWrote routes.conf, controllers.js\nChanged app.js',
  )
  expect(one.read('controllers.js')).toContain("res.send('home')")
})

test('import finds a static folder that a module names with import.meta.url', () => {
  const one = new ImportedApplication({
    'package.json': '{"type":"module"}',
    'a b/public/x.txt': 'x',
    'a b/src/app.js': `import express from 'express'
import { fileURLToPath } from 'node:url'
const app = express()
app.use('/a', express.static(fileURLToPath(new URL('../../files', import.meta.url))))
`,
  })
  expect(one.report('--entry', 'a b/src/app.js').routes.map(({ action }) => action)).toEqual([
    'staticDir:files',
  ])
})

test('import keeps a static folder in the application if a handler for all paths is before the first route', () => {
  const one = (page: string): ImportedApplication =>
    new ImportedApplication({
      'app.js': `const express = require('express')
const app = express()
app.use('/files', express.static('files'))
app.use(${page})
app.use('/late', express.static('late'))
app.use(express.json())
app.get('/api/x', (req, res) => res.send('x'))`,
    })
  const spa = one('/^((?!(api)).)*/, (req, res) => res.send(1)')
  expect(spa.lines()).toEqual(['GET /late/ staticDir:late', 'GET /api/x/? appController.getApiX'])
  expect(spa.report('--force').kept.map(({ text, position }) => `${position} ${text}`)).toEqual([
    "before app.use('/files', express.static('files'))",
    'before app.use(/^((?!(api)).)*/, (req, res) => res.send(1))',
    'before app.use(express.json())',
  ])
  for (const page of ["'/docs', (req, res) => res.send(1)", '(req, res, next) => next()'])
    expect(one(page).lines()[0]).toBe('GET /files/ staticDir:files')
})

test('import --move-handlers writes methods of an object that is not exported as functions', () => {
  const one = new ImportedApplication({
    'app.js': `const app = require('express')()
const pets = (kind) => ({ show(req, res) { res.send(kind) }, async  'all pets'(req, res) { res.send('all') } })
const cats = pets('cat')
app.get('/cat', cats.show)
app.get('/cats', cats['all pets'])
`,
  })
  one.run('--move-handlers')
  const written = execFileSync(
    process.execPath,
    [
      '-e',
      "for (const each of Object.values(require('./controllers').controllers)) for (const [name, run] of Object.entries(each)) run({}, { send: (text) => console.log(name, text) })",
    ],
    { cwd: one.folder, encoding: 'utf8' },
  )
  expect(written).toBe('show cat\ngetCats all\n')
})

describe('TypeScript applications', () => {
  const one = new ImportedApplication({
    'package.json': '{"type":"module"}',
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        module: 'nodenext',
        target: 'es2023',
        skipLibCheck: true,
        types: ['node'],
      },
    }),
    'app.ts': `import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express'
const app = express()
const stock = new Map([['1', 'ball']])
const staff: RequestHandler = (req, res, next) => { req.params['id'] === undefined ? res.status(403).end() : next() }
app.param('id', (req, res, next, id) => { stock.has(id) ? next() : res.status(404).end() })
app.get('/items/:id', (req, res) => { res.send(stock.get(req.params.id)) })
app.get('/parts/:id', (req, res, next) => { req.params.id.toUpperCase() === '' ? res.end() : next() }, (req, res) => { res.send(req.params.id) })
app.get('/staff/:id', staff, (req, res) => { res.send(req.params.id) })
app.get('/docs/*page', (req, res) => { res.send(req.params.page.join('-')) })
app.get('/terms{/:section}', (req, res) => { res.send(req.params.section?.toUpperCase()) })
app.get(/^\\/v(\\d+)$/, (req, res) => { res.send(String(req.params[0])) })
app.get(['/a', '/b'], function named(req, res: Response) { res.send('a') })
app.use('/late', (_req, res, next) => { res.set('late', 'yes'); next() })
app.get('/late/x', (_req, res) => { res.send('x') })
app.get('/typed', (req: Request, res: Response, next: NextFunction) => { next() })
export default app
`,
    'wired.ts': `import { RouterHandlerMapping } from '@mvc-router/router-core/express'
import { controllers, middleware } from './controllers.js'
export const mapping = new RouterHandlerMapping({ routeFiles: ['routes.conf'], controllers, middleware })
`,
  })
  symlinkSync(resolve('node_modules/@types'), join(one.folder, 'node_modules/@types'))
  one.run('--entry', 'app.ts', '--move-handlers')

  test('a TypeScript application compiles after import --move-handlers', () => {
    const tsc = resolve('node_modules/typescript/bin/tsc')
    const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', one.folder, '--pretty', 'false'], {
      encoding: 'utf8',
    })
    expect([stdout, status]).toEqual(['', 0])
  })

  test('moved handlers have types, so that the application compiles', () => {
    const types = [...one.read('controllers.ts').matchAll(/(\w+): \(.*as (.*),$/gm)].map(
      ([, name, type]) => `${name} ${type}`,
    )
    expect(types).toEqual([
      'getItemsById RequestHandler<Record<string, any>>',
      'getPartsById RequestHandler<Record<string, any>>',
      'getStaffById RequestHandler<Record<string, any>>',
      'getDocsByPage RequestHandler<Record<string, any>>',
      'getTermsBySection RequestHandler<Record<string, any>>',
      'getVByP0 RequestHandler<Record<string, any>>',
      'named RequestHandler',
      'getLateX RequestHandler',
      'loadId RequestHandler<Record<string, any>>',
      'beforeGetPartsById RequestHandler<Record<string, any>>',
      'staff RequestHandler<Record<string, any>>',
      'splitPage RequestHandler<Record<string, any>>',
      'param0IsP0 RequestHandler<Record<string, any>>',
      'appMiddleware RequestHandler',
    ])
  })
})
