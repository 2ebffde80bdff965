import { describeTextConformance } from '@mvc-router/link-conformance'
import { registerRoute } from '@mvc-router/view-handlebars'
import Handlebars from 'handlebars'

/** Helpers as applications write them. */
const helpers: Readonly<Record<string, (link: string) => unknown>> = {
  upper: (link) => link.toUpperCase(),
  cdn: (link) => (link.startsWith('/') ? `https://cdn.example${link}` : link),
  first: (link) => link[0],
  length: (link) => link.length,
  encode: (link) => encodeURIComponent(link),
  json: (link) => JSON.stringify(link),
  parts: (link) => link.split('/').join('|'),
  top: (link) => `${link}#top`,
  added: (link) => link + '#top', // oxlint-disable-line prefer-template -- it calls valueOf
  words: (link) => link.match(/\w+/g)?.length,
  safe: (link) => new Handlebars.SafeString(link),
}

describeTextConformance({
  name: 'handlebars',
  links: {
    'a block parameter': (template) => `{{#route "shop.item" args as |link|}}${template}{{/route}}`,
    'a subexpression': (template) => template.replace('link', '(route "shop.item" args)'),
  },
  uses: Object.keys(helpers).map((name) => `{{${name} link}}`),
  compile(template, router) {
    const handlebars = Handlebars.create()
    registerRoute(handlebars, router)
    handlebars.registerHelper(helpers)
    const page = handlebars.compile(template)
    return (data) => page(data)
  },
})
