import {
  describeHostileConformance,
  describePageConformance,
  describeSignedConformance,
  describeLinkConformance,
  linkPlaces,
  type LinkEngine,
  type LinkTemplate,
} from '@mvc-router/link-conformance'
import { type RoutePlugin, routePlugin } from '@mvc-router/view-eta'
import { Eta } from 'eta'
import { Eta as Eta3 } from 'eta3'
import { Eta as Eta40 } from 'eta4.0'
import { relative } from 'node:path'

/** Arguments such as `"userController.showUser", { id: it.args.id }`. */
function linkArguments({ action, form, names }: LinkTemplate): string {
  const named = names.map((name) => `${name}: it.args.${name}`).join(', ')
  return `${JSON.stringify(action)}, ${form === 'object' ? 'it.args' : `{ ${named} }`}`
}

type AsyncRender = (data: object) => Promise<string>

const compilers: Record<string, (plugin: RoutePlugin, source: string) => AsyncRender> = {
  'Eta 4': (plugin, source) => {
    const eta = new Eta({ plugins: [plugin] })
    const render = eta.compile(source, { async: true })
    return (data) => eta.renderAsync(render, data)
  },
  'Eta 4.0': (plugin, source) => {
    const eta = new Eta40({ plugins: [plugin] })
    const render = eta.compile(source, { async: true })
    return (data) => eta.renderAsync(render, data)
  },
  'Eta 3': (plugin, source) => {
    const eta = new Eta3({ plugins: [plugin] })
    const render = eta.compile(source, { async: true })
    return (data) => eta.renderAsync(render, data)
  },
}

function conformingEngine(
  version: string,
  writeLink: (linkArguments: string) => string,
  runs = 1000,
): LinkEngine {
  return {
    name: `${version} as ${writeLink('...')}`,
    runs,
    needsModelAttribute: writeLink('').includes('it.route'),
    start(router) {
      const plugin = routePlugin({ router })
      return (template) => {
        const link = linkPlaces[template.place](writeLink(linkArguments(template)))
        const render = compilers[version]?.(plugin, `<% await it.wait() %>${link}`)
        if (render === undefined) throw new Error(`Not a version: ${version}`)
        return render
      }
    },
  }
}

describeLinkConformance(conformingEngine('Eta 4', (args) => `<% route ${args} %>`, 10_000))
describeLinkConformance(conformingEngine('Eta 4', (args) => `<%= route(${args}) %>`))
describeLinkConformance(conformingEngine('Eta 4', (args) => `<%= it.route(${args}) %>`))
describeLinkConformance(conformingEngine('Eta 4.0', (args) => `<% route ${args} %>`))
describeLinkConformance(conformingEngine('Eta 3', (args) => `<% route ${args} %>`))

describePageConformance({
  name: 'Eta',
  start(router) {
    const eta = new Eta({ plugins: [routePlugin({ router })] })
    const page = eta.compile('<a href="<%= route.with({ page: it.args.page, q: null }) %>">link</a>')
    return (data) => eta.render(page, data)
  },
})

describeSignedConformance({
  name: 'Eta',
  start(router) {
    const eta = new Eta({ plugins: [routePlugin({ router })] })
    const page = eta.compile(`<a href="<%= route.signed('mail.stop', { id: it.args.id }) %>">link</a>`)
    return (data) => eta.render(page, data)
  },
})

describeHostileConformance({
  name: 'Eta',
  link: '<% route "u.show", { id: it.x } %>',
  code: '<%= 3+4 %>',
  configure: routePlugin,
  render: (router, template, data) =>
    new Eta({ plugins: [routePlugin({ router })] }).renderString(template, data),
  page: {
    file: 'page.eta',
    text: '<% route "page.show", { id: 2 } %> <%= it.q %>',
    serve(app, mapping, views) {
      const eta = new Eta({ views, plugins: [routePlugin({ router: mapping })] })
      app.engine('eta', (file, data, done) => {
        // oxlint-disable-next-line promise/no-callback-in-promise -- as the README shows it
        eta.renderAsync(relative(views, file), data).then((html) => done(null, html), done)
      })
    },
  },
})
