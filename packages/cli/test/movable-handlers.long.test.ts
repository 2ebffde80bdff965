import { afterAll, describe, expect, test } from '@jest/globals'
import { application, ImportedApplication, programHead } from './imported-application.js'

afterAll(() => ImportedApplication.removeAll())

test('handlers with JSX move to controllers.tsx, and handlers with type assertions in angle brackets stay', () => {
  const one = application({
    'app.ts': `import express from 'express'
import { pages } from './pages'
export const app = express()
app.use(pages)
app.get('/old', (req, res) => { res.send(<string>req.query.a) })
`,
    'pages.tsx': `import express from 'express'
export const pages = express.Router()
pages.get('/new', (req, res) => {
  res.send(<b>
    new
  </b>)
})
`,
  })
  expect(one.run('--move-handlers').stdout).toContain(
    'appController.getOld  app.ts:5:17  controllers.tsx cannot contain its syntax\n',
  )
  expect(one.read('controllers.tsx')).toContain(`
    getNew: ((req, res) => {
      res.send(<b>
    new
  </b>)
    }) as RequestHandler,
`)
})

test('handlers in TypeScript move with their types, but a handler with a type that is not exported stays', () => {
  const one = application({
    'package.json': '{"type":"module"}',
    'tsconfig.json': '{}',
    'app.ts': `import express, { type Request, type Response as Answer } from 'express'
import type Store from './store.js'
import * as shapes from './shapes.js'
interface Local { a: number }
export interface Shown { b: number }
export const app = express()
app.get('/a', (req: Request, res: Answer<string>) => { res.send('a') })
app.get('/b', (req: Request, res: Answer) => { const shown = {} as Shown; res.send(String(shown.b)) })
app.get('/c', (req: Request, res: Answer) => { const local = {} as Local; res.send(String(local.a)) })
app.get('/d', (req: Request, res: Answer) => { const store = {} as Store, shape = {} as shapes.Round; res.send('d') })
`,
    'store.ts': 'export default interface Store { c: number }\n',
    'shapes.ts': 'export interface Round { d: number }\n',
  })
  const { stdout } = one.run('--entry', 'app.ts', '--move-handlers')
  expect(stdout).toContain(
    'appController.getC  app.ts:10:15  it uses the type Local, which its file does not export\n',
  )
  expect(one.read('controllers.ts')).toContain(`
import type { Request, Response as Answer } from 'express'
import type { Shown } from './app.js'
import type Store from './store.js'
import type * as shapes from './shapes.js'
`)
  expect(one.read('app.ts')).toContain(`
export const app = express()
app.get('/a', controllers.appController.getA)
app.get('/b', controllers.appController.getB)
app.get('/c', (req: Request, res: Answer) => { const local = {} as Local; res.send(String(local.a)) })
app.get('/d', controllers.appController.getD)
`)
})

describe('handlers that stay in their file', () => {
  const why = (source: string, ...args: string[]): string => {
    const one = application({
      'app.js': `${programHead}${source}\nmodule.exports = app`,
      'data.js': 'exports.of = (n) => n',
    })
    const [, reason = 'it is gathered'] =
      /^ {2}\w+\.\w+ {2}app\.js:\d+:\d+ {2}(.*)$/m.exec(one.run(...args).stdout) ?? []
    return reason
  }
  test.each([
    ["app.get('/a', (req, res) => res.send(this.a))", 'it uses `this`'],
    [
      "class A { constructor() { app.get('/a', (req, res) => res.send(super.toString())) } } new A()",
      'it uses `super`',
    ],
    [
      "function add() { app.get('/a', (req, res) => res.send(new.target)) } new add()",
      'it uses `new.target`',
    ],
    ["function add() { app.get('/a', (req, res) => res.send(arguments[0])) } add(1)", 'it uses `arguments`'],
    [
      "class A { #b = 1; constructor() { app.get('/a', (req, res) => res.send(#b in req)) } } new A()",
      'it uses #b of its class',
    ],
    [
      "const guard = () => (req, res) => {}; async function add() { app.get('/a', guard(await 1)) } add()",
      'it uses `await`',
    ],
    [
      "const guard = () => (req, res) => {}; function* add() { app.get('/a', guard(yield 1)) } [...add()]",
      'it uses `yield`',
    ],
    [
      "app.get('/a', async function () { class C extends Object { #b; c() { return super.toString(#b in this, new.target, arguments) } } await 1 })",
      'it is gathered',
    ],
    [
      "let n = 0; for (n of [1]); app.get('/a', (req, res) => res.send(n))",
      'it uses the variable n, which changes',
    ],
    ["app.get('/a', (req, res) => res.send(require(req.path)))", 'it needs the `require` of its own file'],
    ["app.get('/a', (req, res) => res.send(require('./nothing')))", 'it needs a file that is not there'],
    ["app.get('/a', (req, res) => res.send(require('./data'), require('fs')))", 'it is gathered'],
    [
      "app.get('/a', (req, res) => import('./data.js'))",
      'it has an import(), which may depend on its own file',
    ],
    ["let n = 0; n++; app.get('/a', (req, res) => res.send(n))", 'it uses the variable n, which changes'],
    ["app.get('/a', (req, res) => res.send(app.locals))", 'it uses the application or a router itself (app)'],
    [
      "function set(db) { app.get('/a', (req, res) => res.send(db.a)) } set(process.env.DB)",
      'it uses db, which only its own function knows',
    ],
    ["app.get('/a', a); function a(req) { req.b } function a(req) { req.c }", 'its file declares a twice'],
    ["app.get('/a', (req, res) => res.send(__filename))", 'it uses __filename of its own file'],
    ["app.get('/a', (req, res) => res.send(__dirname))", 'it is gathered'],
    ["const list = [1]; app.get('/a', (req, res) => res.send(list))", 'it is gathered'],
    [
      "const { of } = require('./data'); app.get('/a', (req, res) => res.send({ of, b: of(1) }))",
      'it is gathered',
    ],
    ["function help() {} app.get('/a', (req, res) => res.send(help()))", 'it is gathered'],
    ["app.get('/a', function (req, res) { res.send(this.b) })", 'it is gathered'],
    [
      "app.get('/a', (req, res) => { for (const [n] of []) { label: for (;;) break label } try {} catch (error) { res.send(error) } })",
      'it is gathered',
    ],
  ])('import --move-handlers of %s reports: %s', (source, reason) => {
    expect(why(source, '--move-handlers')).toBe(reason)
  })

  test('a handler that uses __dirname stays in its file if the controllers are in another folder', () => {
    const handler = "app.get('/a', (req, res) => res.send(__dirname))"
    expect(why(handler, '--move-handlers', '--out', 'config/routes.conf')).toBe(
      'it uses __dirname of its own file',
    )
    const one = application({
      'package.json': '{ "type": "module" }',
      'app.js': `import express from 'express'\nconst app = express()\n${handler}\nexport default app`,
    })
    expect(one.run('--move-handlers').stdout).toContain('it uses __dirname of its own file')
  })

  test('without --move-handlers, a handler that is not exported stays in its file', () => {
    expect(why("app.get('/a', (req, res) => res.send('a'))")).toBe('it is not exported')
    expect(why("function help() {} const a = () => help; app.get('/a', a)")).toBe('it is not exported')
  })
})

test('import gathers a handler of a package that one call gives to a file, but not of a package that two calls give', () => {
  const call = `require('./routes')(app, auth)\n`
  const files = {
    'app.js': `${programHead}const auth = require('auth')\n${call}module.exports = app`,
    'routes.js': `module.exports = function (app, auth) { app.post('/login', auth.by('password')) }`,
    'node_modules/auth/index.js': 'exports.by = (name) => (req, res) => res.send(name)',
  }
  const once = application(files)
  expect(once.report('--verify').verified?.faults).toEqual([])
  expect(once.read('controllers.js')).toContain(`const auth = require('auth')

const controllers = {
  routesController: {
    postLogin: auth.by('password'),`)
  const twice = application({ ...files, 'app.js': files['app.js'].replace(call, call + call) })
  expect(twice.run().stdout).toContain('it uses auth, which only its own function knows')
})

test('a moved handler requires the same file from another folder', () => {
  const one = application({
    'app.js': `${programHead}app.get('/a', (req, res) => res.send(require('./data').of(require('path'))))\napp.listen(1)`,
    'data.js': 'exports.of = (n) => n',
  })
  expect(one.report('--move-handlers', '--verify', '--out', 'config/routes.conf').verified?.faults).toEqual(
    [],
  )
  expect(one.read('config/controllers.js')).toContain("res.send(require('../data').of(require('path')))")
})

test('import --move-handlers also moves the constants and functions that a handler uses', () => {
  const one = application({
    'app.js': `${programHead}const limits = { max: 5, [\`k\`]: 1 }
const { of } = require('./data')
const double = (n) => of(n) * limits.max
app.get('/a', (req, res) => res.send({ of, limits, double: double(1) }))
module.exports = app`,
    'data.js': 'exports.of = (n) => n',
  })
  one.run('--move-handlers')
  const written = one.read('controllers.js')
  expect(written).toContain("const data = require('./data')")
  expect(written).toContain('const limits = { max: 5, [`k`]: 1 }')
  expect(written).toContain('const double = (n) => data.of(n) * limits.max')
  expect(written).toContain('getA: (req, res) => res.send({ of: data.of, limits, double: double(1) })')
  expect(written.indexOf('const limits')).toBeLessThan(written.indexOf('const double'))
})

test('a handler that other moved handlers call moves once, and its file declares it once', () => {
  const one = application({
    'app.js': `${programHead}function all(req, res) { res.send('all') }
const some = (req, res) => all(req, res)
app.get('/all', all)
app.get('/some', some)
app.get('/any', (req, res) => some(req, res))
app.listen(1)`,
  })
  expect(one.report('--move-handlers', '--verify').verified?.faults).toEqual([])
  expect(one.read('app.js')).toBe(`${programHead}const { controllers, all, some } = require('./controllers')
app.get('/all', all)
app.get('/some', some)
app.get('/any', controllers.appController.getAny)
app.listen(1)`)
  expect(one.read('controllers.js')).toContain(`
    all,
    some,
    getAny: (req, res) => some(req, res),`)
})

test('--verify reports a program that no longer starts, because files import each other after handlers have moved', () => {
  const one = application({
    'package.json': '{ "type": "module" }',
    'app.js': `import express from 'express'
import { users } from './users.js'
import { pages } from './pages.js'
express().use(users, pages).listen(1)`,
    'users.js': `import { Router } from 'express'
export const names = ['ann']
export const users = Router()
users.get('/users', (req, res) => res.send('users'))`,
    'pages.js': `import { Router } from 'express'
import { first } from './first.js'
export const pages = Router()
const name = first()
pages.get('/first', (req, res) => res.send(name))`,
    'first.js': `import { names } from './users.js'
export const first = () => names[0]`,
  })
  const { stdout, status } = one.run('--move-handlers', '--verify')
  expect(stdout).toContain(
    "does not start with moved handlers: Cannot access 'names' before initialization; restore the files of the program, and import without --move-handlers",
  )
  expect(status).toBe(1)
})

test.each([
  ['tsc', 'ts', { 'tsconfig.json': '{ "compilerOptions": { "outDir": "dist" }, "include": ["src/**/*"] }' }],
  [
    'babel',
    'js',
    { 'package.json': '{ "type": "module", "scripts": { "build": "babel ./src -s -d dist" } }' },
  ],
])(
  'import warns if %s compiles only a folder, and the written module is beside it',
  (compiler, ending, files) => {
    const entry = `src/app.${ending}`
    const one = application({
      ...files,
      [entry]: "import express from 'express'\nconst app = express()\napp.get('/', () => {})\napp.listen(1)",
    })
    const warning = `controllers.${ending} is outside of src, the folder that ${compiler} compiles: import with --out src/routes.conf\n`
    expect(one.run(entry).stdout).toContain(warning)
    expect(one.run(entry, '--out', 'src/routes.conf').stdout).not.toContain('is outside of')
  },
)

test.each(['require', 'import'])(
  'controllers.js loads the files that a routes file loads by %s for their effects',
  (kind) => {
    const load = (file: string): string => (kind === 'require' ? `require('${file}')` : `import '${file}'`)
    const one = application({
      'package.json': kind === 'require' ? '{}' : '{ "type": "module" }',
      'app.js':
        kind === 'require'
          ? `${programHead}require('./start')\napp.use(require('./routes/users'))\napp.listen(1)`
          : `import express from 'express'
import './start.js'
import users from './routes/users.js'
express().use(users).listen(1)`,
      'routes/users.js': `${
        kind === 'require' ? "const { Router } = require('express')" : "import { Router } from 'express'"
      }
${load('../strategies.js')}
const users = Router()
users.get('/a', (req, res) => res.send('a'))
${kind === 'require' ? 'module.exports =' : 'export default'} users`,
      'strategies.js': '',
      'start.js': '',
    })
    expect(one.report('--move-handlers', '--verify').verified?.faults).toEqual([])
    const written = one.read('controllers.js')
    expect(written).toContain(`\n${load(kind === 'require' ? './strategies' : './strategies.js')}\n`)
    expect(written).not.toContain('start')
  },
)

test('a handler that uses an exported value of its file stays there', () => {
  const one = application({
    'app.js': `${programHead}app.use(require('./users').router)
module.exports = app`,
    'users.js': `const visits = new Map()
exports.seen = visits
exports.router = require('express').Router()
exports.router.get('/a', (req, res) => res.send({ size: visits.size }))`,
  })
  expect(one.run('--move-handlers').stdout).toContain(
    'usersController.getA  users.js:4:26  its file exports what the module of controllers needs',
  )
  expect(one.read('controllers.js')).not.toContain('new Map()')
})
