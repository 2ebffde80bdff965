import { routeEngine } from '@mvc-router/view-ejs'
import ejs from 'ejs'
import { compileWays, helperWays, type Render, type ViewEngine } from '../view-engine.js'

export const ejsEngine: ViewEngine = {
  title: 'EJS',
  atMost: 1.15,
  create(mapping, helpers) {
    const engine = routeEngine({ router: mapping })
    const ways = {
      handWritten: '/user/<%= user.id %>',
      ...helperWays(helpers, (name) => `<%= ${name}("userController.showUser", { id: user.id }) %>`),
    }
    return {
      ...compileWays(ways, (link): Render => {
        const template = ejs.compile(page(link))
        return (data) => template({ ...helpers, ...data })
      }),
      ours: engine.compile(
        `<%@ taglib prefix="route" uri="/mvc-router" %>${page('<route:reverse action="userController.showUser" id="<%= user.id %>"/>')}`,
      ) as Render,
    }
  },
}

function page(link: string): string {
  return `<ul><% for (const user of users) { %><li><a href="${link}"><%= user.name %></a></li><% } %></ul>`
}
