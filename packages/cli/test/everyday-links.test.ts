import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { TestFolder } from './run-in-folder.js'

const folder = new TestFolder()

beforeAll(() => {
  folder.write(
    'routes.conf',
    `+ signed=1h name=leave
GET  /unsubscribe/{<\${integer}>id}  mailController.unsubscribe
+ name=profile
GET  /users/{id}                     userController.show
+ name=people.list deprecated
GET  /users                          userController.list
GET  /about                          view:about.njk
`,
  )
})

afterAll(() => folder.remove())

/** Returns each finding as `line:column message`, first errors and then warnings. */
async function check(file: string, text: string): Promise<string[]> {
  folder.write(file, text)
  const { stdout } = await folder.run('check', '--json', file)
  const { errors, warnings } = JSON.parse(stdout) as Record<
    'errors' | 'warnings',
    { line: number; column: number; message: string }[]
  >
  return [...errors, ...warnings].map(({ line, column, message }) => `${line}:${column} ${message}`)
}

const engines = {
  'a.njk': (kind: string, action: string, args: string) =>
    `{{ route${kind}("${action}"${args && `, { ${args} }`}) }}`,
  'a.hbs': (kind: string, action: string, args: string) =>
    `{{route${kind} "${action}" ${args.replaceAll(': ', '=').replaceAll(',', '')}}}`,
  'a.ejs': (kind: string, action: string, args: string) => `<%= route${kind}('${action}', { ${args} }) %>`,
  'a.eta': (kind: string, action: string, args: string) => `<%= it.route${kind}('${action}', { ${args} }) %>`,
  'a.pug': (kind: string, action: string, args: string) => `a(href=route${kind}('${action}', { ${args} }))`,
  'a.liquid': (kind: string, action: string, args: string) =>
    `{% route${kind.replace('.s', 'S')} "${action}"${args && `, ${args}`} %}`,
  'a.js': (kind: string, action: string, args: string) =>
    `router.${kind.slice(1) || 'reverse'}('${action}', { ${args} })`,
}

test.each(Object.entries(engines))(
  'check requires route.signed for signed routes only, in %s',
  async (file, link) => {
    const messages = async (...parts: [string, string, string]): Promise<string[]> =>
      (await check(file, `${link(...parts)}\n`)).map(
        (text) => text.replace(/^\d+:\d+ /, '').split('\n')[0] ?? '',
      )
    expect(await messages('.signed', 'mailController.unsubscribe', 'id: 1')).toEqual([])
    expect(await messages('.signed', 'leave', 'id: 1')).toEqual([])
    expect(await messages('', 'mailController.unsubscribe', 'id: 1')).toEqual([
      'mailController.unsubscribe is signed: use route.signed(…)',
    ])
    expect(await messages('.signed', 'userController.list', '')).toEqual([
      'userController.list is not signed',
    ])
    expect(await messages('.signed', 'mailController.unsubscribe', '')).toEqual([
      'No route of "mailController.unsubscribe" fits the arguments:',
    ])
  },
)

test.each(Object.entries(engines))(
  'check accepts names of routes, and warns of deprecated names, in %s',
  async (file, link) => {
    const messages = async (...parts: [string, string]): Promise<string[]> =>
      (await check(file, `${link('', ...parts)}\n`)).map(
        (text) => text.replace(/^\d+:\d+ /, '').split('\n')[0] ?? '',
      )
    expect(await messages('profile', 'id: 1')).toEqual([])
    expect(await messages('view:about.njk', '')).toEqual([])
    expect(await messages('profile', '')).toEqual(['No route of "profile" fits the arguments:'])
    expect(await messages('people.list', '')).toEqual([
      '"people.list" is a deprecated name of userController.list',
    ])
  },
)

test('check does not mistake the options of a signed link for arguments', async () => {
  expect(await check('b.njk', `{{ route.signed("leave", id=1, expiresIn="7d", method="GET") }}\n`)).toEqual(
    [],
  )
  expect(await check('b.hbs', `{{route.signed "leave" id=1 expiresIn="7d"}}\n`)).toEqual([])
  expect(await check('b.js', `Router.signed('leave', { id: 1 }, { expiresIn: '7d' })\n`)).toEqual([])
})

test('check accepts links to the current page with another query', async () => {
  expect(await check('c.njk', `{% routeWith page=2, q=none %}{{ route.with({ page: 2 }) }}\n`)).toEqual([])
  expect(await check('c.hbs', `{{routeWith page=2 q=null}}\n`)).toEqual([])
  expect(await check('c.liquid', `{% routeWith page: 2, q: nil %}\n`)).toEqual([])
  expect(
    await check(
      'c.ejs',
      `<%@ taglib prefix="route" uri="/mvc-router" %><route:with page="2"/><%= route.with({ page: 2 }) %>\n`,
    ),
  ).toEqual([])
  expect(await check('c.tsx', `const a = <Link with={{ page: 2 }}>2</Link>\n`)).toEqual([])
})

test('list and match show names, signatures, views and the names of constraints', async () => {
  const { stdout } = await folder.runIn({ columns: 120 }, 'list')
  expect(stdout)
    .toBe(`GET  /unsubscribe/{<\${integer}>id}  name=leave signed=1h mailController.unsubscribe  routes.conf:2
GET  /users/{id}                    name=profile userController.show                 routes.conf:4
GET  /users                         name=people.list userController.list             routes.conf:6
GET  /about                         view:about.njk                                   routes.conf:7
`)
  const match = await folder.runIn({ columns: 120 }, 'match', '/unsubscribe/7')
  expect(match.stdout).toContain('name=leave signed=1h mailController.unsubscribe')
})

test('reverse accepts names of routes, and refuses signed routes', async () => {
  expect((await folder.run('reverse', 'profile', 'id=7')).stdout).toBe('/users/7\n')
  expect((await folder.run('reverse', 'view:about.njk')).stdout).toBe('/about\n')
  const { stderr, status } = await folder.run('reverse', 'leave', 'id=7')
  expect(stderr).toContain('the line is signed: use route.signed(…)')
  expect(status).toBe(1)
})

test('adopt changes links to views, but not to signed routes', async () => {
  folder.write('d.njk', '<a href="/about">a</a><a href="/unsubscribe/7">b</a>\n')
  const { stdout } = await folder.run('adopt', 'd.njk')
  expect(stdout).toContain(`{% route "view:about.njk" %}`)
  expect(stdout).toContain('its line is signed: use route.signed(…)')
})

test('diff reports a route that now answers only signed links as broken', async () => {
  folder.write('old.conf', 'GET /a a.b\n+ signed\nGET /c c.d\n')
  folder.write('new.conf', '+ signed\nGET /a a.b\nGET /c c.d\n')
  const { stdout, status } = await folder.run('diff', 'old.conf', 'new.conf')
  expect(stdout).toBe(`old.conf:1:1  GET /a  a.b
  broken  GET /a is answered by a.b by signed links only, new.conf:2

1 broken, 0 changed, 1 of 2 lines kept
`)
  expect(status).toBe(1)
})

test('client leaves out signed routes', async () => {
  const { stdout } = await folder.run('client', '--out', '-', '--include', 'mail*', '--include', 'user*')
  expect(stdout).toContain(
    '// Left out: routes.conf:2 mailController.unsubscribe, because it is signed, and the keys stay on the server.',
  )
})
