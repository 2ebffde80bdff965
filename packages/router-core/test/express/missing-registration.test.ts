import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { devTools, mvcRouter } from '@mvc-router/router-core/express'
import { routeEngine } from '@mvc-router/view-ejs'
import { routePlugin } from '@mvc-router/view-eta'
import { routeTag } from '@mvc-router/view-liquid'
import { RouteDirective } from '@mvc-router/view-nunjucks'
import ejs from 'ejs'
import { Eta } from 'eta'
import handlebars from 'handlebars'
import { Liquid } from 'liquidjs'
import nunjucks from 'nunjucks'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { closeAll, expressVersions, serve } from './serve.js'

type Render = (file: string, model: object, done: (error: unknown, html?: string) => void) => void

const pug = createRequire(import.meta.url)('pug') as { renderFile: (file: string, model: object) => string }
let views: string
beforeAll(() => void (views = mkdtempSync(join(tmpdir(), 'missing-registration-'))))
afterAll(() => rmSync(views, { recursive: true }))
afterEach(closeAll)

const render =
  (write: (file: string, model: object) => string): Render =>
  (file, model, done) => {
    let html: string
    try {
      html = write(file, model)
    } catch (error) {
      return done(error)
    }
    done(null, html)
  }

/** Engines as their own documentation sets them up, without the tags of this router. */
const engines: Readonly<Record<string, () => Render>> = {
  njk: () => {
    const environment = new nunjucks.Environment(new nunjucks.FileSystemLoader(views))
    return render((file, model) => environment.render(basename(file), model))
  },
  liquid: () => new Liquid({ root: views }).express() as Render,
  hbs: () => render((file, model) => handlebars.compile(readFileSync(file, 'utf8'))(model)),
  ejs: () => ejs.renderFile as Render,
  eta: () => {
    const eta = new Eta({ views })
    return render((file, model) => eta.render(basename(file), model))
  },
  pug: () => render((file, model) => pug.renderFile(file, model)),
}

describe.each(expressVersions)('the page for developers on %s', (_name, express) => {
  async function pageOf(name: string, text: string, attributeName = 'route'): Promise<string> {
    writeFileSync(join(views, name), text)
    const app = express()
    const pageController = {
      show: (_request: unknown, response: { render: (view: string) => void }): void => response.render(name),
    }
    const routes = await mvcRouter({
      routeFiles: () => 'GET /x pageController.show',
      controllers: { pageController },
      attributeName,
    })
    app.set('views', views)
    for (const [extension, engine] of Object.entries(engines)) app.engine(extension, engine())
    app.use(devTools({ mapping: routes.mapping }), routes)
    const server = await serve(app)
    const { body } = await server.ask('GET /x', { headers: { accept: 'text/html' } })
    return body
      .replaceAll('&#39;', "'")
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
  }

  test.each([
    ['tag.njk', '{% route "a.b" %}', "environment.addExtension('RouteDirective', new RouteDirective())"],
    ['tag.liquid', '{% route "a.b" %}', 'liquid.plugin(routeTag())'],
    ['helper.hbs', '{{route "a.b"}}', 'engine({ helpers: routeHelpers() })'],
    ['block.hbs', '{{#route "a.b" as |url|}}{{url}}{{/route}}', 'engine({ helpers: routeHelpers() })'],
    ['tag.ejs', '<% route "a.b" %>', "app.engine('ejs', routeEngine())"],
    ['tag.eta', '<% route "a.b" %>', 'new Eta({ plugins: [routePlugin()] })'],
  ])('the page for %s with %s shows the missing registration: %s', async (name, text, registration) => {
    const page = await pageOf(name, text, 'links')
    expect(page).toContain('does not know the links of templates')
    expect(page).toContain(`hint: register them: ${registration}`)
  })

  test.each([
    ['call.njk', '{{ route("a.b") }}', 'mvcRouter({ attributeName })'],
    ['call.ejs', '<%= route("a.b") %>', 'mvcRouter({ attributeName })'],
    ['call.eta', '<%= it.route("a.b") %>', 'mvcRouter({ attributeName })'],
    ['global.eta', '<%= route("a.b") %>', '<%= it.route(…) %>'],
    ['call.pug', 'a(href=route("a.b"))', 'mvcRouter({ attributeName })'],
  ])(
    'the page for %s with %s reports that the view has no attribute, with the hint %s',
    async (name, text, hint) => {
      const page = await pageOf(name, text, 'links')
      expect(page).toContain('The view has no attribute "route"')
      expect(page).toContain(hint)
    },
  )

  test.each([
    ['other.njk', '{% roundabout %}'],
    ['other.liquid', '{% routed %}'],
    ['other.hbs', '{{raute "a"}}'],
    ['other.ejs', '<% if ( %>'],
    ['other.eta', '<% if ( %>'],
    ['other.pug', 'a(href=router.nothing())'],
  ])('the page for %s with the mistake %s is that of Express', async (name, text) => {
    const page = await pageOf(name, text)
    expect(page).not.toContain('ConfigurationException')
    expect(page).toMatch(/<pre>/)
  })
})

test.each([
  ['routeEngine', routeEngine],
  ['routePlugin', routePlugin],
  ['routeTag', routeTag],
  ['RouteDirective', (options: object) => new RouteDirective(options)],
  ['devTools', devTools],
] as [string, (options: object) => unknown][])(
  '%s throws if it gets a router instead of options, and shows the expected call',
  async (name, register) => {
    const routes = await mvcRouter({ routeFiles: () => 'GET /x 204' })
    for (const router of [routes, routes.mapping, routes.router])
      expect(() => register(router)).toThrow(
        new RegExp(`^${name} takes options, and got a router; write ${name}\\(\\{ (router|mapping) \\}\\)$`),
      )
  },
)
