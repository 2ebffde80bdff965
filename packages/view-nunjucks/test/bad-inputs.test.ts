import { expect, test } from '@jest/globals'
import { Router } from '@mvc-router/router-core'
import { createModelAttribute } from '@mvc-router/router-core/templates'
import { RouteDirective } from '@mvc-router/view-nunjucks'
import nunjucks from 'nunjucks'

// The template cases of fixtures/bad-inputs.json that need nunjucks. `describeHostileConformance` has the cases of every engine.

const router = Router.parse('GET /u/{id} u.show\nGET /u u.list')
const env = new nunjucks.Environment(null)
env.addExtension('RouteDirective', new RouteDirective({ router }))

test('template-001: a hostile argument of the model attribute is encoded', () => {
  const template = '<a href="{{ route.reverse("u.show",{id:x}) }}">'
  const html = env.renderString(template, { x: '"><script>', route: createModelAttribute(router) })
  expect(html).toBe('<a href="/u/%22%3E%3Cscript%3E">')
})

test('template-002: & is written &amp; exactly once', () => {
  expect(env.renderString('{% route "u.list", q=x, r=1 %}', { x: 'a&b=1' })).toBe('/u?q=a%26b%3D1&amp;r=1')
})

test('template-026: an action without quotes is an expression, and the error suggests quotes', () => {
  expect(env.renderString('{% route u.show, id=1 %}', { u: { show: 'u.show' } })).toBe('/u/1')
  expect(() => env.renderString('{% route u.show, id=1 %}', {})).toThrow(
    'Write route "u.show" to name the action',
  )
})
