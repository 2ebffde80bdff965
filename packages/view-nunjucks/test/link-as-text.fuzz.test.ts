import { describeTextConformance, type TextEngine } from '@mvc-router/link-conformance'
import { RouteDirective } from '@mvc-router/view-nunjucks'
import nunjucks from 'nunjucks'

const filterArguments = ['', '(2)', '("/", "-")', '("/")', '(3, "x")', '(true)', '("string")', '(2, true)']

function environment(): nunjucks.Environment {
  return new nunjucks.Environment(null, { autoescape: true }).addFilter('cdn', (url) =>
    typeof url === 'string' ? `https://cdn.example${url}` : 'no text',
  )
}

const { filters } = environment() as nunjucks.Environment & { readonly filters: object }

function uses(names: readonly string[]): string[] {
  return names.flatMap((name) => filterArguments.map((given) => `{{ link | ${name}${given} }}`))
}

const compile: TextEngine['compile'] = (template, router) => {
  const env = environment().addExtension('RouteDirective', new RouteDirective({ router }))
  const page = new nunjucks.Template(template, env)
  return (data) => page.render(data)
}

describeTextConformance({
  name: 'nunjucks',
  links: { as: (template) => `{% route "shop.item", args as link %}${template}` },
  uses: ['{{ link }}', '{{ link.length }}', '{{ "/" in link }}', ...uses(Object.keys(filters))],
  compile,
})

describeTextConformance({
  name: 'nunjucks',
  links: { set: (template) => `{% set link = route("shop.item", args) %}${template}` },
  // The filters replace and cdn check `typeof`, so a template must convert a link to a string first.
  uses: [
    '{{ link }}',
    '{{ link.length }}',
    ...uses(Object.keys(filters).filter((name) => !/^(replace|cdn)$/.test(name))),
  ],
  compile,
})
