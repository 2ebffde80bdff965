import {
  describeHostileConformance,
  describeLinkConformance,
  describePageConformance,
  describeSignedConformance,
  linkPlaces,
  type LinkTemplate,
} from '@mvc-router/link-conformance'
import { Router } from '@mvc-router/router-core'
import { registerRoute, routeHelpers } from '@mvc-router/view-handlebars'
import { engine } from 'express-handlebars'
import Handlebars from 'handlebars'

/** Arguments such as `"userController.showUser" id=args.id`. */
function linkArguments({ action, form, names }: LinkTemplate): string {
  const args = form === 'object' ? ['args'] : names.map((name) => `${name}=args.${name}`)
  return [`"${action}"`, ...args].join(' ')
}

describeLinkConformance({
  name: 'handlebars',
  start(router) {
    const handlebars = Handlebars.create()
    registerRoute(handlebars, router)
    return (template) =>
      handlebars.compile(linkPlaces[template.place](`{{route ${linkArguments(template)}}}`))
  },
})

describeLinkConformance({
  name: 'handlebars as a block in a partial, with strict and knownHelpersOnly',
  runs: 1000,
  start(router) {
    const handlebars = Handlebars.create()
    const options = { strict: true, knownHelpers: { route: true }, knownHelpersOnly: true }
    return (template) => {
      const partial = `{{#route ${linkArguments(template)} as |url|}}${linkPlaces[template.place]('{{url}}')}{{/route}}`
      handlebars.registerPartial('link', handlebars.compile(partial, { ...options, strict: false }))
      const page = handlebars.compile('{{> link args=args}}', options)
      const partials = { ...handlebars.partials }
      return (data) => page(data, { helpers: routeHelpers(router), partials })
    }
  },
})

describeLinkConformance({
  name: 'handlebars with only the model attribute',
  runs: 1000,
  needsModelAttribute: true,
  start: () => (template) =>
    Handlebars.compile(linkPlaces[template.place](`{{route.reverse ${linkArguments(template)}}}`)),
})

describePageConformance({
  name: 'handlebars',
  start(router) {
    const handlebars = Handlebars.create()
    registerRoute(handlebars, router)
    return handlebars.compile('<a href="{{routeWith page=args.page q=null}}">link</a>')
  },
})

describeSignedConformance({
  name: 'handlebars',
  start(router) {
    const handlebars = Handlebars.create()
    registerRoute(handlebars, router)
    return handlebars.compile('<a href="{{route.signed "mail.stop" id=args.id}}">link</a>')
  },
})

describeHostileConformance({
  name: 'handlebars',
  link: '{{route "u.show" id=x}}',
  code: '{{lookup "seven.." "length"}}',
  configure: ({ router, ...options }) => routeHelpers(router ?? Router.parse('GET / u.home'), options),
  render(router, template, data) {
    const handlebars = Handlebars.create()
    registerRoute(handlebars, router)
    return handlebars.compile(template)(data)
  },
  page: {
    file: 'page.handlebars',
    text: '{{route "page.show" id=2}} {{q}}',
    serve(app, mapping) {
      // oxlint-disable-next-line typescript/no-misused-promises -- the engine also calls its callback
      app.engine('handlebars', engine({ defaultLayout: false, helpers: routeHelpers(mapping) }))
    },
  },
})
