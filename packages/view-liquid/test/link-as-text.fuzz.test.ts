import { describeTextConformance } from '@mvc-router/link-conformance'
import { routeTag } from '@mvc-router/view-liquid'
import { filters, Liquid } from 'liquidjs'

const filterArguments = ['', ': 2', ': 0, 3', ': "/"', ': "/", "-"', ': "x", true']

describeTextConformance({
  name: 'liquid',
  links: { as: (template) => `{% route "shop.item", args as link %}${template}` },
  uses: [
    '{{ link }}',
    '{{ link.size }}',
    '{% if link contains "?" %}query{% endif %}',
    ...Object.keys(filters).flatMap((name) => filterArguments.map((given) => `{{ link | ${name}${given} }}`)),
  ],
  compile(template, router) {
    const liquid = new Liquid({ outputEscape: 'escape' })
    liquid.plugin(routeTag({ router }))
    const page = liquid.parse(template)
    return (data) => liquid.renderSync(page, data) as string
  },
})
