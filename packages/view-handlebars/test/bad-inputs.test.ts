import { expect, test } from '@jest/globals'
import { Router } from '@mvc-router/router-core'
import { createModelAttribute } from '@mvc-router/router-core/templates'
import { RouterHandlerMapping, RouterModelAttribute } from '@mvc-router/router-core/express'
import { registerRoute, routeHelpers } from '@mvc-router/view-handlebars'
import express from 'express'
import { engine } from 'express-handlebars'
import Handlebars from 'handlebars'
import { readLink } from '@mvc-router/link-conformance'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// The template cases of fixtures/bad-inputs.json that need Handlebars. Other suites test shared cases.

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

test('template-009: a URL cannot end a script', () => {
  const template = handlebars.compile('<script>var u="{{route "u.show" id=x}}"</script>')
  expect(template({ x: '</script><script>alert(1)//' })).toBe(
    '<script>var u="/u/%3C%2Fscript%3E%3Cscript%3Ealert(1)%2F%2F"</script>',
  )
})

test.each(['settings', 'cache', '_locals', 'locals', 'a-b', ''])(
  'template-017: the attribute name %j is refused',
  (attributeName) => {
    expect(() => routeHelpers(router, { attributeName })).toThrow(
      expect.objectContaining({ code: 'E_CONFIG' }),
    )
  },
)

test('template-021: a query parameter with the name of the model attribute does not hide the links', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'view-handlebars-'))
  await writeFile(join(folder, 'routes.conf'), 'GET /page/{id} pageController.show')
  await writeFile(
    join(folder, 'page.handlebars'),
    '{{route "pageController.show" id=2}} {{isRoute "pageController.*"}} {{q}}',
  )
  const pageController = {
    show: (req: express.Request, res: express.Response) => res.render('page', req.query),
  }
  const mapping = new RouterHandlerMapping({
    routeFiles: [join(folder, 'routes.conf')],
    controllers: { pageController },
    onWarning: () => {},
  })
  await mapping.load()
  const app = express()
  // oxlint-disable-next-line typescript/no-misused-promises -- the engine also calls its callback
  app.engine('handlebars', engine({ defaultLayout: false, helpers: routeHelpers(mapping) }))
  app.set('view engine', 'handlebars').set('views', folder)
  app.use('/shop', new RouterModelAttribute({ mapping }).middleware, mapping.middleware)
  const server = app.listen(0)
  try {
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const page = await fetch(`http://127.0.0.1:${port}/shop/page/1?route=x&q=5`)
    await expect(page.text()).resolves.toBe('/shop/page/2 true 5')
  } finally {
    server.close()
    await rm(folder, { recursive: true })
  }
})

test('template-027: arguments are never templates', () => {
  expect(handlebars.compile('{{route "u.show" id=x}}')({ x: '{{7}}' })).toBe('/u/%7B%7B7%7D%7D')
})
