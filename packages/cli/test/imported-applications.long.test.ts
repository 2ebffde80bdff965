import { afterAll, describe, expect, test } from '@jest/globals'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { application, ImportedApplication, programHead } from './imported-application.js'

afterAll(() => ImportedApplication.removeAll())

const linesOf = (source: string, more: Record<string, string> = {}): string[] =>
  application({ 'app.js': programHead + source, ...more }).lines()

describe('files of a program', () => {
  const routes = (path: string): string =>
    `const r = require('express').Router(); r.get('/${path}', function ${path}() {}); module.exports = r`

  test.each<[string, string, Record<string, string>]>([
    ['an index in a folder', "require('./routes')", { 'routes/index.js': routes('found') }],
    [
      'the main file of a folder',
      "require('./routes')",
      {
        'routes/package.json': '{"main":"lib/start"}',
        'routes/lib/start.js': routes('found'),
        'routes/index.js': routes('other'),
      },
    ],
    [
      'the index, where the main file is the folder itself',
      "require('./routes')",
      { 'routes/package.json': '{"main":"."}', 'routes/index.js': routes('found') },
    ],
    [
      'an extension',
      "require('./routes.cjs')",
      { 'routes.cjs': routes('found'), 'routes.js': routes('other') },
    ],

    [
      'an import of the package',
      "require('#routes')",
      { 'package.json': '{"imports":{"#routes":"./r.js"}}', 'r.js': routes('found') },
    ],
    [
      'an import of the package with a star and conditions',
      "require('#in/routes')",
      {
        'package.json': '{"imports":{"#other":"./x.js","#in/*":{"node":"./in/*.js"}}}',
        'in/routes.js': routes('found'),
      },
    ],
    [
      'an import of the package with a text behind the star',
      "require('#in/pages.routes')",
      { 'package.json': '{"imports":{"#in/*.routes":"./in/*.js"}}', 'in/pages.js': routes('found') },
    ],

    [
      'the exports of a module',
      "require('./named').routes",
      { 'named.js': routes('found').replace('module.exports', 'exports.routes') },
    ],
    [
      'a JSON file',
      "express.Router().get(require('./paths').list[0].path, function found() {})",
      { 'paths.json': '{"list":[{"path":"/found"}]}' },
    ],
  ])('import finds the routes of %s', (_, expression, files) => {
    expect(linesOf(`app.use(${expression})`, files).map((line) => line.split(' ')[1])).toEqual(['/found/?'])
  })

  test.each([
    ["require('@shop/users')", '{"main":"lib/r.js"}'],
    ["require('@shop/users')", '{"exports":"./lib/r.js"}'],
    ["require('@shop/users')", '{"exports":{".":{"require":"./lib/r.js"}}}'],
    ["require('@shop/users/routes')", '{"exports":{"./routes":"./lib/r.js"}}'],
    ["require('@shop/users/lib/r')", '{}'],
  ])('import finds the routes of a package in the same repository: %s of %s', (expression, manifest) => {
    const one = application({
      'app.js': `${programHead}app.use(${expression})`,
      'packages/users/package.json': manifest,
      'packages/users/lib/r.js': routes('found'),
    })
    mkdirSync(join(one.folder, 'node_modules/@shop'))
    symlinkSync('../../packages/users', join(one.folder, 'node_modules/@shop/users'))
    expect(one.lines()).toEqual(['GET /found/? rController.found'])
  })

  test('import finds the routes of ES modules with named, star, default and dynamic imports', () => {
    const router = (path: string): string =>
      `import { Router } from 'express'\nexport const router = Router()\nrouter.get('/${path}', function ${path}() {})\nexport default router\n`
    const files = {
      'package.json': '{"type":"module"}',
      'app.js': `import express, { Router as MakeRouter } from 'express'
import first, { router as same } from './first.js'
import * as second from './second.js'
import { third, fourthRouter, named } from './all.js'
import Sixth from './sixth.js'
import Seventh from './seventh.js'
import eighth from './eighth.js'
import ninth from './ninth.js'
const app = express()
app.use('/a', first).use('/b', same).use('/c', second.router).use('/d', second.default)
app.use('/e', third).use('/f', fourthRouter)
const { router: fifth } = await import('./fifth.js')
app.use('/g', fifth)
app.use('/h', (await import(new URL('./fifth.js', import.meta.url).href)).default)
app.use('/i', named.router)
new Sixth(app)
new Seventh(app)
eighth(app)
ninth(app)
export default app
`,
      'first.js': router('first'),
      'second.js': router('second'),
      'third.js': router('third'),
      'fourth.js': router('fourth'),
      'fifth.js': router('fifth'),
      'sixth.js': `export default class { constructor(app) { app.get('/sixth', function sixth() {}) } }`,
      'seventh.js': `export default class Seventh { constructor(app) { app.get('/seventh', function seventh() {}) } }`,
      'eighth.js': `export default function (app) { app.get('/eighth', function eighth() {}) }`,
      'ninth.js': `export default function ninth(app) { app.get('/ninth', function ninth() {}) }`,
      'all.js': `export { router as third } from './third.js'\nexport * from './more.js'\nexport * as named from './fifth.js'\n`,
      'more.js': `import { router } from './fourth.js'\nexport { router as fourthRouter }\n`,
    }
    expect(
      application(files)
        .lines()
        .map((line) => line.split(' ')[1]),
    ).toEqual([
      '/a/first/?',
      '/b/first/?',
      '/c/second/?',
      '/d/second/?',
      '/e/third/?',
      '/f/fourth/?',
      '/g/fifth/?',
      '/h/fifth/?',
      '/i/fifth/?',
      '/sixth/?',
      '/seventh/?',
      '/eighth/?',
      '/ninth/?',
    ])
  })

  test.each<[string, Record<string, string>]>([
    [
      'package.json starts',
      { 'package.json': '{"scripts":{"start":"NODE_ENV=production node ./bin/go.js"}}', 'bin/go.js': 'X' },
    ],
    ['package.json builds', { 'package.json': '{"scripts":{"start":"node dist/go.js"}}', 'src/go.js': 'X' }],
    [
      'package.json builds with its folder',
      { 'package.json': '{"main":"build/src/go.js"}', 'src/go.js': 'X' },
    ],
    ['is the main file', { 'package.json': '{"main":"go"}', 'go.js': 'X' }],
    ['has a usual name', { 'server/index.js': 'X' }],

    ['is bin/www', { 'bin/www': '#!/usr/bin/env node\nX' }],
  ])('import starts a file that %s', (_, files) => {
    const text = `const app = require('express')(); app.get('/found', function found() {})`
    const written = Object.fromEntries(
      Object.entries(files).map(([name, each]) => [name, each.replace('X', text)]),
    )
    expect(
      application(written)
        .report()
        .routes.map(({ path }) => path),
    ).toEqual(['/found/?'])
  })
})

test('controllers.js imports the names of a module with one import', () => {
  const one = application({
    'package.json': '{"type":"module"}',
    'app.js': `import express from 'express'
import { home, list as all } from './pages.js'
import * as many from './many.js'
const app = express()
app.get('/', home).get('/all', all)
${['first', 'second', 'third', 'fourth'].map((each) => `app.get('/${each}', many.${each}LongNameOfAHandler)`).join('\n')}
export default app`,
    'pages.js': 'export function home() {}\nexport function list() {}\n',
    'many.js': ['first', 'second', 'third', 'fourth']
      .map((each) => `export function ${each}LongNameOfAHandler() {}\n`)
      .join(''),
  })
  expect(one.lines()).toHaveLength(6)
  expect(one.read('controllers.js')).toContain(`import { home, list } from './pages.js'
import {
  firstLongNameOfAHandler,
  secondLongNameOfAHandler,
  thirdLongNameOfAHandler,
  fourthLongNameOfAHandler,
} from './many.js'
`)
})

test('import imports the application with the most routes if several listen', () => {
  const { routes, untranslated } = application({
    'app.js': `const express = require('express')
const health = express().get('/health', show)
health.listen(9000)
const app = express()
app.use('/users', express.Router().get('/', show).get('/:id', show))
app.listen(3000)
function show(req, res) {}`,
  }).report()
  expect(routes.map(({ path }) => path)).toEqual(['/users/{id}/?', '/users/?'])
  expect(untranslated.map(({ reason }) => reason)).toEqual([
    'The route belongs to another application (app.js:2)',
  ])
})

test.each(["require('http').createServer(app)", "new (require('https').Server)({}, app)"])(
  'import does not report a server that gets the application: %s',
  (call) => {
    const { untranslated } = application({
      'app.js': `${programHead}app.get('/', function home() {}); ${call}`,
    }).report()
    expect(untranslated).toEqual([])
  },
)

test.each([
  [
    'waits for a process',
    "require('child_process').execFile(process.execPath, ['-e', 'for (let n = 0; n < 3e8; n++);'], register)",
  ],
  ['computes', 'setImmediate(() => { for (let n = 0; n < 1e9; n++); setTimeout(register, 10) })'],
])('import has the routes that a program registers if it %s after it listens', (_, then) => {
  const one = application({
    'app.js': `const app = require('express')()
const register = () => app.get('/late', (req, res) => res.end())
app.get('/', (req, res) => res.end())
app.listen(3000, () => { ${then} })`,
  })
  expect(one.lines()).toEqual(['GET / appController.index', 'GET /late/? appController.getLate'])
})

test('import reads a getter that overrides an abstract field', () => {
  const one = application({
    'app.ts': `import express, { type Application, type Request, type Response } from 'express'
abstract class Page {
  abstract path: string
  declare method: string
  register(app: Application) { app.get(this.path, (req: Request, res: Response) => { res.send(this.method) }) }
}
class Home extends Page { get path() { return '/home' } }
const app = express()
new Home().register(app)
app.listen(3000)`,
  })
  expect(one.report().routes.map(({ path }) => path)).toEqual(['/home/?'])
})

test('controllers.js imports a module as a whole if the program does', () => {
  const one = application({
    'package.json': '{"type":"module"}',
    'app.js': `import express from 'express'
import * as rules from 'rules'
import { check, show } from './check.js'
const app = express()
app.get('/', check(rules), show)
app.listen(3000)`,
    'check.js': `export const check = (rules) => (req, res, next) => next(rules.strict)
export const show = (req, res) => res.end()`,
    'node_modules/rules/package.json': '{"type":"module","exports":"./index.js"}',
    'node_modules/rules/index.js': 'export const strict = true',
  })
  expect(one.report('--verify').verified).toMatchObject({ faults: [] })
  expect(one.read('controllers.js')).toContain("import * as rules from 'rules'")
})

test("import leaves out Express 4's own layers, even if a package wraps every handler", () => {
  const one = application(
    {
      'app.js': `require('async-errors')
const app = require('express')()
app.get('/', function home(req, res) { res.end() })
app.listen(3000)`,
      'node_modules/async-errors/index.js': `
const Layer = require('express/lib/router/layer')
Object.defineProperty(Layer.prototype, 'handle', {
  get() { return this.given },
  set(handle) { this.given = (...args) => handle(...args) },
})`,
    },
    4,
  )
  const { routes, kept } = one.report()
  expect([routes.map(({ action }) => action), kept]).toEqual([['appController.home'], []])
})

describe('redirections', () => {
  test.each([
    ["(req, res) => res.redirect('/new')", 'redirect:/new'],
    ["(req, res) => { res.redirect(302, '/new') }", 'redirect:302:/new'],
    ["function (a, b) { return b.redirect('https://example.com/x') }", 'redirect:https://example.com/x'],

    ["(req, res) => res.redirect(304, '/new')", 'appController.getOld'],
    ["(req, res) => res.redirect(code, '/new')", 'appController.getOld'],
    ["(req, res) => res.redirect('//evil.example')", 'appController.getOld'],
    ["(req, res) => res.redirect('relative')", 'appController.getOld'],
    ["(req, res) => res.redirect('/a#b')", 'appController.getOld'],
    ["(req, res) => req.redirect('/new')", 'appController.getOld'],
    ["(req, res) => res.send('/new')", 'appController.getOld'],
    ["(req, res) => { log(); res.redirect('/new') }", 'appController.getOld'],
    ["(req, res) => res.redirect(find('/new'))", 'appController.getOld'],
    ["(req) => res.redirect('/new')", 'appController.getOld'],
  ])('import writes the handler %s as %s', (handler, target) => {
    expect(linesOf(`const base = '/base', code = process.env.CODE; app.get('/old', ${handler})`)).toEqual([
      `GET /old/? ${target}`,
    ])
  })
})

describe('settings', () => {
  test.each<[string, string[]]>([
    ['const r = express.Router({ strict: true })', ['/r/a']],
    ['const r = express.Router({ strict: false })', ['/r/a/?']],
    ["app.set('strict routing', true); const r = express.Router()", ['/r/a/?']],
    ['const r = express.Router(); r.strict = true', ['/r/a']],
    ['const r = express.Router(); r.strict = process.env.STRICT', ['/r/a/?']],
  ])('import reads strict routing of %s', (source, paths) => {
    const lines = linesOf(`${source}; r.get('/a', function a() {}); app.use('/r', r)`)
    expect(lines.map((line) => line.split(' ')[1])).toEqual(paths)
  })
})
