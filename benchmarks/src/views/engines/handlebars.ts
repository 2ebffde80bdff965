import { registerRoute } from '@mvc-router/view-handlebars'
import Handlebars from 'handlebars'
import { compileWays, helperWays, type ViewEngine } from '../view-engine.js'

export const handlebarsEngine: ViewEngine = {
  title: 'Handlebars',
  atMost: 1.3,
  create(mapping, helpers) {
    const handlebars = Handlebars.create()
    registerRoute(handlebars, mapping)
    for (const [name, helper] of Object.entries(helpers)) {
      handlebars.registerHelper(name, (action: string, { hash }: Handlebars.HelperOptions) =>
        helper(action, hash as { id: number }),
      )
    }
    const ways = {
      handWritten: '/user/{{id}}',
      ...helperWays(helpers, (name) => `{{${name} "userController.showUser" id=id}}`),
      ours: '{{route "userController.showUser" id=id}}',
    }
    return compileWays(ways, (link) =>
      handlebars.compile(`<ul>{{#each users}}<li><a href="${link}">{{name}}</a></li>{{/each}}</ul>`),
    )
  },
}
