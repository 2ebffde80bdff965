import { expect, test } from '@jest/globals'
import { Router, type ActionDefinition } from '@mvc-router/router-core'
import { formTarget, pageForm } from '@mvc-router/router-core/templates'

function definition(method: string, args: Record<string, unknown> = {}): ActionDefinition {
  return Router.parse(`${method} /user user.save`).reverse('user.save', args)
}

test('a GET form has its query in hidden fields, because browsers drop the query of the action URL', () => {
  expect(formTarget(definition('GET', { a: ['x&y', 2], lang: 'e n' }))).toEqual({
    url: '/user',
    method: 'get',
    fields: [
      ['a', 'x&y'],
      ['a', '2'],
      ['lang', 'e n'],
    ],
  })
})

test('a GET form without a query has no fields', () => {
  expect(formTarget(definition('GET'))).toEqual({ url: '/user', method: 'get', fields: [] })
})

test('a POST form keeps the query in its action', () => {
  expect(formTarget(definition('POST', { a: 1 }))).toEqual({
    url: '/user?a=1',
    method: 'post',
    fields: [],
  })
})

test.each(['PUT', 'PATCH', 'DELETE'])(
  'a form for %s is posted with the method override in the query and in a field',
  (method) => {
    expect(formTarget(definition(method))).toEqual({
      url: `/user?X-HTTP-Method-Override=${method}`,
      method: 'post',
      fields: [['X-HTTP-Method-Override', method]],
    })
    expect(formTarget(definition(method, { a: 1 })).url).toBe(`/user?a=1&X-HTTP-Method-Override=${method}`)
  },
)

test('a fragment comes after the query of a form, and is not a field', () => {
  const withRef = (method: string) => formTarget(definition(method, { a: 1 }).addRef('top'))
  expect(withRef('GET')).toEqual({ url: '/user#top', method: 'get', fields: [['a', '1']] })
  expect(withRef('PUT').url).toBe('/user?a=1&X-HTTP-Method-Override=PUT#top')
})

test('a form can choose a method that its route accepts', () => {
  const login = definition('GET|POST')
  expect(formTarget(login).method).toBe('get')
  expect(formTarget(login, 'post').method).toBe('post')
  expect(() => formTarget(login, 'put')).toThrow('The route of "user.save" accepts GET|POST, not PUT')
})

test('the form of a route with * uses GET by default', () => {
  expect(formTarget(definition('*')).method).toBe('get')
  expect(formTarget(definition('*'), 'delete').url).toBe('/user?X-HTTP-Method-Override=DELETE')
})

test('a form with the method null gets the method of the route', () => {
  expect(formTarget(definition('POST'), null).method).toBe('post')
})

test('a method that no form can send is an error', () => {
  expect(() => formTarget(definition('OPTIONS'))).toThrow('A form cannot send OPTIONS')
})

test('the error of a form names the action if the route does not accept the method of the form', () => {
  const facts = expect.objectContaining({
    code: 'E_REVERSE_NO_ROUTE',
    action: 'user.save',
  }) as unknown as Error
  expect(() => formTarget(definition('GET'), 'post')).toThrow(facts)
  expect(() => formTarget(definition('HEAD'))).toThrow(facts)
})

test('an argument with the name of the method override does not change the method of a form', () => {
  const hostile = { page: 2, 'x-http-method-override': 'PUT' }
  const field = ['X-HTTP-Method-Override', 'DELETE']
  expect(formTarget(definition('DELETE', hostile))).toEqual({
    url: '/user?page=2&X-HTTP-Method-Override=DELETE',
    method: 'post',
    fields: [field],
  })
  expect(formTarget(definition('DELETE', { 'X-HTTP-Method-Override': 'PUT' })).url).toBe(
    '/user?X-HTTP-Method-Override=DELETE',
  )
  expect(formTarget(definition('POST', hostile)).url).toBe('/user?page=2')
  expect(formTarget(definition('POST', { 'X-HTTP-Method-Override': 'PUT' })).url).toBe('/user')
  expect(formTarget(definition('GET', hostile)).fields).toEqual([['page', '2']])
})

test('pageForm removes a method override from the URL, even if the name of the override has escapes', () => {
  const router = Router.parse('GET /page page.show\nPOST /page page.save\nDELETE /page page.drop', {
    methodOverride: 'post',
  })
  for (const key of ['X-HTTP-Method-Overrid%65', 'x%2Dhttp-method-override', '%58-HTTP-METHOD-OVERRIDE']) {
    const hostile = `/page?a=x-http-method-override&${key}=DELETE&b=1`
    expect(router.match({ method: 'POST', path: hostile })?.action).toBe('page.drop')
    const { url } = pageForm(hostile, 'POST')
    expect(url).toBe('/page?a=x-http-method-override&b=1')
    expect(router.match({ method: 'POST', path: url })?.action).toBe('page.save')
  }
})
