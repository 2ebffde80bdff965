import {
  describeLinkConformance,
  type LinkPlace,
  type LinkTemplate,
  type RenderLink,
} from '@mvc-router/link-conformance'
import { RouteDirective } from '@mvc-router/view-nunjucks'
import nunjucks from 'nunjucks'

const linkPlaces: Record<LinkPlace, (link: string) => string> = {
  text: (link) => `<p>${link}</p>`,
  'double-quoted': (link) => `<a href="${link}">link</a>`,
  'single-quoted': (link) => `<a href='${link}'>link</a>`,
  unquoted: (link) => `<a href=${link}>link</a>`,
}

/** `"userController.showUser", id=args.id` */
function linkArguments({ action, form, names }: LinkTemplate): string {
  const args = form === 'object' ? ['args'] : names.map((name) => `${name}=args.${name}`)
  return [JSON.stringify(action), ...args].join(', ')
}

/** Waits inside the template, before the link. What a template throws after an async filter, the filter gets. */
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
  name: 'nunjucks with <% %>, into a variable',
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
  name: 'nunjucks without our tag',
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
