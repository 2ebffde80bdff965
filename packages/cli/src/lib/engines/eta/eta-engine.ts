import { findHtmlUrls } from '../html/find-html-urls.js'
import type { TemplateEngine } from '../template-engine.js'
import { findEtaLinks } from './links.js'
import { etaDialect } from './urls.js'

export const etaEngine: TemplateEngine = {
  name: 'eta',
  extensions: ['.eta'],
  marks: /<%/,
  ownMarks: /<%[-_]?\s*(?:[~=]\s*it\.|route\s[^%=]*%>|layout\s*\()/,
  registration: 'new Eta({ plugins: [routePlugin({ router: mapping })] })',
  links: (source, project) => findEtaLinks(source, project.load('eta'), project.options),
  urls: ({ text }) => findHtmlUrls(text, etaDialect),
}
