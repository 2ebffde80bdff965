import { describeTextConformance } from '@mvc-router/link-conformance'
import { routeEngine } from '@mvc-router/view-ejs'

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
  name: 'ejs',
  links: { route: (template) => `<% { const link = route("shop.item", args) %>${template}<% } %>` },
  uses: [
    '<%= link %>',
    '<%- link %>',
    '<%= encodeURIComponent(link) %>',
    '<%= JSON.stringify({ link }) %>',
    '<%= link + "#top" %>',
    '<%= `${link}#top` %>',
    '<%= [...link].length %>',
    ...members.map((member) => `<%= link${member} %>`),
  ],
  compile(template, router) {
    const page = routeEngine({ router }).compile(template)
    return (data) => page(data) as string
  },
})
