import { findHtmlUrls } from '../html/find-html-urls.js'
import type { TemplateEngine } from '../template-engine.js'
import { findEjsLinks } from './links.js'
import { ejsDialect } from './urls.js'

export const ejsEngine: TemplateEngine = {
  name: 'ejs',
  extensions: ['.ejs'],
  hasElements: true,
  marks: /<%/,
  ownMarks: /<%@\s*taglib|<%#|<%-\s*include\b/,
  registration: "app.engine('ejs', routeEngine({ router: mapping }))",
  links: (source, project) => findEjsLinks(source, project.load('ejs'), project.options),
  urls: ({ text }) => findHtmlUrls(text, ejsDialect),
}
