import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startReadmeApplication, type ReadmeApplication } from '@mvc-router/link-conformance'
import { Router } from '@mvc-router/router-core'
import { createModelAttribute } from '@mvc-router/router-core/templates'
import pug from 'pug'

let application: ReadmeApplication
beforeAll(async () => {
  application = await startReadmeApplication('examples/recipes', 'packages/router-core/docs/pug.md')
})
afterAll(async () => application?.stop())

test('the pages of the recipe link, and its forms reach their actions', async () => {
  const { origin } = application
  const page = await (await fetch(`${origin}/user/`)).text()
  expect(page).toContain('<a href="/user/" aria-current="page">All</a>')
  expect(page).toContain('<a href="/user/1">Ada</a>')
  expect(page).toContain('<form action="/user/1?X-HTTP-Method-Override=DELETE" method="post">')
  expect(page).toContain('to a friend: /user/?page=2&amp;sort=name<')
  expect(await (await fetch(`${origin}/user/2`)).text()).toBe('User 2')

  const deleted = await fetch(`${origin}/user/1?X-HTTP-Method-Override=DELETE`, {
    method: 'POST',
    redirect: 'manual',
  })
  expect([deleted.status, deleted.headers.get('location')]).toEqual([303, '/user/'])
  expect(await (await fetch(`${origin}/user/`)).text()).not.toContain('Ada')
})

test('a mail is given a model attribute', () => {
  const router = Router.parse('GET /user/{id} userController.showUser', { baseUrl: 'https://example.org' })
  const mail = "a(href=route('userController.showUser', { id, tab: 'a&b' }).absolute()) You"
  expect(pug.render(mail, { route: createModelAttribute(router), id: 5 })).toBe(
    '<a href="https://example.org/user/5?tab=a%26b">You</a>',
  )
})
