import {
  describeHostileConformance,
  describeLinkConformance,
  describePageConformance,
  describeSignedConformance,
  linkPlaces,
  type LinkTemplate,
  type RenderLink,
} from '@mvc-router/link-conformance'
import { RouteDirective } from '@mvc-router/view-nunjucks'
import nunjucks from 'nunjucks'

/** Arguments such as `"userController.showUser", id=args.id`. */
function linkArguments({ action, form, names }: LinkTemplate): string {
  const args = form === 'object' ? ['args'] : names.map((name) => `${name}=args.${name}`)
  return [JSON.stringify(action), ...args].join(', ')
}

/** A filter that waits in the template before the link. */
function waitFilter(later: (next: () => void) => void, done: (error: null, text: string) => void): void {
  later(() => done(null, ''))
}

function addWaiting(env: nunjucks.Environment): nunjucks.Environment {
  return env.addFilter('wait', waitFilter, true)
}

function renderWith(env: nunjucks.Environment, source: string): RenderLink {
  const template = new nunjucks.Template(source, env, 'link', true)
  return ({ args, route, wait }) => {
    async function waitAndContinue(next: () => void): Promise<void> {
      await wait()
      next()
    }
    return new Promise((resolve, reject) => {
      const later = (next: () => void): void => void waitAndContinue(next).catch(reject)
      template.render({ args, route, later }, (error: unknown, html: string | null) => {
        if (html === null) reject(error)
        else resolve(html)
      })
    })
  }
}

describeLinkConformance({
  name: 'nunjucks',
  start(router) {
    const env = addWaiting(new nunjucks.Environment(null))
    env.addExtension('RouteDirective', new RouteDirective({ router }))
    return (template) =>
      renderWith(
        env,
        `{{ later | wait }}${linkPlaces[template.place](`{% route ${linkArguments(template)} %}`)}`,
      )
  },
})

describeLinkConformance({
  name: 'nunjucks with <% %> and a variable',
  runs: 1000,
  start(router) {
    const tags = { blockStart: '<%', blockEnd: '%>', variableStart: '<$', variableEnd: '$>' }
    const env = addWaiting(new nunjucks.Environment(null, { tags }))
    env.addExtension('RouteDirective', new RouteDirective({ router }))
    return (template) =>
      renderWith(
        env,
        `<$ later | wait $><% route ${linkArguments(template)} as url %>${linkPlaces[template.place]('<$ url $>')}`,
      )
  },
})

describeLinkConformance({
  name: 'nunjucks with only the model attribute',
  runs: 1000,
  needsModelAttribute: true,
  start() {
    const env = addWaiting(new nunjucks.Environment(null))
    return (template) =>
      renderWith(
        env,
        `{{ later | wait }}${linkPlaces[template.place](`{{ route(${linkArguments(template)}) }}`)}`,
      )
  },
})

const pageTemplates = [
  '<a href="{% routeWith page=args.page, q=none %}">link</a>',
  '{% routeWith { page: args.page }, q=none as url %}<a href="{{ url }}">link</a>',
]

for (const template of pageTemplates) {
  describePageConformance({
    name: `nunjucks, ${template}`,
    start(router) {
      const env = addWaiting(new nunjucks.Environment(null))
      env.addExtension('RouteDirective', new RouteDirective({ router }))
      return renderWith(env, `{{ later | wait }}${template}`)
    },
  })
}

describeSignedConformance({
  name: 'nunjucks',
  start(router) {
    const env = addWaiting(new nunjucks.Environment(null, { autoescape: true }))
    env.addExtension('RouteDirective', new RouteDirective({ router }))
    return renderWith(env, '<a href="{{ route.signed("mail.stop", id=args.id) }}">link</a>')
  },
})

describeHostileConformance({
  name: 'nunjucks',
  link: '{% route "u.show", id=x %}',
  code: '{{ 3+4 }}',
  configure: (options) => new RouteDirective(options),
  render(router, template, data) {
    const env = new nunjucks.Environment(null)
    env.addExtension('RouteDirective', new RouteDirective({ router }))
    return env.renderString(template, data)
  },
  page: {
    file: 'page.njk',
    text: '{% route "page.show", id=2 %} {{ q }}',
    serve(app, mapping, views) {
      const env = nunjucks.configure(views, { express: app })
      env.addExtension('RouteDirective', new RouteDirective({ router: mapping }))
    },
  },
})
