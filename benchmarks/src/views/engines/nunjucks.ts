import { RouteDirective } from '@mvc-router/view-nunjucks'
import nunjucks from 'nunjucks'
import { compileWays, helperWays, type ViewEngine } from '../view-engine.js'

export const nunjucksEngine: ViewEngine = {
  title: 'Nunjucks',
  atMost: 1.15,
  create(mapping, helpers) {
    const environment = new nunjucks.Environment(null, { autoescape: true })
    environment.addExtension('RouteDirective', new RouteDirective({ router: mapping }))
    for (const [name, helper] of Object.entries(helpers)) environment.addGlobal(name, helper)
    const ways = {
      handWritten: '/user/{{ user.id }}',
      ...helperWays(helpers, (name) => `{{ ${name}("userController.showUser", { id: user.id }) }}`),
      ours: '{% route "userController.showUser", id=user.id %}',
    }
    return compileWays(ways, (link) => {
      const source = `<ul>{% for user in users %}<li><a href="${link}">{{ user.name }}</a></li>{% endfor %}</ul>`
      const template = nunjucks.compile(source, environment)
      return (data) => template.render(data)
    })
  },
}
