import { afterAll, expect, test } from '@jest/globals'
import nodeModule from 'node:module'
import { application, ImportedApplication } from './imported-application.js'

afterAll(() => ImportedApplication.removeAll())

test('a package that is missing is named, and has a stand-in', () => {
  const one = application({
    'app.js': `
      const app = require('express')()
      const { Client } = require('no-such-database')
      class Store extends Client {}
      new Store().connect().then(() => app.get('/late', (req, res) => res.send('late')))
      app.get('/x', (req, res) => res.send('x'))
      app.get('/:any', (req, res) => res.send('any'))
      module.exports = app`,
  })
  expect(one.run().stderr).toBe(
    `The application did not get ready: Cannot find module 'no-such-database' (app.js:3)
  hint: let a package answer everything: --stand-in no-such-database
`,
  )
  const { routes, verified } = one.report('--verify', '--stand-in', 'no-such-database')
  expect(routes.map(({ path }) => path)).toEqual(['/x/?', '/{any}/?', '/late/?'])
  expect(verified).toMatchObject({ different: [], faults: [] })
})

test('a stand-in reaches ES modules that require() loads, where Node lets it, and else the version is named', () => {
  const one = application({
    'late.mjs': "import * as database from 'no-such-database'\nexport const { name } = database",
    'app.js': `
      const app = require('express')()
      require('./late.mjs')
      app.get('/x', (req, res) => res.send('x'))
      module.exports = app`,
  })
  const { stdout, stderr } = one.run('--stand-in', 'no-such-database')
  if ('registerHooks' in nodeModule) expect(stdout).toContain('1 line imported')
  else
    expect(stderr).toContain(
      '\n  hint: use Node 22.15 or later: on this one no-such-database has no stand-in where require() loads an ES module\n',
    )
})

test('a file that is missing, since a build makes it, is named, and has a stand-in', () => {
  const one = application({
    'src/app.js': `
      const app = require('express')()
      const { user } = require('../generated/client')
      app.get('/x', (req, res) => res.send(user.name))
      module.exports = app`,
  })
  expect(one.run('src/app.js').stderr).toBe(
    `The application did not get ready: Cannot find module '../generated/client' (src/app.js:3)
  hint: let a file that is not there answer everything: --stand-in ../generated/client
`,
  )
  const { routes } = one.report('src/app.js', '--stand-in', '../generated/client')
  expect(routes.map(({ path }) => path)).toEqual(['/x/?'])
})

test('a file that is missing behind an alias has a stand-in', () => {
  const one = application({
    'app.js': "const app = require('express')()\napp.get('/x', require('@/show').show)",
  })
  expect(one.run().stderr).toContain(
    'hint: let a file that is not there answer everything: --stand-in @/show\n',
  )
  expect(one.run('--stand-in', '@/show').stdout).toContain('1 line imported')
})

test('the build that the application starts is named where it is missing', () => {
  const one = application({ 'bin/serve.js': "require('../dist').start()" })
  expect(one.run('bin/serve.js').stderr).toBe(
    `The application did not get ready: Cannot find module '../dist' (bin/serve.js:1)
  hint: build the application first: npm run build, or name its source with --entry
`,
  )
})

test('an error that a logger writes to the standard output is shown', () => {
  const one = application({
    'app.js': `
      require('express')().get('/x', (req, res) => res.end())
      console.log('starting')
      console.log('2026 error: no favicon')
      process.exit(1)`,
  })
  expect(one.run().stderr).toContain(
    'it ended itself by process.exit(1) (app.js:5); it complained: 2026 error: no favicon\n',
  )
})

test('a package that lacks a file, since a command generates it, is named', () => {
  const one = application({
    'node_modules/@some/client/index.js': "module.exports = require('.some/client/index')",
    'app.js': `
      const { Client } = require('@some/client')
      const app = require('express')()
      app.get('/x', (req, res) => res.send(new Client().name))
      module.exports = app`,
  })
  expect(one.run().stderr).toContain('--stand-in @some/client\n')
  expect(one.report('--stand-in', '@some/client').routes).toHaveLength(1)
})

test('the socket of tsx is no server that an application asks for', () => {
  const one = application({
    'app.ts': `
      import express from 'express'
      const app: express.Express = express()
      throw new Error('no secret')`,
  })
  expect(one.run('app.ts').stderr).toBe(
    `The application did not get ready: no secret (app.ts:4)
  hint: give it its variables: --env-file .env
`,
  )
})

test('an application that ends itself says why in its own words', () => {
  const one = application({
    'app.js': `require('express')()
      console.error('\\x1b[31mno database\\x1b[39m')
      process.emitWarning('old')
      console.error('Set DATABASE_URL.')
      process.exit(2)`,
  })
  expect(one.run().stderr).toBe(
    `The application did not get ready: it ended itself by process.exit(2) (app.js:5); it complained: no database Set DATABASE_URL.
  hint: give it its variables: --env-file .env
`,
  )
})

test('an application that catches the error of its loading, and ends itself, has the same hint', () => {
  const one = application({
    'app.js':
      "try { require('express')(), require('no-such-package') } catch (e) { console.error(e); process.exit(1) }",
  })
  expect(one.run().stderr).toBe(
    `The application did not get ready: it ended itself by process.exit(1) (app.js:1); it complained: Error: Cannot find module 'no-such-package'
  hint: let a package answer everything: --stand-in no-such-package
`,
  )
})

test('a package that lacks another one is named itself', () => {
  const one = application({
    'app.js': "const app = require('express')()\nrequire('session-store')",
    'node_modules/session-store/index.js': "require('no-such-database')",
  })
  expect(one.run().stderr).toContain('  hint: let a package answer everything: --stand-in session-store\n')
})

test('a package that another version of a package does not suit is named', () => {
  const one = application({
    'app.js': "const app = require('express')()\nrequire('validator')",
    'node_modules/validator/index.js': "require('schemas/v3')",
    'node_modules/schemas/package.json': '{ "exports": "./index.js" }',
  })
  expect(one.run().stderr).toContain('  hint: let a package answer everything: --stand-in validator\n')
})

test.each(['dependencies', 'devDependencies'])(
  'an application whose %s are not installed is to install them',
  (kind) => {
    const one = application({
      'app.js': "require('no-such-package')\nrequire('express')()",
      'package.json': JSON.stringify({ [kind]: { 'no-such-package': '1' } }),
    })
    expect(one.run().stderr).toBe(
      `The application did not get ready: Cannot find module 'no-such-package' (app.js:1)
  hint: install the packages of the application first: npm install
`,
    )
  },
)

test('a package whose code does not run on this version of Node is named', () => {
  const one = application({
    'app.js': "require('express')(); require('page-reader')",
    'package.json': '{"dependencies":{"page-reader":"1"}}',
    'node_modules/page-reader/package.json': '{"dependencies":{"fetcher":"1"}}',
    'node_modules/page-reader/index.js': "require('fetcher')",
    'node_modules/fetcher/index.js': 'const later = {}; later.markAsOwn()',
  })
  expect(one.run().stderr).toBe(
    `The application did not get ready: later.markAsOwn is not a function (app.js:1)
  hint: let a package answer everything: --stand-in page-reader
`,
  )
})

test('an application that waits for a database is ended by --timeout, and the database is named', () => {
  const one = application({
    'app.js': `
      const app = require('express')()
      require('database').connect().then(() => app.listen(3000))
      setInterval(() => {}, 1000)`,
    'node_modules/database/index.js':
      "exports.connect = () => new Promise(() => require('net').connect(1, '127.0.0.1').on('error', () => {}))",
  })
  one.write('package.json', '{ "dependencies": { "models": "1", "jobs": "1" } }')
  one.write('node_modules/models/package.json', '{ "dependencies": { "database": "1" } }')
  one.write('node_modules/jobs/package.json', '{ "dependencies": { "database": "1" } }')
  expect(one.run('--timeout', '1', '--stand-in', 'jobs').stderr).toBe(
    `The application did not get ready: it has not listened within 1 second
  hint: let a package answer everything: --stand-in models
  hint: the application connects to 127.0.0.1:1: start that server
  hint: give it its variables: --env-file .env
`,
  )
})
