import { afterAll, describe, expect, test } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { application, ImportedApplication } from './imported-application.js'

afterAll(() => ImportedApplication.removeAll())

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

  test('--move-handlers moves handlers with the constants and functions that they use', () => {
    expect(one.read('app.js')).toBe(`
const express = require('express')
const path = require('path')
const app = express()
app.use(express.json())
const { controllers, middleware } = require('./controllers')
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

  test('the lines to add declare no name twice, because their import replaces the import that --move-handlers wrote', () => {
    expect(stdout).toContain(`
  const { controllers, middleware } = require('./controllers')
`)
    expect(stdout).toContain('Then delete these calls, which the route files replace: app.js:6,10-16\n')
    const files = { 'app.js': source.replace('app.use(express.json())', 'app.use(signedIn)') }
    expect(application(files).run('--move-handlers').stdout).not.toContain("require('./controllers')")
    const taken = source.replace('let visits', 'let controllers')
    expect(application({ 'app.js': taken }).run().stdout).toContain('    controllers: routeControllers,\n')
  })

  test.each([
    [
      `const app = express()
function show(req, res) { res.send('show') }
/* no ( */ // nor (
;[1].forEach((n) => app.get('/n' + n, show))`,
      `const app = express()
/* no ( */ // nor (
;`,
    ],
    [
      `const app = express()
function show(req, res) { res.send('show') }
[1].forEach((n) => app.get('/n' + n, show))`,
      `const app = express()
const { controllers } = require('./controllers')
const show = controllers.appController.show
;[1].forEach((n) => app.get('/n' + n, show))`,
    ],
    [
      `const app = express();
(async () => {
  app.get('/x', (req, res) => res.send('x'))
})()`,
      `const app = express();
const { controllers } = require('./controllers')
;(async () => {
  app.get('/x', controllers.appController.getX)
})()`,
    ],
  ])(
    '--move-handlers keeps a statement that begins with a bracket separate from the statement before: %s',
    (program, changed) => {
      const script = application({ 'app.js': `const express = require('express')\n${program}\n` })
      script.run('--move-handlers')
      expect(script.read('app.js')).toContain(changed)
      execFileSync(process.execPath, ['app.js'], { cwd: script.folder })
    },
  )

  test('--move-handlers indents the lines of a moved handler, but not the lines of a text', () => {
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

  test('--move-handlers distinguishes variables with the same name', () => {
    const program = `
const express = require('express')
const user = require('./user')
const Shop = require('./data')
const { sum } = require('./numbers')
const app = express()
const limit = 5
app.get('/callback', (req, res) => user.find().then((user) => res.send(user)))
app.get('/constant', (req, res) => { res.send(String(limit)); for (const limit of [1]) res.write(limit) })
app.get('/block', (req, res) => { { const limit = 1; var seen = limit } try { user.a() } catch (user) { seen(user) } res.send({ limit, seen }) })
app.get('/switch', (req, res) => { switch (limit) { case 1: { let user = 1; res.send(user) } } (function limit() { limit() })() })
app.get('/class', (req, res) => res.send(user, class limit { static a = limit }))
app.get('/module', (req, res) => { const shop = new Shop(req.body); res.send(shop) })
app.get('/clash', (req, res) => { const numbers = req.body; res.send(sum(numbers)) })
app.get('/other', (req, res) => res.send(sum([])))
module.exports = app
`
    const two = application({
      'app.js': program,
      'user.js': 'exports.find = async () => 1; exports.a = () => 2',
      'data.js': 'module.exports = class Shop {}',
      'numbers.js': 'exports.sum = () => 3',
    })
    two.run('--move-handlers')
    expect(two.read('controllers.js')).toContain(`
const user = require('./user')
const Shop = require('./data')
const numbers = require('./numbers')
const numbers2 = require('./numbers')
`)
    expect(two.read('controllers.js')).toContain(`
    getCallback: (req, res) => user.find().then((user) => res.send(user)),
    getConstant: (req, res) => { res.send(String(5)); for (const limit of [1]) res.write(limit) },
    getBlock: (req, res) => { { const limit = 1; var seen = limit } try { user.a() } catch (user) { seen(user) } res.send({ limit: 5, seen }) },
    getSwitch: (req, res) => { switch (5) { case 1: { let user = 1; res.send(user) } } (function limit() { limit() })() },
    getClass: (req, res) => res.send(user, class limit { static a = limit }),
    getModule: (req, res) => { const shop = new Shop(req.body); res.send(shop) },
    getClash: (req, res) => { const numbers = req.body; res.send(numbers2.sum(numbers)) },
    getOther: (req, res) => res.send(numbers.sum([])),
  },
`)
  })

  test('--move-handlers prints the places in the changed files', () => {
    const program = `const express = require('express')
const app = express()
app.use((req, res, next) => {
  next()
})
app.get('/a', (req, res) => {
  res.send('a')
})
app.get('/b', (req, res) => {
  res.send('b')
})
app.use(express.json())
app.listen(3000)
`
    const three = application({ 'app.js': program })
    const printed = three.run('--move-handlers').stdout
    const lines = three.read('app.js').split('\n')
    const lineOf = (start: string): number => lines.findIndex((line) => line.startsWith(start)) + 1
    expect(printed).toContain(
      `the route files replace: app.js:${lineOf('const { controllers')}-${lineOf("app.get('/b'")}\n`,
    )
    expect(printed).toContain(`In app.js:${lineOf('app.listen')}, where it listens`)
    expect(three.read('routes.conf')).toContain(
      `app.use(express.json()) (app.js:${lineOf('app.use(express')})`,
    )
  })

  test('--move-handlers reports the handlers that stay, with the reason', () => {
    expect(stdout).toContain('of the handlers cannot be gathered or moved:\n')
    expect(stdout).toMatch(/getVisits {2}app\.js:14:20 {2}it uses the variable visits, which changes/)
    expect(stdout).toMatch(/getSelf {2}app\.js:15:18 {2}it uses the application or a router itself \(app\)/)
    expect(stdout).toMatch(/(\d+) of \1 requests reach the same handler/)
  })

  test('the application and its route file answer the same after --move-handlers', () => {
    one.write(
      'compare.js',
      `
const { RouterHandlerMapping } = require('@mvc-router/router-core/express')
const { controllers, middleware } = require('./controllers')
async function answers(app) {
  const server = app.listen(0)
  await new Promise((resolve) => server.once('listening', resolve))
  const reported = []
  for (const [method, path, headers] of [['GET', '/'], ['POST', '/notes', { title: 'a' }], ['POST', '/notes', { title: 'a', user: 'x' }], ['GET', '/notes'], ['GET', '/about'], ['GET', '/help'], ['GET', '/files/a/b/c']]) {
    const response = await fetch('http://127.0.0.1:' + server.address().port + path, { method, headers })
    reported.push(response.status + ' ' + (await response.text()))
  }
  server.close()
  server.closeAllConnections()
  return reported
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
    // Both applications share the notes, so the second application answers with one more note.
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

  test('a second import does not overwrite a controllers.js that has moved handlers', () => {
    const before = one.read('controllers.js')
    expect(one.run()).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('is part of the application already') as unknown as string,
    })
    expect(one.read('controllers.js')).toBe(before)
  })
})

test('functions move with their comments, also functions that are only passed to a wrapper', () => {
  const one = application({
    'app.js': "const app = require('express')(); app.use(require('./users')); module.exports = app",
    'users.js': `const router = require('express').Router()
const wrap = require('./wrap')
const names = ['ann']
router.files = 'users/**/*.js'

/**
 * Lists users.
 */
async function list(req, res) {
  res.send(names)
}

/** Shows a user. */
function show(req, res) {
  res.send(names[0])
}

router.get('/users', wrap(list))
router.get('/user', show)
module.exports = router
`,
    'wrap.js': 'module.exports = (handler) => (req, res, next) => handler(req, res).catch(next)\n',
  })
  expect(one.run('--move-handlers', '--verify').status).toBe(0)
  expect(one.read('users.js')).toBe(`const router = require('express').Router()
const wrap = require('./wrap')
const { controllers, list } = require('./controllers')
const show = controllers.usersController.show
router.files = 'users/**/*.js'



router.get('/users', wrap(list))
router.get('/user', show)
module.exports = router
`)
  const written = one.read('controllers.js')
  expect(written).toContain('/**\n * Lists users.\n */\nasync function list(req, res) {')
  expect(written).toContain('    /** Shows a user. */\n    show: function show(req, res) {')
  expect(written).not.toContain('does not export it')
})

test('the import of moved handlers comes before the comments of the first call', () => {
  const one = application({
    'app.js': `const app = require('express')() // Behind code.
// Lists users.
// Answers with a page.
app.get('/users', (req, res) => res.end())
module.exports = app
`,
  })
  expect(one.run('--move-handlers').status).toBe(0)
  expect(one.read('app.js')).toBe(`const app = require('express')() // Behind code.
const { controllers } = require('./controllers')
// Lists users.
// Answers with a page.
app.get('/users', controllers.appController.getUsers)
module.exports = app
`)
})
