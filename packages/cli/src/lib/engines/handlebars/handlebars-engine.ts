import { findHtmlUrls } from '../html/find-html-urls.js'
import type { TemplateEngine } from '../template-engine.js'
import { findHandlebarsLinks, type HandlebarsModule } from './links.js'
import { handlebarsDialect } from './urls.js'

export const handlebarsEngine: TemplateEngine = {
  name: 'handlebars',
  extensions: ['.hbs', '.handlebars'],
  keywords: { separator: ' ', sign: '=' },
  marks: /\{\{/,
  ownMarks: /\{\{~?(?:[#/>!^{]|else\b|(?:route|routeWith)\s)/,
  registration: 'registerRoute(handlebars, mapping)',
  links(source, project) {
    const handlebars = project.need('handlebars', source.file, { from: 3 }) as HandlebarsModule
    return findHandlebarsLinks(source, handlebars, project.options)
  },
  urls: ({ text }) => findHtmlUrls(text, handlebarsDialect),
}
