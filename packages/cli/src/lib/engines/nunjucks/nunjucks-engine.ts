import { findHtmlUrls } from '../html/find-html-urls.js'
import type { TemplateEngine } from '../template-engine.js'
import type { SourceText } from '../../terminal/source-text.js'
import type { TemplateProblem } from '../template-link.js'
import { findNunjucksLinks, type NunjucksModule } from './links.js'
import { nunjucksDialect } from './urls.js'

/** A tag of Nunjucks between other delimiters than the usual ones, in a template that has none of these. */
function foreignTag({ text }: SourceText): TemplateProblem | undefined {
  const offset = text.search(
    /<%-?\s*(?:route(?:With)?|extends|block|include|import|macro|set|if|for)\s[^%]*[^=%]%>/,
  )
  if (offset === -1 || text.includes('{%')) return undefined
  return {
    offset,
    message: 'Nunjucks reads this tag as text, with the delimiters {% %}',
    hint: "name those of the application: --nunjucks-tags '<% %> <$ $>'",
  }
}

export const nunjucksEngine: TemplateEngine = {
  name: 'nunjucks',
  extensions: ['.njk', '.nunjucks', '.nunjs', '.nj'],
  keywords: { separator: ',', sign: '=' },
  marks: /\{[%{]/,
  ownMarks:
    /\{%-?\s*(?:(?:extends|block|import|from|macro|call|set|elif|filter)\b|route\s[^%:]*%\})|<%-?\s*route\s[^%:]*\w=[^%]*%>/,
  registration: "environment.addExtension('RouteDirective', new RouteDirective({ router: mapping }))",
  links(source, project) {
    const foreign = project.options.nunjucks === undefined ? foreignTag(source) : undefined
    if (foreign !== undefined) return { links: [], problems: [foreign], unread: [] }
    const nunjucks = project.need('nunjucks', source.file) as NunjucksModule
    return findNunjucksLinks(source, nunjucks, project.options, project.options.nunjucks)
  },
  urls: ({ text }, { options }) => findHtmlUrls(text, nunjucksDialect(options.nunjucks)),
}
