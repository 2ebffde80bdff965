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
  expect(untranslated.map(({ reason }) => reason)).toEqual([
    'The handlers of PUT /a are known at run time only: app[method](path, ...handlers)',
    'The handlers of * /^\\/b/ are known at run time only: app[method](path, ...handlers)',
  ])
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
