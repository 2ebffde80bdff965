import { expect, test } from '@jest/globals'
import { Router } from '@mvc-router/router-core'
import { createModelAttribute } from '@mvc-router/router-core/templates'
import { registerRoute } from '@mvc-router/view-handlebars'
import Handlebars from 'handlebars'
import { readLink } from '@mvc-router/link-conformance'

// The template cases of fixtures/bad-inputs.json that need Handlebars. `describeHostileConformance` has the cases of every engine.

const router = Router.parse('GET /u/{id} u.show\nGET /u u.list')
const handlebars = Handlebars.create()
registerRoute(handlebars, router)

test('template-003: a browser reads the same URL that the router built', () => {
  const html = handlebars.compile('<a href="{{route "u.show" id=x q=y}}">link</a>')({ x: '1', y: 'a&b=c' })
  expect(readLink(html, 'double-quoted')).toBe('/u/1?q=a%26b%3Dc')
})

test('template-004: a URL in three braces contains no quotation marks', () => {
  expect(handlebars.compile('{{{route "u.show" id=x}}}')({ x: '"><img onerror=1>' })).toBe(
    '/u/%22%3E%3Cimg%20onerror%3D1%3E',
  )
})

test('template-005: the model attribute works without the helper', () => {
  const route = createModelAttribute(router)
  expect(Handlebars.compile('{{route.reverse "u.show" id=1}}')({ route })).toBe('/u/1')
})
