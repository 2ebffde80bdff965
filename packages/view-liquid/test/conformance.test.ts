import {
  describeHostileConformance,
  describeLinkConformance,
  describePageConformance,
  describeSignedConformance,
  linkPlaces,
  type LinkTemplate,
} from '@mvc-router/link-conformance'
import { routeTag } from '@mvc-router/view-liquid'
import { Liquid } from 'liquidjs'

/** Arguments such as `"userController.showUser", id: args.id`. */
function linkArguments({ action, form, names }: LinkTemplate): string {
  const args = form === 'object' ? ['args'] : names.map((name) => `${name}: args.${name}`)
  return [`"${action}"`, ...args].join(', ')
}

describeLinkConformance({
  name: 'liquid',
  start(router) {
    const liquid = new Liquid()
    liquid.plugin(routeTag({ router }))
    return (template) => {
      const page = liquid.parse(linkPlaces[template.place](`{% route ${linkArguments(template)} %}`))
      return (data) => liquid.renderSync(page, data) as string
    }
  },
})

describeLinkConformance({
  name: 'liquid with outputEscape, through a variable and a partial',
  runs: 1000,
  start(router) {
    return (template) => {
      const liquid = new Liquid({
        outputEscape: 'escape',
        templates: { link: linkPlaces[template.place]('{{ url | raw }}') },
      })
      liquid.plugin(routeTag({ router }))
      const page = liquid.parse(
        `{% capture url %}{% route ${linkArguments(template)} %}{% endcapture %}{% include "link" %}`,
      )
      return (data) => liquid.render(page, data) as Promise<string>
    }
  },
})

describePageConformance({
  name: 'liquid',
  start(router) {
    const liquid = new Liquid()
    liquid.plugin(routeTag({ router }))
    const page = liquid.parse('<a href="{% routeWith page: args.page, q: nil %}">link</a>')
    return (data) => liquid.renderSync(page, data) as string
  },
})

describeSignedConformance({
  name: 'liquid',
  start(router) {
    const liquid = new Liquid()
    liquid.plugin(routeTag({ router }))
    const page = liquid.parse('<a href="{% routeSigned "mail.stop", id: args.id %}">link</a>')
    return (data) => liquid.renderSync(page, data) as string
  },
})

describeHostileConformance({
  name: 'liquid',
  link: '{% route "u.show", id: x %}',
  code: '{{ 3 | plus: 4 }}',
  configure: routeTag,
  render(router, template, data) {
    const liquid = new Liquid()
    liquid.plugin(routeTag({ router }))
    return liquid.parseAndRenderSync(template, data) as string
  },
  page: {
    file: 'page.liquid',
    text: '{% route "page.show", id: 2 %} {{ q }}',
    serve(app, mapping) {
      const liquid = new Liquid()
      liquid.plugin(routeTag({ router: mapping }))
      app.engine('liquid', liquid.express())
    },
  },
})
