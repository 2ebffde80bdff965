import { startReadmeApplication } from '@mvc-router/link-conformance'
import { Router } from '@mvc-router/router-core'
import { expect, test } from '@jest/globals'
import { readFileSync } from 'node:fs'

const readme = readFileSync('packages/router-core/README.md', 'utf8')
const routes = /`routes\.conf`\n\n```\n([^]*?)```/.exec(readme)?.[1] ?? ''

test('the application of the README serves', async () => {
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

test.each(
  [...readme.matchAll(/^\| `((?:GET|\*|WS|->|\+).*?)` \|/gm)].map(([, line = '']) =>
    line.replace('\\|', '|'),
  ),
)('the line %s of the README is one of a route file', (line) => {
  const text = line.startsWith('+')
    ? `${line}\nGET /x a.b`
    : line.startsWith('->')
      ? line.replace('->', '*').replace('admin.conf', 'module:admin')
      : line
  expect(Router.parse(text, { modules: { admin: 'GET /x a.b' } }).routes).toHaveLength(1)
})

test.each(
  [...readme.matchAll(/^Router\.reverse\((.*)\)\.url +\/\/ '(.*)'$/gm)].map(([, call = '', url = '']) => [
    call,
    url,
  ]),
)('Router.reverse(%s) of the README gives %s', (call, url) => {
  const [, action = '', args = '{}'] = /^(?:'([^']*)'|"[^"]*")(?:, (\{.*\}))?$/.exec(call) ?? []
  const name = action === '' ? call.slice(1, -1) : action
  const values = JSON.parse(args.replaceAll(/(\w+):/g, '"$1":').replaceAll("'", '"')) as Record<
    string,
    unknown
  >
  expect(Router.parse(routes).reverse(name, values).url).toBe(url)
})

test('the error of the README is what is thrown', () => {
  const [, shown = ''] = /actions among them:\n\n```\n([^]*?)\n```/.exec(readme) ?? []
  expect(() => Router.parse('# 1\n# 2\nGET       /user/{id          userController.showUser')).toThrow(shown)
})

test('the example without Express works', () => {
  const router = Router.parse(routes)
  expect(router.match({ method: 'GET', path: '/user/42' })?.args).toEqual({ id: '42' })
  expect(
    router.forRequest({ mountPath: '/shop', host: 'example.org' }).reverse('userController.listAll').url,
  ).toBe('/shop/user/')
  expect(
    router.add('GET', '/users/:id{/:tab}', 'userController.tab').reverse('userController.tab', { id: 1 }).url,
  ).toBe('/users/1')
})

test('the server of docs/commonjs.md serves', async () => {
  const { origin, stop } = await startReadmeApplication('packages/router-core', 'docs/commonjs.md')
  try {
    const answer = await fetch(`${origin}/`)
    expect([answer.url, await answer.text()]).toEqual([`${origin}/user/42`, 'User 42'])
  } finally {
    await stop()
  }
})
