import { linkRenderers } from './jsx-page.js'
import type { Render, ViewEngine } from './view-engine.js'

const action = 'userController.showUser'

const ejsPage = (link: string): string =>
  `<ul><% for (const user of users) { %><li><a href="${link}"><%= user.name %></a></li><% } %></ul>`

/** The engines by name. A process loads only the engine that it measures. */
export const viewEngines: ReadonlyMap<string, () => Promise<ViewEngine>> = new Map(
  Object.entries<() => Promise<ViewEngine>>({
    nunjucks: async () => {
      const { RouteDirective } = await import('@mvc-router/view-nunjucks')
      const { default: nunjucks } = await import('nunjucks')
      return {
        title: 'Nunjucks',
        atMost: 1.15,
        create(mapping) {
          const environment = new nunjucks.Environment(null, { autoescape: true })
          environment.addExtension('RouteDirective', new RouteDirective({ router: mapping }))
          const compile = (link: string): Render => {
            const source = `<ul>{% for user in users %}<li><a href="${link}">{{ user.name }}</a></li>{% endfor %}</ul>`
            const template = nunjucks.compile(source, environment)
            return (data) => template.render(data)
          }
          return {
            ours: compile(`{% route "${action}", id=user.id %}`),
            handWritten: compile('/user/{{ user.id }}'),
          }
        },
      }
    },
    handlebars: async () => {
      const { registerRoute } = await import('@mvc-router/view-handlebars')
      const { default: Handlebars } = await import('handlebars')
      return {
        title: 'Handlebars',
        atMost: 1.35,
        create(mapping) {
          const handlebars = Handlebars.create()
          registerRoute(handlebars, mapping)
          const compile = (link: string): Render =>
            handlebars.compile(`<ul>{{#each users}}<li><a href="${link}">{{name}}</a></li>{{/each}}</ul>`)
          return { ours: compile(`{{route "${action}" id=id}}`), handWritten: compile('/user/{{id}}') }
        },
      }
    },
    eta: async () => {
      const { routePlugin } = await import('@mvc-router/view-eta')
      const { Eta } = await import('eta')
      return {
        title: 'Eta',
        atMost: 1.15,
        create(mapping) {
          const compile = (eta: InstanceType<typeof Eta>, link: string): Render => {
            const template = eta.compile(
              `<ul><% for (const user of it.users) { %><li><a href="${link}"><%= user.name %></a></li><% } %></ul>`,
            )
            return (data) => eta.render(template, data)
          }
          const plugins = [routePlugin({ router: mapping })]
          return {
            ours: compile(new Eta({ plugins }), `<% route "${action}", { id: user.id } %>`),
            handWritten: compile(new Eta(), '/user/<%= user.id %>'),
          }
        },
      }
    },
    ejs: async () => {
      const { routeEngine } = await import('@mvc-router/view-ejs')
      const { default: ejs } = await import('ejs')
      return {
        title: 'EJS',
        atMost: 1.15,
        create(mapping) {
          const link = `<route:reverse action="${action}" id="<%= user.id %>"/>`
          const library = '<%@ taglib prefix="route" uri="/mvc-router" %>'
          return {
            ours: routeEngine({ router: mapping }).compile(`${library}${ejsPage(link)}`) as Render,
            handWritten: ejs.compile(ejsPage('/user/<%= user.id %>')),
          }
        },
      }
    },
    liquid: async () => {
      const { routeTag } = await import('@mvc-router/view-liquid')
      const { Liquid } = await import('liquidjs')
      return {
        title: 'Liquid',
        atMost: 1.15,
        create(mapping) {
          const compile = (link: string): Render => {
            const liquid = new Liquid()
            liquid.plugin(routeTag({ router: mapping }))
            const template = liquid.parse(
              `<ul>{% for user in users %}<li><a href="${link}">{{ user.name | escape }}</a></li>{% endfor %}</ul>`,
            )
            return (data) => String(liquid.renderSync(template, data))
          }
          return {
            ours: compile(`{% route "${action}", id: user.id %}`),
            handWritten: compile('/user/{{ user.id }}'),
          }
        },
      }
    },
    react: async () => {
      const { jsx } = await import('react/jsx-runtime')
      const { renderToStaticMarkup } = await import('react-dom/server')
      return {
        title: 'React',
        atMost: 1.15,
        create: (mapping) => linkRenderers(jsx, (page) => renderToStaticMarkup(page as never), mapping),
      }
    },
    preact: async () => {
      const { jsx } = await import('preact/jsx-runtime')
      const { renderToString } = await import('preact-render-to-string')
      return {
        title: 'Preact',
        atMost: 1.15,
        create: (mapping) => linkRenderers(jsx, (page) => renderToString(page as never), mapping),
      }
    },
  }),
)
