import { expect, test } from '@jest/globals'
import { Router } from '@mvc-router/router-core'
import { createModelAttribute } from '@mvc-router/router-core/templates'
import { RouterHandlerMapping, RouterModelAttribute } from '@mvc-router/router-core/express'
import { RouteDirective } from '@mvc-router/view-nunjucks'
import express from 'express'
import nunjucks from 'nunjucks'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// The template cases of fixtures/bad-inputs.json that need nunjucks. Other suites test shared cases.

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

test('template-009: a URL cannot end a script', () => {
  const html = env.renderString('<script>var u="{% route "u.show", id=x %}"</script>', {
    x: '</script><script>alert(1)//',
  })
  expect(html).toBe('<script>var u="/u/%3C%2Fscript%3E%3Cscript%3Ealert(1)%2F%2F"</script>')
})

test.each(['settings', 'cache', '_locals', 'locals', 'a-b', '', '1a', 'a.b'])(
  'template-017, template-019: the attribute name %j is refused',
  (attributeName) => {
    expect(() => new RouteDirective({ router, attributeName })).toThrow(
      expect.objectContaining({ code: 'E_CONFIG' }),
    )
  },
)

test('template-021: a query parameter with the name of the model attribute does not hide the links', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'view-nunjucks-'))
  await writeFile(join(folder, 'routes.conf'), 'GET /page/{id} pageController.show')
  await writeFile(join(folder, 'page.njk'), '{% route "pageController.show", id=2 %} {{ q }}')
  const pageController = {
    show: (req: express.Request, res: express.Response) => res.render('page.njk', req.query),
  }
  const mapping = new RouterHandlerMapping({
    routeFiles: [join(folder, 'routes.conf')],
    controllers: { pageController },
    onWarning: () => {},
  })
  await mapping.load()
  const app = express()
  nunjucks
    .configure(folder, { express: app })
    .addExtension('RouteDirective', new RouteDirective({ router: mapping }))
  app.use('/shop', new RouterModelAttribute({ mapping }).middleware, mapping.middleware)
  const server = app.listen(0)
  try {
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const page = await fetch(`http://127.0.0.1:${port}/shop/page/1?route=x&q=5`)
    await expect(page.text()).resolves.toBe('/shop/page/2 5')
  } finally {
    server.close()
    await rm(folder, { recursive: true })
  }
})

test('template-026: an action without quotes is an expression, and the error suggests quotes', () => {
  expect(env.renderString('{% route u.show, id=1 %}', { u: { show: 'u.show' } })).toBe('/u/1')
  expect(() => env.renderString('{% route u.show, id=1 %}', {})).toThrow(
    'Write route "u.show" to name the action',
  )
})

test('template-027: arguments are never templates', () => {
  expect(env.renderString('{% route "u.show", id=x %}', { x: '{{7*7}}{% raw %}' })).toBe(
    '/u/%7B%7B7*7%7D%7D%7B%25%20raw%20%25%7D',
  )
})

test('RouteDirective refuses an unknown option, and suggests the nearest name', () => {
  expect(() => new RouteDirective({ router, attributName: 'links' } as object)).toThrow(
    'did you mean attributeName?',
  )
})
