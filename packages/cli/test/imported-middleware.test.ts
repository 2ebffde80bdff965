import { afterAll, describe, expect, test } from '@jest/globals'
import { createRequire } from 'node:module'
import { application, ImportedApplication, linesOf } from './imported-application.js'

afterAll(() => ImportedApplication.removeAll())

describe('middleware', () => {
  test('of routes, of routers and of mounts, in order; what comes later concerns later lines only', () => {
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

  test('of a router runs for the lines behind it as well, which a request reaches that the router does not answer', () => {
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

  test('the code before the first route and behind the last one stays in the application', () => {
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

  test('hooks of variables run by name at the lines that have the variable, and are told', () => {
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

  test('the last answer of a mounted router is a line of its own', () => {
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

test('middleware below a path of a router runs wherever the router is mounted', () => {
  const one = application({
    'app.js': `const express = require('express')
const { log, guard, show } = require('./handlers')
const app = express()
const api = express.Router()
api.use('/own', log)
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
  expect(one.lines()).toEqual(expect.arrayContaining(['GET /api/{any}/? handlersController.show [logBelow]']))
  const written = one.read('controllers.js')
  expect(written).toContain(
    "logBelow: express.Router().use(['/api/v2/:tenant/own', '/api/own'], handlers.log)",
  )
  expect(written).toContain("express.Router().use(['/api/v2/:tenant/last', '/api/last'], handlers.guard)")
  expect(written).toContain("express.Router().use('/root', handlers.guard)")
})

test('a variable of a mount that another route has as well keeps its name for the routes without it', () => {
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

test('a condition that only a run can decide becomes middleware that passes the line on', () => {
  const one = application({
    'app.js': `
      const app = require('express')()
      if (process.env.NODE_ENV === 'development') app.get('/debug', function debug(req, res) {})
      if (!process.env.CLOSED) { app.get('/open', function open(req, res) {}) }`,
  })
  expect(one.lines()).toEqual([
    'GET /debug/? appController.debug [whenNodeEnvIsDevelopment]',
    'GET /open/? appController.open [whenNotClosed]',
  ])
  expect(one.read('controllers.js')).toContain(
    "whenNodeEnvIsDevelopment: (request, response, next) => next(process.env.NODE_ENV === 'development' ? undefined : 'route')",
  )
})

test('cases that only a run can decide are conditions of their lines, also where they share their statements', () => {
  const one = application({
    'app.js': `
      const app = require('express')()
      switch (process.env.MODE) {
        case 'a':
        case 'b': app.get('/ab', function ab() {}); break
        case 'c': app.get('/c', function c() {}); break
        case 'd':
        default: app.get('/other', function other() {})
      }
      switch (process.env.KIND) { case 'a': default: app.get('/all', function all() {}) }`,
  })
  expect(one.lines()).toEqual([
    'GET /ab/? appController.ab [whenModeIsAOrB]',
    'GET /c/? appController.c [whenModeIsC]',
    'GET /other/? appController.other [whenNotModeIsAOrBOrC]',
    'GET /all/? appController.all',
  ])
  const written = one.read('controllers.js')
  expect(written).toContain("next(['a', 'b'].includes(process.env.MODE) ? undefined : 'route')")
  expect(written).toContain("next(!(['a', 'b', 'c'].includes(process.env.MODE)) ? undefined : 'route')")
})

test('middleware under a condition is called as the function that it is', () => {
  const one = application({
    'app.js': `
      const express = require('express')
      const app = express()
      app.get('/a', function a() {})
      if (!process.env.QUIET) app.use((req, res, next) => next())
      app.get('/b', function b() {})`,
  })
  expect(one.lines()).toEqual([
    'GET /a/? appController.a',
    'GET /b/? appController.b [appMiddlewareConditionally]',
  ])
  const { middleware } = createRequire(one.folder)(`${one.folder}/controllers.js`) as {
    middleware: {
      appMiddlewareConditionally: (request: object, response: object, next: () => string) => string
    }
  }
  expect(middleware.appMiddlewareConditionally({}, {}, () => 'passed on')).toBe('passed on')
})

test('a condition that another file cannot ask has one name, however many lines it has', () => {
  const lines = linesOf(`
    const routes = (options) => {
      if (!options.isOpen) return
      app.get('/a', function a() {})
      app.get('/b', function b() {})
    }
    routes(require('options')())
    routes(require('options')({}))`)
  expect(lines.map((line) => line.split(' ').at(-1))).toEqual([
    '[whenOptionsIsOpen]',
    '[whenOptionsIsOpen]',
    '[whenOptionsIsOpen2]',
    '[whenOptionsIsOpen2]',
  ])
})

describe('a route in a loop over what only a run could tell has the condition that there is something', () => {
  const loops: readonly (readonly [loop: string, condition: string])[] = [
    ['for (const each of list) add()', '[...lists.list].length > 0'],
    ['for (const key in list) add()', 'Object.keys(lists.list).length > 0'],
    ['for (const each of [...list]) add()', '[...[...lists.list]].length > 0'],
    ['list.forEach(() => add())', '[...lists.list].length > 0'],
    ['list.map(() => add())', '[...lists.list].length > 0'],
    ['[...list].forEach(() => add())', '[...[...lists.list]].length > 0'],
    ['new Set(list).forEach(() => add())', '[...new Set(lists.list)].length > 0'],
    ['Array.from(list, () => add())', '[...lists.list].length > 0'],
    ['for (const each of Array.from(list)) add()', '[...Array.from(lists.list)].length > 0'],
    ['require("lodash").forEach(list, () => add())', '[...lists.list].length > 0'],
    ['const each = () => { for (const one of list) return; add() }; each()', '!([...lists.list].length > 0)'],
    ['const each = () => { while (list.next()) return; add() }; each()', '!(lists.list.next())'],
    ['if (list.a ? list.b : list.c) add()', '(lists.list.a ? lists.list.b : lists.list.c)'],
  ]
  const program = (loop: string): string => `
    const app = require('express')(), { list } = require('lists')
    const add = () => app.get('/same', function same(req, res) {});
    ${loop}`

  test.each(loops)('%s', (loop, condition) => {
    const one = application({ 'app.js': program(loop) })
    expect(one.lines()).toEqual([
      expect.stringMatching(/^GET \/same\/\? appController.same \[when\w+\]$/) as unknown as string,
    ])
    expect(one.read('controllers.js')).toContain(`next(${condition} ? undefined : 'route')`)
  })

  test.each([
    'for (const each of [1]) add()',
    'for (const each of [1, ...list]) { add(); break }',
    'for (const key in { a: 1, ...list }) { add(); break }',
    '[1].forEach(() => add())',
    'list.then(() => add())',
    'for (const each of list) continue; add()',
    'for (const each of list) if (each.a) throw each; add()',
  ])('but none in %s', (loop) => {
    expect(application({ 'app.js': program(loop) }).lines()).toEqual(['GET /same/? appController.same'])
  })
})

test('a member of what a package exports by default is no export of the package', () => {
  const one = application({
    'package.json': '{"type":"module"}',
    'app.js': `import express from 'express'
import show, { list } from 'pages'
import * as all from 'pages'
import guard from 'guard'
const app = express()
app.get('/', guard('x'), show)
app.get('/list', guard.soft, list)
app.get('/all', all.every)
app.get('/default', all.default)
export default app
`,
  })
  one.run()
  expect(one.read('controllers.js')).toContain(`
import guard from 'guard'
import pages from 'pages'
import { list, every } from 'pages'

export const controllers = {
  appController: {
    show: pages,
    list,
  },
  all: {
    every,
    default: pages,
  },
}

export const middleware = {
  guardX: guard('x'),
  soft: guard.soft,
}
`)
})
