import { expect, test } from '@jest/globals'
import { formTarget, type ActionDefinition } from '@mvc-router/router-core'

function definition(method: string, url: string, methods: readonly string[] = [method]): ActionDefinition {
  const route = { method: methods.join('|'), methods }
  // The three properties that a form asks for; the real ones come from reversing.
  return { url, method, star: method === '*', action: 'user.save', route } as unknown as ActionDefinition
}

test('a GET form carries the query in hidden fields, because browsers drop the query of its action', () => {
  expect(formTarget(definition('GET', '/search?a=x%26y&a=2&lang=e+n'))).toEqual({
    url: '/search',
    method: 'get',
    fields: [
      ['a', 'x&y'],
      ['a', '2'],
      ['lang', 'e n'],
    ],
  })
})

test('a POST form keeps the query in its action', () => {
  expect(formTarget(definition('POST', '/user?a=1'))).toEqual({
    url: '/user?a=1',
    method: 'post',
    fields: [],
  })
})

test.each(['PUT', 'PATCH', 'DELETE'])(
  '%s is posted with the method override in the query and in a field',
  (method) => {
    expect(formTarget(definition(method, '/user/5'))).toEqual({
      url: `/user/5?X-HTTP-Method-Override=${method}`,
      method: 'post',
      fields: [['X-HTTP-Method-Override', method]],
    })
    expect(formTarget(definition(method, '/user/5?a=1')).url).toBe(
      `/user/5?a=1&X-HTTP-Method-Override=${method}`,
    )
  },
)

test('a route of several methods lets the form choose', () => {
  const login = definition('GET', '/login', ['GET', 'POST'])
  expect(formTarget(login).method).toBe('get')
  expect(formTarget(login, 'post').method).toBe('post')
  expect(() => formTarget(login, 'put')).toThrow('The route of "user.save" accepts GET|POST, not PUT')
})

test('a method that no form can send is an error', () => {
  expect(() => formTarget(definition('OPTIONS', '/user'))).toThrow('A form cannot send OPTIONS')
})
