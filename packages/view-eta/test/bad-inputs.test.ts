import { expect, test } from '@jest/globals'
import { Router } from '@mvc-router/router-core'
import { RouterHandlerMapping, RouterModelAttribute } from '@mvc-router/router-core/express'
import { routePlugin } from '@mvc-router/view-eta'
import { Eta } from 'eta'
import express from 'express'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

// The template cases of fixtures/bad-inputs.json that need Eta. Other suites test shared cases.

const router = Router.parse('GET /u/{id} u.show\nGET /u u.list')
const eta = new Eta({ plugins: [routePlugin({ router })] })

test('template-009: a URL cannot end a script', () => {
  const template = '<script>var u="<% route "u.show", { id: it.x } %>"</script>'
  expect(eta.renderString(template, { x: '</script><script>alert(1)//' })).toBe(
    '<script>var u="/u/%3C%2Fscript%3E%3Cscript%3Ealert(1)%2F%2F"</script>',
  )
})

test.each(['settings', 'cache', '_locals', 'locals', 'a-b', ''])(
  'template-017: the attribute name %j is refused',
  (attributeName) => {
    expect(() => routePlugin({ router, attributeName })).toThrow(
      expect.objectContaining({ code: 'E_CONFIG' }),
    )
  },
)

test('template-021: a query parameter with the name of the model attribute does not hide the links', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'view-eta-'))
  await writeFile(join(folder, 'routes.conf'), 'GET /page/{id} pageController.show')
  await writeFile(
    join(folder, 'page.eta'),
    '<% route "pageController.show", { id: 2 } %> <%= it.route.isCurrent("pageController.*") %> <%= it.q %>',
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
  const pages = new Eta({ views: folder, plugins: [routePlugin({ router: mapping })] })
  app.engine('eta', (file, data, done) => {
    // oxlint-disable-next-line promise/no-callback-in-promise -- as the README shows it
    pages.renderAsync(relative(folder, file), data).then((html) => done(null, html), done)
  })
  app.set('view engine', 'eta').set('views', folder)
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
  expect(eta.renderString('<% route "u.show", { id: it.x } %>', { x: '<%= 7*7 %>' })).toBe(
    '/u/%3C%25%3D%207*7%20%25%3E',
  )
})

test('the attribute name "it" is refused, because Eta uses it for the data', () => {
  expect(() => routePlugin({ router, attributeName: 'it' })).toThrow(
    expect.objectContaining({
      option: 'attributeName',
      message: expect.stringContaining('"it" is where Eta keeps the data') as unknown,
    }),
  )
})

test('the functions of the plugin work without the configuration of Eta', () => {
  const plugin = routePlugin({ router })
  plugin.processTemplate('<b><% route "u.list" %>')
  const nodes = plugin.processAST(['<b>', { t: 'e', val: 'route "u.list"' }])
  expect(nodes).toEqual(['<b>', { t: 'i', val: '__routeUrl(it, options, 1, 7, "u.list"\n)' }])
  expect(plugin.processFnString('route')).toContain('__routeLink(it, options,')
})

test('routePlugin refuses an unknown option, and suggests the nearest name', () => {
  expect(() => routePlugin({ router, attributName: 'links' } as object)).toThrow(
    'did you mean attributeName?',
  )
})
