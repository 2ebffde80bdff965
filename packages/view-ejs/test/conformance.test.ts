import {
  describeHostileConformance,
  describeLinkConformance,
  describePageConformance,
  describeSignedConformance,
  linkPlaces,
  type LinkEngine,
  type LinkTemplate,
} from '@mvc-router/link-conformance'
import { routeEngine } from '@mvc-router/view-ejs'
import { ejsVersions, type EjsVersion } from './ejs-versions.js'

/** Attributes such as `action="userController.showUser" id="<%= args.id %>"`. */
function tagAttributes({ action, names }: LinkTemplate): string {
  const parameters = names.map((name) => `${name}="<%= args.${name} %>"`)
  return [`action="${action}"`, ...parameters].join(' ')
}

/** Arguments such as `"userController.showUser", { id: args.id }`. */
function callArguments({ action, form, names }: LinkTemplate): string {
  const named = names.map((name) => `${name}: args.${name}`).join(', ')
  return `${JSON.stringify(action)}, ${form === 'object' ? 'args' : `{ ${named} }`}`
}

function ejsEngine(
  { version, ejs }: EjsVersion,
  variant: string,
  write: (template: LinkTemplate) => string,
  facts: Partial<LinkEngine>,
): LinkEngine {
  return {
    name: `EJS ${version}, ${variant}`,
    forms: ['named'],
    ...facts,
    start(router) {
      const engine = routeEngine({ router, ejs, options: { async: true } })
      return (template) => {
        const source = `<%@ taglib prefix="route" uri="/mvc-router" %><% await wait() %>${write(template)}`
        const render = engine.compile(source)
        return async (data) => render(data)
      }
    },
  }
}

// Tests the first and the last version; `npm run test:all` tests each major version.
const versions = process.env['TEST_ALL'] === '1' ? ejsVersions : [ejsVersions[0], ejsVersions.at(-1)]

for (const ejsVersion of versions as typeof ejsVersions) {
  const runs = ejsVersion.version.startsWith('7.') ? 10_000 : 500
  const reverse = (template: LinkTemplate) =>
    linkPlaces[template.place](`<route:reverse ${tagAttributes(template)}/>`)
  const link = (template: LinkTemplate) => `<route:link ${tagAttributes(template)}>link</route:link>`
  const attribute = (template: LinkTemplate) =>
    linkPlaces[template.place](`<%= route(${callArguments(template)}) %>`)
  describeLinkConformance(ejsEngine(ejsVersion, '<route:reverse>', reverse, { runs }))
  describeLinkConformance(
    ejsEngine(ejsVersion, '<route:link>', link, { runs: 200, places: ['double-quoted'] }),
  )
  describeLinkConformance(
    ejsEngine(ejsVersion, 'the model attribute', attribute, {
      runs: 200,
      needsModelAttribute: true,
      forms: ['named', 'object'],
    }),
  )
}

for (const { version, ejs } of versions as typeof ejsVersions) {
  describePageConformance({
    name: `EJS ${version}`,
    start(router) {
      const source = `<%@ taglib prefix="route" uri="/mvc-router" %><a href="<route:with page="<%= args.page %>" q="<%= null %>"/>">link</a>`
      const render = routeEngine({ router, ejs }).compile(source)
      return async (data) => render(data)
    },
  })
}

describeSignedConformance({
  name: 'EJS',
  start(router) {
    const source = `<a href="<%= route.signed('mail.stop', { id: args.id }) %>">link</a>`
    const render = routeEngine({ router }).compile(source)
    return async (data) => render(data)
  },
})

describeHostileConformance({
  name: 'EJS',
  link: '<route:reverse action="u.show" id="<%= x %>"/>',
  code: '<%= 3+4 %>',
  configure: routeEngine,
  render(router, template, data) {
    return routeEngine({ router }).compile(`<%@ taglib prefix="route" uri="/mvc-router" %>${template}`)(data)
  },
  page: {
    file: 'page.ejs',
    text: '<%@ taglib prefix="route" uri="/mvc-router" %><route:reverse action="page.show" id="2"/> <%= q %>',
    serve: (app, mapping) => void app.engine('ejs', routeEngine({ router: mapping })),
  },
})
