import { routePlugin } from '@mvc-router/view-eta'
import { Eta } from 'eta'
import { compileWays, helperWays, type ViewEngine } from '../view-engine.js'

export const etaEngine: ViewEngine = {
  title: 'Eta',
  atMost: 1.15,
  create(mapping, helpers) {
    const compileWith =
      (eta: Eta) =>
      (link: string): ReturnType<ViewEngine['create']>[string] => {
        const template = eta.compile(
          `<ul><% for (const user of it.users) { %><li><a href="${link}"><%= user.name %></a></li><% } %></ul>`,
        )
        return (data) => eta.render(template, { ...helpers, ...data })
      }
    const ways = {
      handWritten: '/user/<%= user.id %>',
      ...helperWays(helpers, (name) => `<%= it.${name}("userController.showUser", { id: user.id }) %>`),
    }
    const ours = {
      ours: '<% route "userController.showUser", { id: user.id } %>',
      oursFunction: '<%= route("userController.showUser", { id: user.id }) %>',
    }
    return {
      ...compileWays(ways, compileWith(new Eta())),
      ...compileWays(ours, compileWith(new Eta({ plugins: [routePlugin({ router: mapping })] }))),
    }
  },
}
