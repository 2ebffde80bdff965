import { afterAll, describe, expect, test } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { application, ImportedApplication } from './imported-application.js'

afterAll(() => ImportedApplication.removeAll())

describe('output of import', () => {
  const one = application({
    'bin/www': `#!/usr/bin/env node
const app = require('../app')
const server = require('http').createServer(app)
server.listen(process.env.PORT || 3000)
`,
    'app.js': `const express = require('express')
const { auth } = require('./auth')
const app = express()
app.use(express.json())
require('adder')(app)
require('./late.js').add(app)
app.get('/a', (req, res) => res.send('a'))
app.all('/b/:id', auth('b'), show)
app.get('no-slash', show)
app.get('none', show)
if (process.env.DEBUG) app.get('/sometimes', show)
function show(req, res) { res.send('b') }
module.exports = app
`,
    'auth.js': 'exports.auth = (name) => (req, res, next) => next()',
    'late.js': `exports.add = (app) => { for (const name of ['x']) app.put('/late-' + name, exports.late) }
exports.late = (req, res) => res.send('late')
`,
    'node_modules/adder/index.js': `module.exports = (app) => { app.get('/by-package', (req, res) => res.send('p')) }
`,
  })
  const { stdout, status } = one.run('--verify')

  test('import reports the start command, grouped reasons, and the necessary change of the application', () => {
    expect(status).toBe(1)
    expect(stdout).toBe(`Starts node bin/www   (bin/www); it does not listen
The path does not begin with a slash, so it matches no request
  app.js:9:5
  app.js:10:5
  hint: take the route out, or begin its path with /
app.js:11:28  app.get('/sometimes', show)  not registered here, but perhaps in another environment
  hint: start it with the variables of that environment: --env-file
2 of the handlers cannot be gathered from where they are (--move-handlers):
  appController.getA  app.js:7:15  it is not exported
  appController.show  app.js:12:1  it is not exported
  hint: write them into controllers.js, because a route file with unknown actions does not load

Wrote routes.conf, controllers.js
4 lines imported, 2 not

In app.js (the application is made in line 3), add these lines before the first route or router, behind app.use(express.json()) (app.js:4):

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
  app.locals.ready = mapping.load()

In bin/www:4, where it listens (app is the application):

  app.locals.ready.then(() => server.listen(process.env.PORT || 3000))

Then delete these calls, which the route files replace: late.js:1; app.js:7-8
Leave the other code of these files, also app.use(router), because it may have other effects.

adder registers 1 line itself, and answers these requests until your controllers answer them: move one line at a time.

96 of 96 requests reach the same handler
`)
  })
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

  test('import --verify finds that each request reaches the same handler', () => {
    const { status, stdout } = one.run('--verify')
    const [, same, requests] = /(\d+) of (\d+) requests reach the same handler/.exec(stdout) ?? []
    expect([status, same]).toEqual([0, requests])
    expect(Number(requests)).toBeGreaterThan(100)
  })

  test('an imported application answers as before, except for unknown paths that a guard refused', () => {
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
  const reported = []
  for (const { path, method, user } of requests) {
    const headers = user === '' ? {} : { user }
    const response = await fetch('http://127.0.0.1:' + server.address().port + path, { method, headers, redirect: 'manual' })
    reported.push([method, path, user, response.status, response.headers.get('location'), await response.text()].join(' '))
  }
  server.close()
  server.closeAllConnections()
  return reported
}
;(async () => {
  const before = await answers(require('./app'))
  const after = await answers(await require('./wired')())
  console.log(JSON.stringify({ count: before.length, different: before.flatMap((each, index) => (each === after[index] ? [] : [[each, after[index]]])) }))
})()`,
    )
    const output = execFileSync(process.execPath, ['compare.js'], { cwd: one.folder, encoding: 'utf8' })
    // Before, the guard of /admin refused paths that its router does not know. Now these paths answer 404.
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
  ])('import calls the exported function that makes the application: %s', (exporting, isModule) => {
    expect(factory(exporting, isModule).lines()).toEqual(['GET /api/a/? appController.show'])
  })

  test.each([
    ['module.exports = { createApp }', false],
    ['export default createApp', true],
  ])('import --verify calls the exported function that makes the application: %s', (exporting, isModule) => {
    const { verified } = factory(exporting, isModule).report('--verify')
    expect(verified?.different).toEqual([])
    expect(verified?.requests).toBeGreaterThan(0)
  })
})

test.each([
  `eval("app.get('/hidden', (req, res) => res.send('x'))")`,
  `for (const path of Object.assign(['/seen'], { [Symbol.iterator]: () => ['/hidden'].values() })) app.get(path, (req, res) => res.send('x'))`,
])('import finds a route that is not visible in the source: %s', (hidden) => {
  const one = application({
    'app.js': `
      const app = require('express')()
      app.get('/', (req, res) => res.send('x'))
      ${hidden}
      module.exports = app`,
  })
  expect(one.report('--verify')).toMatchObject({
    routes: [{ path: '/' }, { path: '/hidden/?' }],
    verified: { different: [], faults: [] },
  })
})

test('import reports a router that is mounted below itself, and imports its other routes', () => {
  const { untranslated, verified } = application({
    'app.js': `const express = require('express'); const app = express(); const router = express.Router()
router.get('/x', function show(req, res) { res.end() })
router.use('/r', router)
app.use('/s', router)
module.exports = app`,
  }).report('--verify')
  expect(untranslated).toMatchObject([{ reason: 'The router is mounted below itself', source: { line: 3 } }])
  expect(verified).toMatchObject({ different: [], faults: [] })
})

test('import prints at most twenty handlers that it cannot gather, and controllers.js lists all', () => {
  const one = application({
    'app.js': `const app = require('express')()
${Array.from({ length: 30 }, (_, n) => `app.get('/n${n}', (req, res) => res.end())`).join('\n')}`,
  })
  const { stdout } = one.run()
  expect(stdout.match(/it is not exported/g)).toHaveLength(20)
  expect(stdout).toContain('  ... and 10 more places, which controllers.js lists\n')
  expect(one.read('controllers.js').match(/it is not exported/g)).toHaveLength(30)
})

test('import prints a hint for each place if the hints differ', () => {
  const one = application({
    'app.js': `const express = require('express')
const app = express()
for (const path of ['/a', '/b']) {
  const router = express.Router()
  router.get('/x', (req, res) => res.end())
  router.use((error, req, res, next) => res.end())
  app.use(path, router)
}`,
  })
  expect(one.run().stdout)
    .toContain(`router.use((error, req, res, next) => res.end()) is an error handler of one router
  app.js:6:10  register it behind the mapping: app.use("/a", handler)
  app.js:6:10  register it behind the mapping: app.use("/b", handler)
`)
})

test('import prints one line for all handlers of the same place', () => {
  const one = application({
    'app.js': `const app = require('express')()
const add = (path) => app.get(path, (req, res) => res.end())
for (const path of ['/a', '/b', '/c']) add(path)
app.get('/d', (req, res) => res.end())`,
  })
  expect(one.run().stdout)
    .toContain(`4 of the handlers cannot be gathered from where they are (--move-handlers):
  appController.getA and 2 more  app.js:2:37  it is not exported
  appController.getD  app.js:4:15  it is not exported
`)
})

test.each([
  'const server',
  'const server: any',
  'exports.server',
  'this.server',
  'const server = module.exports',
  'const server = exports = module.exports',
])('the change that import prints uses the name of the application: %s = express()', (declaration) => {
  const name = declaration.replaceAll(/^const |: any$| =.*/g, '')
  const one = application({
    'app.ts': `const express = require('express')
${declaration} = express()
${name}.get('/x', (req, res) => res.send('x'))
${name}.listen(3000)
`,
  })
  const { stdout } = one.run('app.ts')
  expect(stdout).toContain(`\n  ${name}.use(mapping.middleware)\n`)
  expect(stdout).toContain(
    `:4, where it listens:\n\n  ${name}.locals.ready.then(() => ${name}.listen(3000))\n`,
  )
})

test.each([
  [
    'const server: Server = app.listen(3000)',
    `  let server: Server
  app.locals.ready.then(() => {
    server = app.listen(3000)
    // Move code that needs server at once to this place.
  })
`,
  ],
  [
    'exports.server = app.listen(3000)',
    `  app.locals.ready.then(() => {
    exports.server = app.listen(3000)
    // Move code that needs exports.server at once to this place.
  })
`,
  ],
])('the change that import prints keeps the server that listens: %s', (listening, change) => {
  const one = application({
    'app.ts': `const app = require('express')()
app.get('/x', (req, res) => res.send('x'))
${listening}
`,
  })
  expect(one.run('app.ts').stdout).toContain(`where it listens:\n\n${change}`)
})

test.each([
  ['app.listen(3000)', '  await app.locals.ready\n  app.listen(3000)\n'],
  ['const server = app.listen(3000)', '  await app.locals.ready\n  const server = app.listen(3000)\n'],
  ['app\n  .listen(3000, () => {\n  })', '  await app.locals.ready\n  app.listen(3000, () => { ...\n'],
  ['setTimeout(() => { app.listen(3000) })', '  app.locals.ready.then(() => app.listen(3000))\n'],
  [
    'async function start() { app.listen(3000) }\nvoid start()',
    '  await app.locals.ready\n  app.listen(3000)\n',
  ],
])(
  'the change that import prints awaits the load if the place of listen allows it: %s',
  (listening, change) => {
    const one = application({
      'package.json': '{"type":"module"}',
      'app.js': `import express from 'express'
const app = express()
app.get('/x', (req, res) => res.send('x'))
${listening}
`,
    })
    expect(one.run('app.js').stdout).toContain(`where it listens:\n\n${change}`)
  },
)

test('import leaves routes of a package to the package, and does not propose to delete their registration', () => {
  const one = application({
    'app.js': `
      const app = require('express')()
      require('decorators').register(app, 'options')
      app.listen(3000)`,
    'node_modules/decorators/index.js': `exports.register = (app) => {
      for (const path of ['/a', '/b']) app.get(path, function routeHandler(req, res) { res.send(path) })
      const guard = (req, res, next) => next()
      app.param('id', guard)
      app.use('/c', guard, (error, req, res, next) => next(error))
      app.get('/c/:id', guard, (req, res) => res.redirect('/a'))
    }`,
  })
  const { stdout, status } = one.run('--verify')
  expect(one.read('routes.conf').split('\n\n')[1]).toBe(`+ passes
GET  /a/?       aController.index
+ passes
GET  /b/?       bController.index
+ passes
GET  /c/{id}/?  cController.getById
`)
  expect(one.read('controllers.js')).toContain('    index: (request, response, next) => next(),\n')
  expect(stdout).toContain('decorators registers 3 lines itself, and answers these requests until')
  expect(stdout).not.toMatch(/delete|cannot be gathered/)
  expect(status).toBe(0)
})

test('the change that import prints comes behind middleware of the program, if a package first passes all paths on', () => {
  const one = application({
    'app.js': `
      const express = require('express')
      const app = require('framework').create((app) => app.use(express.json()))
      app.listen(3000)`,
    'node_modules/framework/index.js': `exports.create = (configure) => {
      const app = require('express')()
      app.all('*all', (req, res, next) => next())
      configure(app)
      return app.get('/', (req, res) => res.end())
    }`,
  })
  expect(one.run('--verify').stdout).toContain(
    'the first route or router, behind app.use(express.json()) (app.js:3):',
  )
  expect(one.read('routes.conf')).toContain(' appController.index')
})

test('import leaves the routes of a generated file to its generator', () => {
  const one = application({
    'app.js': `
      const app = require('express')()
      require('./generated/routes').register(app)
      app.listen(3000)`,
    'generated/routes.js': `/* eslint-disable */
// This file was generated with router-maker. Please do not modify it.
exports.register = (app) => app.get('/v1/users', function UserController_list(req, res) { res.end() })`,
  })
  const { stdout, status } = one.run('--verify', '--move-handlers')
  expect(one.read('routes.conf').split('\n\n')[1]).toBe('+ passes\nGET  /v1/users/?  usersController.index\n')
  expect(stdout).toContain('router-maker registers 1 line itself')
  expect(stdout).not.toMatch(/delete|Changed/)
  expect(status).toBe(0)
})

test('import distinguishes handlers of a package and handlers that the program gives to the package', () => {
  const one = application({
    'app.js': `
      const app = require('express')()
      const { wrap, Server } = require('promises')
      const server = new Server()
      const users = require('./users')
      wrap(app).get('/own', users.show)
      app.use('/made', server.app)
      app.listen(3000)`,
    'users.js': 'exports.show = (req, res) => res.end()',
    'node_modules/promises/index.js': `const express = require('express')
    exports.wrap = (app) => ({ get: (path, handle) => app.get(path, (...all) => handle(...all)) })
    exports.Server = class {
      get app() {
        const router = express.Router()
        const child = express.Router()
        router.get('/x', (req, res) => res.send('x'))
        router.use('/y', (req, res, next) => next(), child)
        child.get('/z', (req, res) => res.send('z'))
        return router
      }
    }`,
  })
  const { stdout } = one.run()
  expect(one.read('app.routes')).toContain('madeController.getX\n->')
  expect(one.read('controllers.js')).toContain('show: users.show,')
  expect(stdout).toContain('promises registers 2 lines itself')
  expect(stdout).toContain('delete these calls, which the route files replace: app.js:6\n')
})

test('the change that import prints names the Express application that a package makes', () => {
  const one = application({
    'app.js': `
      const app = require('framework').create()
      app.enableCors()
      app.listen(3000)`,
    'node_modules/framework/index.js': `exports.create = () => {
      const app = require('express')()
      app.use((req, res, next) => next())
      return {
        enableCors: () => app.use((req, res, next) => next()),
        listen: (port) => void setImmediate(() => app.get('/', (req, res) => res.end()).listen(port)),
      }
    }`,
  })
  const { stdout } = one.run()
  expect(stdout).toContain(
    'In app.js (framework makes the application in line 2; app is the application of Express), add these lines before the first route or router:\n',
  )
  expect(stdout).toContain('\n\nframework registers 1 line itself, and answers these requests until')
  expect(stdout).not.toContain('delete')
})

test('the change that import prints names the call of listen that the program does not reach', () => {
  const one = application({
    'app.js': `const app = require('express')()
app.get('/x', (req, res) => res.send('x'))
if (process.env.DATABASE) app.listen(3000)
`,
  })
  expect(one.run().stdout).toContain(
    'In app.js:3, where it listens:\n\n  app.locals.ready.then(() => app.listen(3000))\n',
  )
})

test('the change that import prints waits behind the call that builds the application', () => {
  const { stdout } = application({
    'app.js': `
      const framework = require('framework')
      framework.build().listen(3000, () => {})`,
    'node_modules/framework/index.js': `exports.build = () => {
      const app = require('express')()
      return app.get('/', (req, res) => res.end())
    }`,
  }).run()
  expect(stdout).toContain(`
  const app = framework.build()
  app.locals.ready.then(() => app.listen(3000, () => {}))
`)
})

test('import --dry-run prints the start command, and starts nothing', () => {
  const one = application({
    'package.json': '{"scripts":{"start":"NODE_ENV=production node -r ./first.js app.js"}}',
    'app.js': "require('fs').writeFileSync('ran', '')",
    'first.js': '',
  })
  expect(one.run('--dry-run')).toEqual({
    status: 0,
    stdout:
      'Starts NODE_ENV=production node -r ./first.js app.js   (scripts.start of package.json); it does not listen\n',
    stderr: '',
  })
  expect(() => one.read('ran')).toThrow('ENOENT')
})

test.each([
  [
    'concurrently "npm run watch" "npm run assets" --names a,b',
    'nodemon ./app.js --port 1',
    'node app.js --port 1',
  ],
  ['concurrently "node app.js" "vite" -k', '', 'node app.js'],
  ['node app.js --name="a" --port 1', '', 'node app.js --name=a --port 1'],
  ['node --trace-warnings app --port 1', '', 'node app.js --port 1'],
  [
    'node -r @swc-node/register app.js --port 1',
    '',
    'SWC_NODE_INLINE_SOURCE_MAP=1 node -r @swc-node/register app.js --port 1',
  ],
  ['nodemon --exec babel-node app --port 1', '', 'node --require @babel/register app.js --port 1'],
])('import starts the program of a start script with its arguments: %s', (start, watch, shown) => {
  const one = application({
    'package.json': JSON.stringify({ scripts: { start, watch, assets: 'vite' } }),
    'app.js': '',
  })
  expect(one.run('--dry-run').stdout).toBe(
    `Starts ${shown}   (scripts.start of package.json); it does not listen\n`,
  )
})

test.each([
  ['{}', '--require'],
  ['{"type":"module"}', '--import'],
])('import --loader loads a package with the manifest %s by %s', (manifest, option) => {
  const one = application({
    'app.ts': '',
    'node_modules/compiler/package.json': manifest,
    'node_modules/compiler/index.js': '',
  })
  expect(one.run('app.ts', '--loader', 'compiler', '--dry-run').stdout).toContain(
    `node ${option} node_modules/compiler/index.js app.ts `,
  )
})

test('import reads the file of --env-file in place of the file that the start script names', () => {
  const one = application({
    'package.json': '{"scripts":{"start":"node --env-file .env app.js"}}',
    'my.env': 'PREFIX=/api',
    'app.js': "const app = require('express')(); app.get(process.env.PREFIX, () => {}); app.listen(1)",
  })
  expect(one.run()).toMatchObject({
    status: 2,
    stderr: `The file .env of --env-file cannot be read
  hint: name a file with the variables of the application: --env-file .env.example
`,
  })
  expect(one.lines('--env-file', 'my.env')).toEqual(['GET /api/? appController.getApi'])
  one.write('.env', 'PREFIX=/own')
  expect(one.lines()).toEqual(['GET /own/? appController.getOwn'])
})

test('import starts a program of babel-node with the compiler package of its version', () => {
  const one = application({
    'package.json': '{"scripts":{"start":"babel-node app.js"}}',
    'node_modules/babel-register/index.js': `const load = require.extensions['.js']
require.extensions['.js'] = (module, file) => file.includes('node_modules') ? load(module, file) : module._compile('const app = require("express")(); app.get("/", () => {}); app.listen(1)', file)`,
    'app.js': 'this is compiled first',
  })
  const { status, stdout } = one.run()
  expect([status, stdout]).toEqual([
    0,
    expect.stringContaining('Starts node --require babel-register app.js'),
  ])
})

describe('errors of import', () => {
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
    ['a broken entry', { 'app.js': 'const = 1' }, ['--entry', 'app.js'], "Unexpected token '=' (app.js:1)"],
    [
      'a missing package',
      {
        'app.js': "import x from 'nothing-here'\nimport express from 'express'\nexpress().get('/', x)\n",
        'package.json': '{"type":"module"}',
      },
      [],
      "The application did not get ready: Cannot find package 'nothing-here'",
    ],
  ])('import reports %s without a stack trace, and ends with 2', (_, files, args, message) => {
    const { status, stderr, stdout } = application(files).run(...args)
    expect(status).toBe(2)
    expect(stderr).toContain(message)
    expect(stderr + stdout).not.toMatch(/\n\s+at /)
  })

  test('import of an application without routes writes no lines and reports its middleware as kept', () => {
    const { kept, routes } = application({
      'src/app.js': "const app = require('express')()\napp.use(function log(req, res, next) { next() })",
    }).report()
    expect(routes).toEqual([])
    expect(kept).toMatchObject([{ source: { file: 'src/app.js', line: 2 } }])
  })

  test('import replaces a route file that it did not write only with --force', () => {
    const one = application({
      'app.js': "require('express')().get('/', () => {})",
      'routes.conf': 'GET /mine a.b\n',
    })
    expect(one.run()).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(
        /^routes\.conf is there already, and was not written by an import\n.*--force/,
      ) as unknown as string,
    })
    expect(one.read('routes.conf')).toBe('GET /mine a.b\n')
    expect(one.run('--force').status).toBe(0)
    expect(one.run().status).toBe(0)
  })
})

describe('the printed change of the application', () => {
  const wired = (text: string): string => application({ 'app.js': text }).run().stdout

  test('the change that import prints sets reverseTrailingSlash to false, except with strict routing', () => {
    const lenient = `const app = require('express')()\napp.get('/a', function a(req, res) {})\nmodule.exports = app\n`
    expect(wired(lenient)).toContain('    reverseTrailingSlash: false,\n  })\n')
    const strict = lenient.replace('\n', `\napp.enable('strict routing')\n`)
    expect(wired(strict)).toContain('    middleware,\n  })\n')
  })
})

test('import --verify reports a written module that cannot be loaded', () => {
  const one = application({
    'app.js': `const app = require('express')()
const { allow, show } = require('./guards')
app.get('/a', allow('editor'), show)
module.exports = app
`,
    'guards.js': `let made = 0
exports.allow = () => {
  if (made++ > 0) throw new Error('one guard is enough')
  return (req, res, next) => next()
}
exports.show = (req, res) => res.end()
`,
  })
  const { status, stdout } = one.run('--verify')
  expect(stdout).toContain('\ncontrollers.js  cannot be loaded: one guard is enough (guards.js:3)\n')
  expect(status).toBe(1)
})

test('import --move-handlers writes the values of each round of a loop into its handler', () => {
  const one = application({
    'app.js': `const app = require('express')()
for (const name of ['about', "it's"]) app.get('/' + name, (req, res) => res.send('page ' + name))
module.exports = app
`,
  })
  one.run('--move-handlers')
  expect(one.read('controllers.js')).toContain(`    getAbout: (req, res) => res.send('page ' + 'about'),
    getItS: (req, res) => res.send('page ' + 'it\\'s'),
`)
})
