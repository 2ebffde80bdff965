import { describeTextConformance } from '@mvc-router/link-conformance'
import { routePlugin } from '@mvc-router/view-eta'
import { Eta } from 'eta'

const members = [
  '[0]',
  '.length',
  '.at(-1)',
  '.endsWith("a")',
  '.replaceAll("/", "-")',
  '.slice(1, 4)',
  '.split("/")',
  '.toUpperCase()',
]

describeTextConformance({
  name: 'eta',
  links: {
    route: (template) => `<% { const link = route("shop.item", it.args); %>${template}<% } %>`,
    'it.route': (template) => `<% { const link = it.route("shop.item", it.args); %>${template}<% } %>`,
  },
  uses: [
    '<%= link %>',
    '<%~ link %>',
    '<%= encodeURIComponent(link) %>',
    '<%= JSON.stringify({ link }) %>',
    '<%= link + "#top" %>',
    '<%= `${link}#top` %>',
    '<%= [...link].length %>',
    ...members.map((member) => `<%= link${member} %>`),
  ],
  compile(template, router) {
    const eta = new Eta({ plugins: [routePlugin({ router })], useWith: true })
    return (data) => eta.renderString(template, data)
  },
})
