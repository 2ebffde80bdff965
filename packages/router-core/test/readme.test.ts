import { startReadmeApplication } from '@mvc-router/link-conformance'
import { Router } from '@mvc-router/router-core'
import { expect, test } from '@jest/globals'
import { readFileSync } from 'node:fs'

const readme = ['README.md', 'docs/router.md']
  .map((page) => readFileSync(`packages/router-core/${page}`, 'utf8'))
  .join('\n')
const routes = /`routes\.conf`\n\n```\n([^]*?)```/.exec(readme)?.[1] ?? ''

test('the application of packages/router-core/README.md answers its routes', async () => {
  const { origin, stop } = await startReadmeApplication('packages/router-core')
  try {
    await expect((await fetch(`${origin}/user/`)).json()).resolves.toEqual(['/user/1', '/user/2'])
    await expect((await fetch(`${origin}/user/2`)).text()).resolves.toBe('Grace')
    await expect((await fetch(`${origin}/home`)).text()).resolves.toBe('The page home')
    const created = await fetch(`${origin}/user/add`, { method: 'POST', redirect: 'manual' })
    expect([created.status, created.headers.get('location')]).toEqual([303, '/user/'])
    const refused = await fetch(`${origin}/home`, { method: 'DELETE' })
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  } finally {
    await stop()
  }
})

test('the application of README.md answers its routes', async () => {
  const { origin, stop } = await startReadmeApplication('packages/router-core', 'README.md')
  try {
    await expect((await fetch(`${origin}/users`)).text()).resolves.toBe('<a href="/users/42">User 42</a>')
    await expect((await fetch(`${origin}/users/42`)).text()).resolves.toBe('User 42')
  } finally {
    await stop()
  }
})

// The left column of the table has lines of Play, the right column has lines of this router.
test.each(
  [...readFileSync('docs/from-play.md', 'utf8').matchAll(/^\|.*\| `((?:[A-Z*]+|->) .*)` \|$/gm)].map(
    ([, line = '']) => line,
  ),
)('the line %s of docs/from-play.md is a valid line', (line) => {
  const text = line.replace(/->(.*)admin\.conf/, '*$1module:crud')
  expect(Router.parse(text, { modules: { crud: 'GET /x a.b' } }).routes).toHaveLength(1)
})

test.each(
  [...readme.matchAll(/^Router\.reverse\((.*)\)\.url +\/\/ '(.*)'$/gm)].map(([, call = '', url = '']) => [
    call,
    url,
  ]),
)('Router.reverse(%s) of the documentation returns %s', (call, url) => {
  const [, action = '', args = '{}'] = /^(?:'([^']*)'|"[^"]*")(?:, (\{.*\}))?$/.exec(call) ?? []
  const name = action === '' ? call.slice(1, -1) : action
  const values = JSON.parse(args.replaceAll(/(\w+):/g, '"$1":').replaceAll("'", '"')) as Record<
    string,
    unknown
  >
  expect(Router.parse(routes).reverse(name, values).url).toBe(url)
})

test('the error in the documentation is the thrown error', () => {
  const [, shown = ''] = /RouteFileParsingException[^]*?\n```\n([^]*?)\n```/.exec(readme) ?? []
  expect(shown).not.toBe('')
  expect(() => Router.parse('# 1\n# 2\nGET       /user/{id          userController.showUser')).toThrow(shown)
})

test('match, forRequest and add work with the routes of the documentation', () => {
  const router = Router.parse(routes)
  expect(router.match({ method: 'GET', path: '/user/42' })?.args).toEqual({ id: '42' })
  expect(
    router.forRequest({ mountPath: '/shop', host: 'example.org' }).reverse('userController.listAll').url,
  ).toBe('/shop/user/')
  expect(
    router.add('GET', '/users/{id}/tab', 'userController.tab').reverse('userController.tab', { id: 1 }).url,
  ).toBe('/users/1/tab')
})

test('the server of docs/commonjs.md redirects to its page', async () => {
  const { origin, stop } = await startReadmeApplication('packages/router-core', 'docs/commonjs.md')
  try {
    const answer = await fetch(`${origin}/`)
    expect([answer.url, await answer.text()]).toEqual([`${origin}/user/42`, 'User 42'])
  } finally {
    await stop()
  }
})
