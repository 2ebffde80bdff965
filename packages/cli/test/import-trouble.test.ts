import { afterAll, expect, test } from '@jest/globals'
import nodeModule from 'node:module'
import { application, ImportedApplication } from './imported-application.js'

afterAll(() => ImportedApplication.removeAll())

test('import names a missing package, and continues with a stand-in for the package', () => {
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

test('a stand-in also works in ES modules that require() loads, or the hint names the required Node version', () => {
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
      '\n  hint: use Node 22.15 or later: on this version, no-such-database has no stand-in if require() loads an ES module\n',
    )
})

test('import names a missing generated file, and continues with a stand-in for the file', () => {
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

test('import names a missing file with an alias, and continues with a stand-in for the file', () => {
  const one = application({
    'app.js': "const app = require('express')()\napp.get('/x', require('@/show').show)",
  })
  expect(one.run().stderr).toContain(
    'hint: let a file that is not there answer everything: --stand-in @/show\n',
  )
  expect(one.run('--stand-in', '@/show').stdout).toContain('1 line imported')
})

test('import hints at npm run build if the built program is missing', () => {
  const one = application({ 'bin/serve.js': "require('../dist').start()" })
  expect(one.run('bin/serve.js').stderr).toBe(
    `The application did not get ready: Cannot find module '../dist' (bin/serve.js:1)
  hint: build the application first: npm run build, or name its source with --entry
`,
  )
})

test('import shows an error that a logger writes to the standard output', () => {
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

test('import names a package that lacks a generated file', () => {
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

test('import does not report the socket of tsx as a server that the application needs', () => {
  const one = application({
    'app.ts': `
      import express from 'express'
      const app: express.Express = express()
      throw new Error('no secret')`,
  })
  expect(one.run('app.ts').stderr).toBe(
    `The application did not get ready: no secret (app.ts:4)
  hint: give the application its variables: --env-file .env
`,
  )
})

test('import shows the error output of an application that calls process.exit', () => {
  const one = application({
    'app.js': `require('express')()
      console.error('\\x1b[31mno database\\x1b[39m')
      process.emitWarning('old')
      console.error('Set DATABASE_URL.')
      process.exit(2)`,
  })
  expect(one.run().stderr).toBe(
    `The application did not get ready: it ended itself by process.exit(2) (app.js:5); it complained: no database Set DATABASE_URL.
  hint: give the application its variables: --env-file .env
`,
  )
})

test('import names the signal that ends the application, for example when its memory is full', () => {
  const one = application({ 'app.js': "require('express')()\nprocess.kill(process.pid, 'SIGKILL')" })
  expect(one.run().stderr).toContain('The application cannot be started: its process ended with SIGKILL\n')
})

test('import names a missing package even if the application catches the error and exits', () => {
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

test('import hints at a stand-in for the package that requires a missing package', () => {
  const one = application({
    'app.js': "const app = require('express')()\nrequire('session-store')",
    'node_modules/session-store/index.js': "require('no-such-database')",
  })
  expect(one.run().stderr).toContain('  hint: let a package answer everything: --stand-in session-store\n')
})

test('if a package depends on Express, import hints at a stand-in for its database, not for the package', () => {
  const one = application({
    'package.json': '{ "dependencies": { "api-server": "1" } }',
    'app.js': "const app = require('express')()\nrequire('api-server')",
    'node_modules/api-server/package.json': '{ "dependencies": { "express": "5", "database": "1" } }',
    'node_modules/api-server/index.js': "require('database')",
    'node_modules/database/index.js':
      "throw Object.assign(new Error(), { code: 'ERR_DLOPEN_FAILED', message: '/x/node_modules/database/x.node' })",
  })
  expect(one.run().stderr).toContain('  hint: let a package answer everything: --stand-in database\n')
})

test('import hints at the own dependency of the application, although its driver lies two packages below', () => {
  const one = application({
    'package.json': '{ "dependencies": { "session-store": "1" } }',
    'app.js': "const app = require('express')()\nrequire('session-store')",
    'node_modules/session-store/package.json': '{ "dependencies": { "database": "1" } }',
    'node_modules/session-store/index.js': "require('database')",
    'node_modules/session-store/node_modules/database/package.json': '{ "dependencies": { "driver": "1" } }',
    'node_modules/session-store/node_modules/database/index.js': "require('driver')",
    'node_modules/driver/index.js': "require('net').connect(1).on('error', (error) => { throw error })",
  })
  expect(one.run().stderr).toContain('  hint: let a package answer everything: --stand-in session-store\n')
})

test('import hints at a missing file, and not at the database, if the application cannot read the file', () => {
  const one = application({
    'app.js': `const app = require('express')()
require('net').connect(1).on('error', () => require('fs').readFileSync('build/index.html'))`,
  })
  expect(one.run().stderr).toBe(
    `The application did not get ready: ENOENT: no such file or directory, open 'build/index.html' (app.js:2)
  hint: make the file first, for example by npm run build
  hint: give the application its variables: --env-file .env
`,
  )
})

test('import does not hint at a stand-in for a package that requires a missing file of the program', () => {
  const one = application({
    'app.js': "const app = require('express')()\nrequire('gateway').load(__dirname)",
    'node_modules/gateway/index.js': 'exports.load = (folder) => require(`${folder}/config.json`)',
  })
  expect(one.run().stderr).toBe(
    `The application did not get ready: Cannot find module '${one.folder}/config.json' (app.js:2)
  hint: give the application its variables: --env-file .env
`,
  )
})

test('import hints at a stand-in for a package that requires a path which its dependency does not export', () => {
  const one = application({
    'app.js': "const app = require('express')()\nrequire('validator')",
    'node_modules/validator/index.js': "require('schemas/v3')",
    'node_modules/schemas/package.json': '{ "exports": "./index.js" }',
  })
  expect(one.run().stderr).toContain('  hint: let a package answer everything: --stand-in validator\n')
})

test.each(['dependencies', 'devDependencies'])(
  'import hints at npm install if %s are not installed',
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

test('import reports a bundle that contains Express and has no source map, and reads it with --partial', async () => {
  const one = application({
    'src/app.js': `const app = require('express')()
app.get('/x', (req, res) => res.send('x'))
app.listen(1)`,
  })
  const { buildSync } = await import('esbuild')
  const [entry, outfile] = [`${one.folder}/src/app.js`, `${one.folder}/dist/app.js`]
  buildSync({ entryPoints: [entry], outfile, bundle: true, platform: 'node', logLevel: 'error' })
  expect(one.run('dist/app.js').stderr)
    .toBe(`dist/app.js contains Express, and has no source map to its sources
  hint: name the file of the source that starts the application: --entry src/app.js
  hint: or build it with a source map, or without Express
  hint: write the route that was recorded until then: --partial
`)
  expect(one.lines('dist/app.js', '--partial')).toEqual(['GET /x/? appController.getX'])
})

test('import hints at Yarn if Yarn keeps the packages in archives', () => {
  const one = application({ 'app.js': "require('express')()", '.pnp.cjs': '' })
  one.uninstallExpress()
  expect(one.run().stderr).toContain(
    '  hint: let Yarn start the command, because Yarn has the packages: yarn mvc-router import\n',
  )
})

test('import without a program names the subfolders that use Express', () => {
  const uses = '{"dependencies":{"express":"4"}}'
  const one = application({
    'package.json': '{"scripts":{"start":"npm start -w packages/api"}}',
    'packages/api/package.json': uses,
    'packages/web/package.json': '{}',
    'server/package.json': uses,
  })
  expect(one.run().stderr).toBe(
    `There is no program here
  hint: run the command in the folder of the application: server, packages/api
`,
  )
})

test('import names a package if its code does not run on this version of Node', () => {
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

test('import ends an application that waits for a database after --timeout, and names the database', () => {
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
  hint: give the application its variables: --env-file .env
`,
  )
})
