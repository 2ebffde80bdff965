import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { Router } from '@mvc-router/router-core'
import { formTarget } from '@mvc-router/router-core/templates'
import * as fc from 'fast-check'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { clientRoutes } from './client-routes.js'
import { anyArguments } from './client-values.js'
import { runBin } from './run-bin.js'

interface ClientAction {
  (args?: unknown): { url: string; method: string }
  url(args?: unknown): string
  form(args?: unknown): { action: string; method: string }
}
type Client = Record<string, Record<string, ClientAction>>

const runs = Number(process.env['FUZZ_RUNS'] ?? 150)
const router = Router.parse(clientRoutes)
const names = [...new Set(router.routes.map(({ action }) => action))]

let folder = ''
let client: Client
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mvc-router-client-'))
  writeFileSync(join(folder, 'routes.conf'), clientRoutes)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  expect(runBin(['client'], folder)).toMatchObject({
    status: 0,
    stdout: 'Wrote src/routes.js\nWrote src/routes.d.ts\n',
  })
  client = await load('src/routes.js')
})
afterAll(() => rmSync(folder, { recursive: true }))

async function load(path: string): Promise<Client> {
  return (await import(pathToFileURL(join(folder, path)).href)) as Client
}

/** Returns an action of the module by its name, such as `admin.userController.show`. */
function actionOf(name: string): ClientAction {
  return name.split('.').reduce<unknown>((group, key) => (group as Client)[key], client) as ClientAction
}

/** Long values, empty values and values with slashes. Random values seldom have these forms. */
const tails: [string, object][] = [
  'fileController.all',
  'fileController.send',
  'fileController.edit',
].flatMap((name) =>
  ['é'.repeat(3000), 'a/b/'.repeat(2047) + 'abc', '', '/', 'a', 'a/b', 'a//b', '/a', 'a/'].map(
    (path): [string, object] => [name, { path }],
  ),
)

test('a client builds the URL that the server builds, or refuses as the server does', () => {
  fc.assert(
    fc.property(fc.constantFrom(...names), anyArguments, (name, args) => {
      const action = actionOf(name)
      expect(attempt(() => action(args))).toEqual(
        attempt(() => {
          const { url, method } = router.reverse(name, args)
          return { url, method: method.toLowerCase() }
        }),
      )
    }),
    { numRuns: runs, examples: tails },
  )
})

test.each(names)('a client builds the URL, method and form of %s as the server does', (name) => {
  const args = {
    id: 42,
    to: 'ann',
    page: 'home',
    lang: 'en',
    path: 'a/b c',
    name: 'x.y',
    ext: 'md',
    from: '1-2',
    s: 'a-b',
    v: 'a/b',
    a: 'x',
    b: 'y',
    g: 'a(c',
    h: 'z',
    format: 'csv',
  }
  const { url, method } = router.reverse(name, args)
  expect(actionOf(name)(args)).toEqual({ url, method: method.toLowerCase() })
  expect(actionOf(name).url(args)).toBe(url)
  const form = attempt(() => {
    const target = formTarget(router.reverse(name, args))
    return [target.url.split('?')[0], target.method]
  })
  const ours = attempt(() => {
    const { action, method: sent } = actionOf(name).form(args)
    return [action.split('?')[0], sent]
  })
  expect(ours).toEqual(form)
})

test('an argument that is named like the method override does not choose the method of a form', () => {
  const hostile = {
    'x-http-method-override': 'PUT',
    'X-HTTP-Method-Override': 'PATCH',
    tab: 'a',
    id: 4,
    to: 'b',
  }
  for (const name of ['userController.deleteUser', 'userController.rename']) {
    const { url: action, method } = formTarget(router.reverse(name, hostile))
    expect(actionOf(name).form(hostile)).toEqual({ action, method })
  }
})

test('client and server refuse arguments that are not an object', () => {
  for (const args of [5, 'a', [1], true, new Set('a'), new URLSearchParams('a=1'), new Headers({ a: '1' })])
    expect(
      [
        () => actionOf('userController.listAll')(args),
        () => router.reverse('userController.listAll', args as never),
      ].map((act) => attempt(act)),
    ).toEqual(['refused', 'refused'])
})

test('a client refuses arguments with a TypeError', () => {
  for (const args of [
    5,
    new Map(),
    { q: '\ud800' },
    { '\ud800': 'a' },
    { q: Number.NaN },
    { q: Symbol('a') },
  ])
    expect(() => actionOf('userController.listAll')(args)).toThrow(TypeError)
})

test('a client distinguishes actions with similar names', () => {
  expect([
    actionOf('admin.userController.show').url({ id: 1 }),
    actionOf('action.report').url({ format: 'x' }),
  ]).toEqual(['/admin/1', '/report.x'])
  expect(Object.keys(client)).not.toContain('admin_userController_show')
  expect(Object.keys(client)).toContain('userController_showUser')
})

test('the type of a client action has its method in lower case', () => {
  const types = readFileSync(join(folder, 'src/routes.d.ts'), 'utf8')
  expect(types).toMatch(/\$userController\$deleteUser: Action<.*, 'delete'>/)
})

test('the type of a client action for several methods has the method that the client returns', async () => {
  writeFileSync(join(folder, 'methods.conf'), 'GET|POST /a a.one\n* /b a.two\n')
  expect(runBin(['client', '--routes', 'methods.conf', '--out', 'methods.js'], folder).status).toBe(0)
  const { a } = await load('methods.js')
  expect([a?.['one']?.().method, a?.['two']?.().method]).toEqual(['get', 'get'])
  expect(readFileSync(join(folder, 'methods.d.ts'), 'utf8').match(/'[\w*|]+'>/g)).toEqual([
    "'get'>",
    "'get'>",
  ])
})

test('the type of a client action requires the format of its path', () => {
  expect(readFileSync(join(folder, 'src/routes.d.ts'), 'utf8')).toContain(
    'Action<{ readonly format: ReverseValue }, ',
  )
})

function attempt<Result>(act: () => Result): Result | 'refused' {
  try {
    return act()
  } catch {
    return 'refused'
  }
}

describe('mvc-router client', () => {
  test('client writes only the actions that --include and --exclude select', async () => {
    expect(
      runBin(['client', '--out', 'some.js', '--include', 'user*', '--exclude', '*.rename'], folder).status,
    ).toBe(0)
    const some = await load('some.js')
    expect(Object.keys(some).toSorted()).toEqual([
      'userController',
      'userController_deleteUser',
      'userController_listAll',
      'userController_showUser',
    ])
    expect(readFileSync(join(folder, 'some.js'), 'utf8')).not.toMatch(/\/page|\/files|rename/)
  })

  test('client does not name a route file whose actions it excludes', () => {
    const other = join(folder, 'files')
    mkdirSync(other)
    writeFileSync(join(other, 'routes.conf'), 'GET /a user.show\n-> /b secret.routes\n')
    writeFileSync(join(other, 'secret.routes'), 'GET /c secret.show\n')
    runBin(['client', '--out', 'r.js', '--exclude', 'secret*'], other)
    for (const file of ['r.js', 'r.d.ts'])
      expect(readFileSync(join(other, file), 'utf8')).not.toMatch('secret')
  })

  test('client omits empty parts of a route from the module', () => {
    const lines = readFileSync(join(folder, 'src/routes.js'), 'utf8').match(/\[\["[A-Z]+", .*\]\]/g) ?? []
    expect(lines).toEqual(
      expect.arrayContaining([
        '[["GET", ["/user"], {}, 2]]',
        '[["GET", ["/star"], {}]]',
        '[["GET", ["/admin/", ["id", /^(?:[^/]+)$/u]], {}]]',
      ]),
    )
  })

  test('a `*` in --include matches any text', () => {
    const other = join(folder, 'stars')
    mkdirSync(other)
    const actions = ['book.list', 'bookuser.show', 'user.list', 'user.unlist', 'userAll.list']
    writeFileSync(
      join(other, 'routes.conf'),
      actions.map((name, index) => `GET /${index} ${name}\n`).join(''),
    )
    const included = (pattern: string): unknown => {
      const { stdout } = runBin(['client', '--json', '--out', 'r.js', '--include', pattern], other)
      return stdout === '' ? [] : (JSON.parse(stdout) as { actions: unknown }).actions
    }
    expect(included('user.list')).toEqual(['user.list'])
    expect(included('u*r.*list')).toEqual(['user.list', 'user.unlist'])
    expect(included('*user*')).toEqual(['bookuser.show', 'user.list', 'user.unlist', 'userAll.list'])
    expect(included('user*l*t')).toEqual(['user.list', 'user.unlist', 'userAll.list'])
    expect(included('user.list*list')).toEqual([])
    expect(included('*')).toEqual(actions)
  })

  test('client URLs begin with --base-path', async () => {
    runBin(['client', '--out', 'based.js', '--base-path', '/shop'], folder)
    expect((await load('based.js'))['userController']?.['listAll']?.url()).toBe('/shop/user/')
  })

  test('client --check ends with 1 if a file is not up to date', () => {
    expect(runBin(['client', '--check'], folder).status).toBe(0)
    writeFileSync(join(folder, 'src/routes.d.ts'), '')
    expect(runBin(['client', '--check'], folder)).toMatchObject({
      status: 1,
      stderr: 'src/routes.d.ts is not up to date: mvc-router client\n',
    })
    runBin(['client'], folder)
  })

  test('client --check accepts files with the line ends of Windows', () => {
    const file = join(folder, 'src/routes.js')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replaceAll('\n', '\r\n'))
    expect(runBin(['client', '--check'], folder).status).toBe(0)
    writeFileSync(file, text)
  })

  test('the command that client --check prints has the same --include', () => {
    expect(runBin(['client', '--out', 'n.js', '--check', '--include', 'user*'], folder).stderr).toBe(
      ['n.js', 'n.d.ts']
        .map((path) => `${path} is not up to date: mvc-router client --out n.js --include 'user*'\n`)
        .join(''),
    )
  })

  test('client leaves out routes that a browser cannot build, with the reason', () => {
    const other = join(folder, 'other')
    mkdirSync(other)
    writeFileSync(
      join(other, 'routes.conf'),
      'GET {shop}.example.com/x shopController.show\n* /{c}/{m} {c}.{m}\nGET /s [q] searchController.find\nGET /a a.b.c\nGET /b a.b\nGET /w{<\\bx>i} w.w\n',
    )
    const { leftOut } = JSON.parse(runBin(['client', '--json'], other).stdout) as { leftOut: unknown }
    expect(leftOut).toEqual([
      { file: 'routes.conf', line: 5, action: 'a.b', reason: 'it is the controller of a.b.c' },
      {
        file: 'routes.conf',
        line: 3,
        action: 'searchController.find',
        reason: 'it has conditions on the query',
      },
      { file: 'routes.conf', line: 1, action: 'shopController.show', reason: 'it is for a host' },
      {
        file: 'routes.conf',
        line: 6,
        action: 'w.w',
        reason: 'a browser cannot find where each variable ends',
      },
      { file: 'routes.conf', line: 2, action: '{c}.{m}', reason: 'the path names its action' },
    ])
    runBin(['client', '--out', 'r.js'], other)
    expect(readFileSync(join(other, 'r.js'), 'utf8')).toContain(
      '// Left out: routes.conf:1 shopController.show, because it is for a host.',
    )
  })

  test('client leaves out an action if the server may build its URL by an earlier route with a variable action', () => {
    const text = 'GET /a shop.plain\n* /{c}/{m} {c}.{m}\nGET /b shop.show\nGET /c admin.shop.show\n'
    const server = Router.parse(text)
    const other = join(folder, 'named')
    mkdirSync(other)
    writeFileSync(join(other, 'routes.conf'), text)
    expect(JSON.parse(runBin(['client', '--json', '--out', 'r.js'], other).stdout)).toMatchObject({
      leftOut: [
        { line: 3, reason: 'routes.conf:2 may give its URL on the server' },
        { line: 2, reason: 'the path names its action' },
      ],
    })
    expect(server.reverse('shop.show').url).toBe('/shop/show')
    const written = readFileSync(join(other, 'r.js'), 'utf8')
    for (const [name, url] of [
      ['shop.plain', '/a'],
      ['admin.shop.show', '/c'],
    ] as const) {
      expect(server.reverse(name).url).toBe(url)
      expect(written).toContain(`"${name}", [["GET", ["${url}"], {}`)
    }
  })

  test.each([
    [['--include', 'nothing*'], 2],
    [['--out', 'routes.ts'], 2],
    [['--check', '--watch'], 2],
  ])('client %j ends with %i', (args, status) => {
    expect(runBin(['client', ...args], folder).status).toBe(status)
  })
})
