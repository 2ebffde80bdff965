import { afterAll, describe, expect, test } from '@jest/globals'
import { application, ImportedApplication } from './imported-application.js'

// What `import --verify` says of the module of controllers: it is loaded as the application will load it.

afterAll(() => ImportedApplication.removeAll())

describe('import --verify', () => {
  test('tells a name that the controllers do not have, with the line that names it', () => {
    const one = application({
      'app.js': `const app = require('express')()
const user = require('./user')
app.get('/shown', user.show)
app.get('/listed', user.list)
delete user.list
module.exports = app
`,
      'user.js': 'exports.show = (req, res) => res.end()\nexports.list = (req, res) => res.end()\n',
    })
    const { status, stdout } = one.run('--verify')
    const line =
      one
        .read('routes.conf')
        .split('\n')
        .findIndex((each) => each.includes('user.list')) + 1
    expect(stdout).toContain(`\nroutes.conf:${line}  The controller "user" has no public method "list"\n`)
    expect(stdout).toMatch(/(\d+) of \1 requests reach the same handler/)
    expect(status).toBe(1)
  })

  test('tells middleware that the controllers do not have', () => {
    const one = application({
      'app.js': `const app = require('express')()
const guards = require('./guards')
app.get('/a', guards.signedIn, guards.show)
delete guards.signedIn
module.exports = app
`,
      'guards.js': 'exports.signedIn = (req, res, next) => next()\nexports.show = (req, res) => res.end()\n',
    })
    expect(one.report('--verify').verified?.faults).toEqual([
      { file: 'controllers.js', message: expect.stringContaining('middleware: "signedIn" is neither') },
    ])
  })

  const once = `let made = 0
exports.allow = () => {
  if (made++ > 0) throw new Error('one guard is enough')
  return (req, res, next) => next()
}
exports.show = (req, res) => res.end()
`
  test('tells controllers that cannot be loaded beside the program, with their line', () => {
    const one = application({
      'app.js': `const app = require('express')()
const { allow, show } = require('./guards')
app.get('/a', allow('editor'), show)
module.exports = app
`,
      'guards.js': once,
    })
    const { status, stdout } = one.run('--verify')
    const line =
      one
        .read('controllers.js')
        .split('\n')
        .findIndex((each) => each.includes('allow(')) + 1
    expect(stdout).toContain(`\ncontrollers.js:${line}  cannot be loaded: one guard is enough\n`)
    expect(status).toBe(1)
  })

  test('tells an export that a module does not have', () => {
    const one = application({
      'package.json': '{"type":"module"}',
      'app.js': `import express from 'express'
import { show } from './user.js'
const app = express()
app.get('/a', show)
export default app
`,
      'user.js': 'export function show(req, res) { res.end() }\n',
      'start.js': `import fs from 'node:fs'
const { default: app } = await import('./app.js')
const text = fs.readFileSync('controllers.js', 'utf8').replaceAll('show', 'nothing')
fs.writeFileSync('controllers.js', text)
export default app
`,
    })
    expect(one.report('--entry', 'start.js', '--verify').verified?.faults).toEqual([
      { file: 'controllers.js', line: 2, message: expect.stringContaining("export named 'nothing'") },
    ])
  })

  test('loads the program as it is when its handlers have moved', () => {
    const one = application({
      'app.js': `const app = require('express')()
const text = require('fs').readFileSync(__filename, 'utf8')
app.get('/', (req, res) => res.send('home'))
if (text.includes("require('./" + "controllers')")) throw new Error('has changed')
module.exports = app
`,
    })
    expect(one.report('--move-handlers', '--verify').verified).toMatchObject({
      different: [],
      faults: [{ file: 'app.js', line: 5, message: 'cannot be loaded: has changed' }],
    })
  })

  test('tells handlers once that cannot be gathered, and calls none', () => {
    const one = application({
      'app.js': `const app = require('express')()
const user = require('./user')
app.get('/', (req, res) => res.send('home'))
app.get('/a', (req, res, next) => next(), user.show)
module.exports = app
`,
      'user.js': `exports.show = (req, res) => require('fs').writeFileSync('called', '')\n`,
    })
    const { status, stdout } = one.run('--verify')
    expect(stdout).toContain('2 of the handlers cannot be gathered')
    expect(stdout).not.toContain('cannot be loaded')
    expect(stdout).not.toMatch(/^routes\.conf:/m)
    expect(status).toBe(0)
    expect(() => one.read('called')).toThrow()
  })
})
