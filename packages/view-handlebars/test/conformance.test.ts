import {
  describeLinkConformance,
  describePageConformance,
  describeSignedConformance,
  type LinkPlace,
  type LinkTemplate,
} from '@mvc-router/link-conformance'
import { registerRoute, routeHelpers } from '@mvc-router/view-handlebars'
import Handlebars from 'handlebars'

const linkPlaces: Record<LinkPlace, (link: string) => string> = {
  text: (link) => `<p>${link}</p>`,
  'double-quoted': (link) => `<a href="${link}">link</a>`,
  'single-quoted': (link) => `<a href='${link}'>link</a>`,
  unquoted: (link) => `<a href=${link}>link</a>`,
}

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
