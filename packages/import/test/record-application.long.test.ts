import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from '@jest/globals'
import { findStartCommand } from '@mvc-router/import'
import { ProgramFolder, removeFolders, shownRoutes } from './program-folder.js'

afterAll(removeFolders)

const shop = {
  'app.js': `const express = require('express')
const users = require('./users')
const app = express()
app.use(express.json())
app.param('id', (req, res, next, id) => next())
app.get('/', (req, res) => res.send('home'))
app.get(['/people', /^\\/persons$/], [users.guard('a'), [users.guard('b')]], users.list)
for (const name of ['a', 'b']) {
  const router = express.Router()
  router.route('/:id').all(users.guard(name)).get(users.list).post(users.guard(name), users.list)
  app.use('/' + name, users.guard(name), router)
}
const sub = express()
sub.get('/s', users.list)
app.use('/sub', sub)
app.all('/all', users.list)
app.listen(3000)
`,
  'users.js': `exports.list = (req, res) => res.send('list')
exports.guard = (name) => (req, res, next) => next()
`,
}

const shopRoutes = [
  'GET / app.js#6',
  'GET /people users.js#2 users.js#2 users.js#list',
  'GET /^\\/persons$/ users.js#2 users.js#2 users.js#list',
  ...['a', 'b'].flatMap((name) => [
    `* /${name}/:id users.js#2`,
    `GET /${name}/:id users.js#2 users.js#list`,
    `POST /${name}/:id users.js#2 users.js#2 users.js#list`,
  ]),
  'GET /sub/s users.js#list',
  '* /all users.js#list',
]

test.each(['express', 'express4'])(
  'a CommonJS program with %s is recorded with its loops, lists, routers and sub-applications',
  async (express) => {
    expect(await new ProgramFolder(shop, { express }).routes()).toEqual(shopRoutes)
  },
)

test('each recorded handler has the line of its call and its position in the arguments, and app.param is recorded', async () => {
  const { recording } = await new ProgramFolder(shop).record()
  const root = recording.application?.root
  const uses = root?.layers[2]?.handlers.map(({ call, position }) => [
    call?.place?.line,
    position.map(({ index, after }) => `${index} of ${index + after}`),
  ])
  expect(uses).toEqual([
    [7, ['1 of 2', '0 of 1']],
    [7, ['1 of 2', '1 of 1', '0 of 0']],
    [7, ['2 of 2']],
  ])
  expect(root?.parameters.map(({ name }) => name)).toEqual(['id'])
})

test('an ES module program is recorded with top-level await, import() and http.createServer', async () => {
  const folder = new ProgramFolder({
    'package.json': '{"type":"module","scripts":{"start":"node server.js"}}',
    'server.js': `import http from 'node:http'
import app from './app.js'
http.createServer(app).listen(process.env.PORT ?? 3000)`,
    'app.js': `import express, { Router } from 'express'
import { readdir } from 'node:fs/promises'
const app = express()
for (const file of (await readdir(new URL('./routes', import.meta.url))).sort()) {
  const { default: add } = await import(new URL('./routes/' + file, import.meta.url).href)
  app.use('/' + file[0], add(Router()))
}
export default app`,
    'routes/a.js': `import { show } from '../show.js'\nexport default (router) => router.get('/x', show)`,
    'routes/b.js': `import { show } from '../show.js'\nexport default (router) => router.post('/x', show)`,
    'show.js': 'export function show(req, res) {}',
  })
  expect(await folder.routes()).toEqual(['GET /a/x show.js#show', 'POST /b/x show.js#show'])
})

describe('TypeScript', () => {
  const program = {
    'src/server.ts': `import express, { type Request, type Response } from 'express'
import { Users } from './users.js'
const app = express()
enum Kind { A = 'a' }
const users = new Users()
app.get('/users/' + Kind.A, users.list.bind(users))
app.get('/inline', (_req: Request, res: Response) => { res.send('x') })
app.listen(3000)`,
    'src/users.ts': `import type { Request, Response } from 'express'
export class Users {
  constructor(private name = 'u') {}
  list(_req: Request, res: Response) { res.send(this.name) }
}`,
  }
  test.each(['{"type":"module"}', '{}'])(
    'a TypeScript program that tsx runs in a package with %s is recorded with the lines of its source',
    async (manifest) => {
      const folder = new ProgramFolder(
        { ...program, 'package.json': manifest },
        { express: 'express', tsx: 'tsx' },
      )
      const { recording } = await folder.record({ entry: 'src/server.ts' })
      const application = recording.application ?? ({} as never)
      expect(shownRoutes(application, folder.path)).toEqual([
        'GET /users/a bound list',
        'GET /inline src/server.ts#7',
      ])
      expect(
        application.calls.map(({ place }) => [place?.file.slice(folder.path.length), place?.line]),
      ).toEqual([
        ['/src/server.ts', 6],
        ['/src/server.ts', 7],
      ])
    },
  )

  test('ts-node runs without type checks, and as CommonJS if no script of the package starts it', () => {
    const started = (manifest: string): unknown => {
      const folder = new ProgramFolder({
        'package.json': manifest,
        'node_modules/ts-node/register.js': '',
        'app.ts': "import express from 'express'\nexpress().listen(1)",
      })
      return findStartCommand({ cwd: folder.path, entry: undefined, loader: undefined }).env
    }
    expect(started('{}')).toEqual({
      TS_NODE_TRANSPILE_ONLY: 'true',
      TS_NODE_COMPILER_OPTIONS: '{"module":"commonjs"}',
    })
    expect(started('{"scripts":{"start":"ts-node --files app.ts"}}')).toEqual({
      TS_NODE_TRANSPILE_ONLY: 'true',
      TS_NODE_FILES: 'true',
    })
    expect(started('{"scripts":{"start":"node -r ts-node/register app.ts"}}')).toEqual({
      TS_NODE_TRANSPILE_ONLY: 'true',
    })
  })

  test.each(['tsx', './loader.mjs'])(
    'a TypeScript program is recorded with the loader %s if the option names it',
    async (loader) => {
      const folder = new ProgramFolder(
        { ...program, 'loader.mjs': "import 'tsx'\n" },
        { express: 'express', tsx: 'tsx' },
      )
      expect(await folder.routes({ entry: 'src/server.ts', loader })).toHaveLength(2)
    },
  )
})

test('a program bundled by esbuild is recorded with the lines of its sources, even if Express is bundled too', async () => {
  const folder = new ProgramFolder({
    'src/main.js': `const express = require('express')
const { show } = require('./show')
const router = express.Router()
router.get('/y', show)
const app = express()
app.get('/x', show)
app.use('/in', express.json(), router)
app.listen(1)`,
    'src/show.js': 'exports.show = (req, res) => res.send(1)',
  })
  const { buildSync } = await import('esbuild')
  for (const external of [['express'], []]) {
    buildSync({
      entryPoints: [join(folder.path, 'src/main.js')],
      bundle: true,
      platform: 'node',
      sourcemap: true,
      outfile: join(folder.path, 'out/app.js'),
      external,
      logLevel: 'error',
    })
    // Names the sources as webpack does.
    const map = join(folder.path, 'out/app.js.map')
    if (external.length === 0)
      writeFileSync(map, readFileSync(map, 'utf8').replaceAll('"../src/', '"webpack://shop/./src/'))
    expect(await folder.routes({ entry: 'out/app.js' })).toEqual([
      'GET /x src/show.js#1',
      'GET /in/y src/show.js#1',
    ])
  }
})

test('two versions of Express in one program are both recorded', async () => {
  const folder = new ProgramFolder(
    {
      'app.js': `const app = require('express')()
app.use('/old', require('./old/app'))
app.get('/new', (req, res) => res.send('new'))
app.listen(1)`,
      'old/app.js': `const app = require('express')()
app.get('/*', (req, res) => res.send('old'))
module.exports = app`,
    },
    { express: 'express' },
  )
  folder.link('old/node_modules/express', 'express4')
  const { recording } = await folder.record()
  expect(recording.application?.routers.map(({ express }) => express).toSorted()).toEqual([4, 5])
  expect(shownRoutes(recording.application ?? ({} as never), folder.path)).toEqual([
    'GET /old/* old/app.js#2',
    'GET /new app.js#3',
  ])
})

test('Express in the node_modules of a parent folder is recorded', async () => {
  const folder = new ProgramFolder(
    { 'deep/app/index.js': "require('express')().get('/x', function x() {}).listen(1)" },
    {},
  )
  symlinkSync(
    resolve('node_modules/express4'),
    join((folder.write('node_modules/x/y', ''), folder.path), 'node_modules/express'),
  )
  const { recording } = await folder.record({ entry: 'deep/app/index.js' })
  expect(recording.application?.routers[0]?.express).toBe(4)
})

test('Express in a folder that node_modules links to is not a part of the program', async () => {
  const folder = new ProgramFolder(shop, {})
  folder.link('linked/node_modules', '.')
  cpSync(resolve('node_modules/express4'), join(folder.path, 'linked/express'), { recursive: true })
  mkdirSync(join(folder.path, 'node_modules'))
  symlinkSync('../linked/express', join(folder.path, 'node_modules/express'))
  const { application } = (await folder.record()).recording
  const files = new Set([application?.calls, application?.handlers].flat().map((each) => each?.place?.file))
  expect(files).toEqual(new Set([...Object.keys(shop).map((name) => join(folder.path, name)), undefined]))
})

test('routes of a copied application object are recorded in the router of the application', async () => {
  const { recording } = await new ProgramFolder(
    {
      'app.js': `const app = require('express')()
app.get('/x', function x() {})
const copy = { ...app }
copy.get('/y', function y() {})
app.listen(1)`,
    },
    { express: 'express4' },
  ).record()
  expect(recording.application?.routers.map(({ layers }) => layers.length)).toEqual([2])
})

test('a server of another protocol that listens first does not end the recording', async () => {
  const folder = new ProgramFolder({
    'app.js': `const app = require('express')()
require('net').createServer().listen(2)
setTimeout(() => {
  app.get('/x', function x() {})
  app.listen(1)
}, 1000)`,
  })
  const { recording } = await folder.record()
  expect(recording.application?.routers[0]?.layers).toHaveLength(1)
  expect(recording.application?.listenPlace?.line).toBe(5)
})

test('if a function passes requests to an application, the application listens where its HTTP server does', async () => {
  const folder = new ProgramFolder({
    'app.js': `const app = require('express')()
app.get('/x', function x() {})
require('net').createServer().listen(2)
require('http').createServer((req, res) => app(req, res)).listen(1)`,
  })
  const { application } = (await folder.record()).recording
  expect(application?.listenPlace?.line).toBe(4)
})

describe('start commands', () => {
  const routes = "app.get('/x', function x() {})"
  test.each<[string, Record<string, string>, string]>([
    [
      'bin/www',
      {
        'bin/www': "#!/usr/bin/env node\nrequire('http').createServer(require('../app')).listen(1)",
        'app.js': `const app = require('express')(); ${routes}; module.exports = app`,
      },
      'bin/www',
    ],
    [
      'a start script',
      {
        'package.json': '{"scripts":{"start":"NODE_ENV=production nodemon -q ./server/run.js"}}',
        'server/run.js': `const app = require('express')(); if (process.env.NODE_ENV === 'production') ${routes}; app.listen(1)`,
      },
      'scripts.start of package.json',
    ],
    [
      'a start script with a quoted path',
      {
        'package.json': JSON.stringify({ scripts: { start: 'node "./wörter (2)/run it.js"' } }),
        'wörter (2)/run it.js': `const app = require('express')(); ${routes}; app.listen(1)`,
      },
      'scripts.start of package.json',
    ],
    [
      'nodemon.json',
      {
        'package.json':
          '{"scripts":{"start":"npm run build && npm run serve:it -- x","serve:it":"nodemon -q"}}',
        'nodemon.json': '{"exec":"NODE_ENV=test node -r ./first.js ./server/run.js $@"}',
        'first.js': 'globalThis.first = true',
        'server/run.js': `const app = require('express')(); if (first && process.env.NODE_ENV === 'test' && process.argv[3] === 'x') ${routes}; app.listen(1)`,
      },
      'scripts.start of package.json',
    ],
    [
      'a start-server script',
      {
        'package.json': '{"main":"desktop.js","scripts":{"start-server":"node run.js"}}',
        'desktop.js': '',
        'run.js': `const app = require('express')(); ${routes}; app.listen(1)`,
      },
      'scripts.start-server of package.json',
    ],
    [
      'a dev script, if the program is not built',
      {
        'package.json': '{"scripts":{"start":"node dist/app.js","dev":"node -r ./first.js src/app.js"}}',
        'first.js': 'globalThis.first = true',
        'src/app.js': `const app = require('express')(); if (first) ${routes}; app.listen(1)`,
      },
      'scripts.dev of package.json',
    ],
    [
      'a start script of a file without an extension',
      {
        'package.json': '{"main":"index.js","scripts":{"start":"node bin/serve"}}',
        'index.js': '',
        'bin/serve': `const app = require('express')(); ${routes}; app.listen(1)`,
      },
      'scripts.start of package.json',
    ],
    [
      'a start script that runs concurrently',
      {
        'package.json':
          '{"scripts":{"start":"concurrently yarn:start:page npm:start:api","start:page":"vite","start:api":"node server/run.js"}}',
        'server/run.js': `const app = require('express')(); ${routes}; app.listen(1)`,
      },
      'scripts.start of package.json',
    ],
    [
      'main in package.json',
      {
        'package.json': '{"main":"lib/one"}',
        'lib/one.js': `const app = require('express')(); ${routes}; module.exports = { app }`,
      },
      'main of package.json',
    ],
    [
      'a file that calls listen',
      {
        'app.js': `const app = require('express')(); ${routes}; exports.app = app`,
        'index.js': "require('./app').app.listen(1)",
      },
      'it listens',
    ],
  ])('an application with %s is started and recorded', async (_, files, reason) => {
    const folder = new ProgramFolder(files)
    expect(findStartCommand({ cwd: folder.path, entry: undefined, loader: undefined }).reason).toBe(reason)
    expect(await folder.routes()).toEqual([expect.stringMatching(/^GET \/x .*#x$/)])
  })

  test.each([
    ['module.exports = createApp', 'default'],
    ['exports.createApp = createApp', 'createApp'],
  ])('the factory that an application exports is called: %s', async (exporting, factory) => {
    const folder = new ProgramFolder({
      'app.js': `const express = require('express')
async function createApp({ prefix = '/api' } = {}) { const app = express(); app.get(prefix + '/x', (req, res) => {}); return app }
${exporting}`,
    })
    const { recording } = await folder.record()
    expect(recording.application?.factory).toBe(factory)
    expect(shownRoutes(recording.application ?? ({} as never), folder.path)).toEqual(['GET /api/x app.js#2'])
  })

  test('a recorded program has the variables of the env file', async () => {
    const folder = new ProgramFolder({
      'app.js':
        "const app = require('express')(); app.get(process.env.PREFIX + '/x', function x() {}); app.listen(1)",
      'my.env': 'PREFIX=/api\n',
    })
    expect(await folder.routes({ envFile: 'my.env' })).toEqual(['GET /api/x app.js#x'])
  })
})

test.each([
  [
    'CommonJS',
    'app.cjs',
    "const cluster = require('cluster'), express = require('express'); const { isMaster } = cluster;",
  ],
  [
    'an ES module',
    'app.mjs',
    "import cluster, { isPrimary as isMaster } from 'node:cluster'; import express from 'express';",
  ],
])('import records the program of cluster workers, without a fork: %s', async (_, entry, head) => {
  const folder = new ProgramFolder({
    [entry]: `${head}
if (isMaster) {
  for (let each = 0; each < 4; each++) cluster.fork().on('exit', () => cluster.fork())
} else {
  const app = express()
  app.get('/x', function x() {})
  app.listen(1)
}`,
  })
  expect(await folder.routes({ entry })).toEqual([`GET /x ${entry}#x`])
})

test('import records the file that cluster.setupPrimary names for its workers', async () => {
  const folder = new ProgramFolder({
    'app.js':
      "const cluster = require('cluster'); cluster.setupPrimary({ exec: 'worker.js' }); cluster.fork()",
    'worker.js': "const app = require('express')(); app.get('/x', function x() {}); app.listen(1)",
  })
  expect(await folder.routes({ entry: 'app.js' })).toEqual(['GET /x worker.js#x'])
})

describe('the trouble of an application that does not start', () => {
  const recorded = async (text: string, options: Parameters<ProgramFolder['record']>[0] = {}) =>
    (
      await new ProgramFolder({
        'app.js': `const app = require('express')()\napp.get('/x', function x() {})\n${text}`,
      }).record(options)
    ).recording

  test('an application that throws is recorded with the line of the error and the routes before it', async () => {
    const { trouble, application } = await recorded(
      "throw new Error('no key')\napp.get('/y', function y() {})",
    )
    expect(trouble).toMatchObject({ kind: 'threw', message: 'no key', place: { line: 3 } })
    expect(application?.routers[0]?.layers).toHaveLength(1)
  })

  test('an error in a folder with parentheses and blanks is recorded with its line', async () => {
    const folder = new ProgramFolder({
      'my copy (2)/app.js': "require('express')()\nthrow new Error('no key')",
    })
    const { recording } = await folder.record({ entry: 'my copy (2)/app.js' })
    expect(recording.trouble).toMatchObject({ message: 'no key', place: { line: 2 } })
  })

  test('an application that calls process.exit is recorded with the line of the call', async () => {
    const { trouble } = await recorded('setTimeout(() => process.exit(1), 10); setInterval(() => {}, 1000)')
    expect(trouble).toMatchObject({ kind: 'ended itself', message: 'process.exit(1)', place: { line: 3 } })
  })

  test('an application that waits for a database is recorded with its connections when the time limit is over', async () => {
    const { trouble, connections } = await recorded(
      "require('net').connect(1, '127.0.0.1').on('error', () => {}); setInterval(() => {}, 1000)",
      { timeout: 1 },
    )
    expect(trouble?.kind).toBe('took too long')
    expect(connections).toEqual([{ to: '127.0.0.1:1' }])
  })

  test('a missing package is recorded with its name, and the application starts with a stand-in for the package', async () => {
    const text =
      "const { Client } = require('no-such-database')\nclass Store extends Client {}\nnew Store().connect().then(() => { app.get('/late', function late() {}); app.listen(1) })"
    expect(await recorded(text)).toMatchObject({
      unloadable: ['no-such-database'],
      trouble: { kind: 'threw', place: { line: 3 } },
    })
    // The stand-in for another package is on the stack, but must not be reported as the place of the error.
    expect((await recorded(text, { standIns: ['other'] })).trouble?.place?.file).toMatch(/[\\/]app\.js$/)
    const { application, trouble } = await recorded(text, { standIns: ['no-such-database'] })
    expect([application?.routers[0]?.layers.length, trouble]).toEqual([2, undefined])
  })

  test.each([
    ['a chain of promises', 'db.connect().then(() => 1).then(() => app.listen(1))'],
    [
      'a promise with a catch',
      'db.connect().catch((error) => process.exit(error.code)).then(() => app.listen(1))',
    ],
    [
      'an event of a connection',
      "db.on('error', (error) => { throw error }).once('open', () => app.listen(1))",
    ],
    ['a callback without parameters', 'db.connect(() => app.listen(1))'],
    ['a callback of an operation', "db.get('x', (error, value) => { if (!error) app.listen(1) })"],
    ['a callback of a class', 'new db.Client({}, (error) => { if (error) throw error; app.listen(1) })'],
    ['a callback that reads its own object', 'db.run(1, function (error) { this.changes.x; app.listen(1) })'],
    [
      'hooks, which the stand-in must not call',
      "db.pre('save', async function (next) { next() }); db.afterCreate((one, x) => x.y.z()); app.listen(1)",
    ],
    [
      'functions that are not callbacks, which the stand-in must not call',
      'db.map((user) => user.posts); db.entity(class User {}); app.listen(1)',
    ],
  ])('an application starts with a stand-in that it uses with %s', async (_, text) => {
    const recording = await recorded(`const db = require('no-such-database'); ${text}`, {
      standIns: ['no-such-database'],
    })
    expect([recording.trouble, recording.application?.listenPlace?.line]).toEqual([undefined, 3])
  })

  test('an endless loop on a stand-in is ended by the time limit', async () => {
    const { trouble } = await recorded(
      "const db = require('no-such-database'); (async () => { while (await db.find()); app.listen(1) })()",
      { standIns: ['no-such-database'], timeout: 1 },
    )
    expect(trouble?.kind).toBe('took too long')
  })

  test.each([
    ["require(__dirname + '/lib/binding/hash.node')"],
    ["throw new Error('Could not locate the bindings file. Tried:\\n → ' + __dirname + '/build/hash.node')"],
    ["throw new Error('No native build was found for runtime=node loaded from: ' + __dirname)"],
  ])('a package without its native build is recorded as unloadable: %s', async (text) => {
    const folder = new ProgramFolder({
      'app.js': "require('express'); require('./deep/node_modules/.store/hash@1/node_modules/@own/hash')",
      'deep/node_modules/.store/hash@1/node_modules/@own/hash/index.js': text,
    })
    expect((await folder.record()).recording.unloadable).toEqual(['@own/hash'])
  })
})

test('a program is recorded although an export is a proxy that throws for unknown names, as in envalid', async () => {
  const program = {
    'env.js': `const known = { PORT: 3000 }
const get = (target, name) => { if (name in target) return target[name]; throw new ReferenceError('no ' + String(name)) }
module.exports = new Proxy(known, { get })
`,
    'app.js': `const env = require('./env')
const app = require('express')()
app.get('/', (req, res) => res.send('home'))
app.listen(env.PORT)
`,
  }
  expect(await new ProgramFolder(program).routes()).toEqual(['GET / app.js#3'])
})

test('a stand-in has each name that an ES module imports', async () => {
  const folder = new ProgramFolder({
    'package.json': '{"type":"module"}',
    'app.js': `import express from 'express'
import pg, { Pool as Connections } from 'no-such-database'
import * as all from 'no-such-database/more'
const app = express()
await new Connections().connect()
await pg.query('x', [1])
all.open(1).delete('x')
all.delete('x')
app.get('/' + typeof all.default, function x() {})
app.listen(1)`,
  })
  expect(await folder.routes({ standIns: ['no-such-database'] })).toEqual(['GET /function app.js#x'])
})

test('if an application stops listening before a second application listens, the second one is recorded', async () => {
  const folder = new ProgramFolder({
    'app.js': `const express = require('express')
const early = express()
early.get('/wait', function wait() {})
early.get('/status', function status() {})
const server = early.listen(1, () => server.close(() => {
  const app = express()
  app.get('/x', function x() {})
  app.listen(2)
}))`,
  })
  const { recording } = await folder.record()
  expect(recording.application?.root.layers).toHaveLength(1)
  expect(recording.application?.listenPlace).toMatchObject({ line: 8 })
})

test('routes that are added soon after listen are recorded, even if a timer never ends', async () => {
  const folder = new ProgramFolder({
    'app.js':
      "const app = require('express')(); app.listen(1, () => setTimeout(() => app.get('/x', function x() {}), 100)); setInterval(() => {}, 10)",
  })
  expect(await folder.routes()).toEqual(['GET /x app.js#x'])
})

test('an application that a CommonJS program exports is recorded, even if a timer never ends', async () => {
  const folder = new ProgramFolder({
    'app.js':
      "const app = require('express')(); app.get('/x', function x() {}); module.exports = app; setInterval(() => {}, 10)",
  })
  const { trouble, application } = (await folder.record()).recording
  expect(trouble).toBeUndefined()
  expect(application?.root.layers).toHaveLength(1)
})

test('load returns the number of each recorded function in a written module, and -1 for other functions', async () => {
  const folder = new ProgramFolder({
    ...shop,
    'written.js': `const users = require('./users')
      const userController = { list: users.list, other() {}, none: undefined }
      module.exports = { controllers: { userController }, middleware: { guard: users.guard('a') } }`,
  })
  const process = await folder.record()
  const list = process.recording.application?.handlers.findIndex(
    ({ exported }) => exported?.path.join('.') === 'list',
  )
  expect(await process.load(join(folder.path, 'written.js'))).toEqual({
    controllers: { 'userController.list': String(list), 'userController.other': '-1' },
    middleware: { guard: '-1' },
  })
})

test('handlers are recorded with the names of their exports, also with deep names, and with the name "name"', async () => {
  const folder = new ProgramFolder({
    'app.js': `const app = require('express')(), users = require('./users')
app.get('/deep', users.admin.list.all)
app.get('/name', users.name)
app.get('/class', users.Users.length)
app.listen(1)`,
    'users.js': `exports.admin = { list: { all: (req, res) => {} } }
exports.name = (req, res) => {}
exports.Users = class { static length(req, res) {} }`,
  })
  expect(await folder.routes()).toEqual([
    'GET /deep users.js#admin.list.all',
    'GET /name users.js#name',
    'GET /class users.js#Users.length',
  ])
})

test('the methods of an exported object of a class are recorded with their names', async () => {
  const folder = new ProgramFolder({
    'app.js': "const app = require('express')(); app.get('/x', require('./users').api.show); app.listen(1)",
    'users.js': 'exports.api = new (class { show(req, res) {} })()',
  })
  expect(await folder.routes()).toEqual(['GET /x users.js#api.show'])
})

test('a router that is mounted below itself is recorded', async () => {
  const folder = new ProgramFolder({
    'app.js': `const express = require('express'), app = express(), router = express.Router()
router.get('/x', function x() {})
router.use('/again', router)
app.use(router)
app.listen(1)`,
  })
  const { trouble, application } = (await folder.record()).recording
  expect(trouble).toBeUndefined()
  expect(application?.routers.map(({ layers }) => layers.length)).toEqual([1, 2])
})

test('reach returns the handlers that Express would call for a request', async () => {
  const folder = new ProgramFolder(shop)
  const process = await folder.record()
  const requests = [
    { method: 'GET', path: '/people' },
    { method: 'POST', path: '/b/7' },
    { method: 'GET', path: '/none' },
    { method: 'GET', path: '/sub/s' },
  ]
  const reached = await process.reach(requests)
  const names = reached.map((handlers) =>
    handlers?.map(
      (number) => process.recording.application?.handlers[number]?.exported?.path.join('.') ?? '',
    ),
  )
  expect(names).toEqual([['', '', 'list'], ['', '', 'list'], undefined, ['list']])
})

test('a function with the members of Express is not mistaken for a bundled Express', async () => {
  const folder = new ProgramFolder({
    'app.js': `const express = require('express')
const own = Object.assign((...args) => express(...args), express)
const app = own()
app.get('/x', function show(req, res) { res.send('x') })
app.listen(3000)`,
  })
  const { recording } = await folder.record()
  expect(recording.trouble).toBeUndefined()
  expect(await folder.routes()).toEqual(['GET /x app.js#show'])
})

test('a function with other members of the same names is not mistaken for Express', async () => {
  const folder = new ProgramFolder({
    'app.js': `const other = Object.assign(() => {}, { application: {}, Router: () => {}, Route: () => {} })
other.static = () => {}
const app = require('express')()
app.get('/x', function show(req, res) { res.send('x') })
app.listen(3000)`,
  })
  expect(await folder.routes()).toEqual(['GET /x app.js#show'])
})

test.each([
  ['nothing', 'undefined', 'undefined'],
  ['an object without a prototype', 'Object.create(null)', 'object'],
  ['an error whose message is an object', "Object.assign(new Error(''), { message: { a() {} } })", 'Error'],
  ['an error whose stack is a list', "Object.assign(new Error('list'), { stack: [] })", 'list'],
  ['an error that throws', "new Proxy(new Error('x'), { get() { throw 1 } })", 'object'],
  ['a proxy that throws', 'new Proxy({}, { get() { throw 1 } })', 'object'],
])('a program that throws %s is recorded', async (_, thrown, complaint) => {
  const folder = new ProgramFolder({
    'app.js': `const app = require('express')()
app.get('/x', function show(req, res) { res.send('x') })
setImmediate(() => { throw ${thrown} })
Promise.reject(${thrown})
app.listen(3000)`,
  })
  const { recording } = await folder.record()
  expect(recording.complaints).toEqual([complaint])
  expect(recording.application?.root.layers.filter(({ type }) => type === 'route')).toHaveLength(1)
})
