import { afterAll, expect, test } from '@jest/globals'
import { application, ImportedApplication } from './imported-application.js'

// What stands in for packages that cannot be loaded while an application is verified.

afterAll(() => ImportedApplication.removeAll())

const routes = `app.get('/', (req, res) => res.send('x'))
module.exports = app
`

test('a package that is missing, was not built or lacks another one has a stand-in, which is named', () => {
  const one = application({
    'node_modules/native/package.json': '{"main":"lib/start.js"}',
    'node_modules/native/lib/start.js': "throw new Error('not built for this system')",
    'node_modules/outer/index.js': "module.exports = require('inner')",
    'app.js': `const app = require('express')()
require('missing')
require('@scope/missing/sub')
require('native')
require('native/lib/start.js')
require('outer')
${routes}`,
  })
  expect(one.report('--verify').verified).toMatchObject({
    different: [],
    faults: [],
    standIns: ['missing', '@scope/missing', 'native', 'outer'],
  })
})

test('an ES module gets a stand-in for a package in CommonJS that was not built', () => {
  const one = application({
    'package.json': '{"type":"module"}',
    'node_modules/@scope/native/package.json': '{"main":"start.js"}',
    'node_modules/@scope/native/start.js': "exports.Client = class {}; throw new Error('not built')",
    'app.js': `import express from 'express'
import native, { Client } from '@scope/native'
const app = express()
native.open()
new Client().connect()
app.get('/', (req, res) => res.send('x'))
export default app
`,
  })
  expect(one.report('--verify').verified).toMatchObject({ different: [], standIns: ['@scope/native'] })
})

test('a stand-in does nothing, whatever is done with it', () => {
  const one = application({
    'app.js': `const app = require('express')()
const store = require('store')
const { config, default: { config: again } } = require('dotenv')
const told = [
  String(store.url),
  typeof store.connect,
  typeof new store.Client(),
  store.__esModule,
  store.handle,
  store[Symbol.iterator],
  store.a === store.a,
  Object.keys(config().parsed).length,
  Object.keys(again().parsed).length,
]
class Cache extends store.Cache {}
new Cache()
app.use(store.session({ secret: 'x' }))
start()
async function start() {
  const client = await store.connect()
  told.push(typeof client.query, typeof (await client))
  require('fs').writeFileSync('told.json', JSON.stringify(told))
  app.get('/', (req, res) => res.send('x'))
}
module.exports = app
`,
  })
  const { verified } = one.report('--verify')
  expect(verified).toMatchObject({ different: [], standIns: ['store', 'dotenv'] })
  expect(JSON.parse(one.read('told.json'))).toEqual([
    '',
    'function',
    'function',
    null,
    null,
    null,
    true,
    0,
    0,
    'function',
    'function',
  ])
})

test('nothing stands in for a module of Node, or for a file by its path', () => {
  const one = application({
    'app.js': `const app = require('express')()
const told = []
for (const name of ['node:nothing', '/nowhere/nothing.js', '/nowhere/node_modules/a/b.js'])
  try {
    require(name)
  } catch (error) {
    told.push(error.message)
  }
require('fs').writeFileSync('told.json', JSON.stringify(told))
${routes}`,
  })
  expect(one.report('--verify').verified).toMatchObject({ different: [], standIns: [] })
  expect(JSON.parse(one.read('told.json'))).toEqual([
    expect.stringContaining('node:nothing'),
    expect.stringContaining('nothing.js'),
    expect.stringContaining('b.js'),
  ])
})

test('nothing stands in for a file of the program, which is told', () => {
  const one = application({
    'own.js': "throw new Error('own mistake')",
    'app.js': `const app = require('express')()\nrequire('./own')\n${routes}`,
  })
  const { status, stderr } = one.run('--verify')
  expect([status, stderr]).toEqual([2, expect.stringContaining('The application cannot be loaded: ')])
  expect(stderr).toContain('own mistake')
})
