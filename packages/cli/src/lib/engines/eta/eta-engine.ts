import { findHtmlUrls } from '../html/find-html-urls.js'
import type { TemplateEngine } from '../template-engine.js'
import { etaCode, findEtaLinks } from './links.js'
import { callArguments } from '../script/write.js'
import type { DialectTag, TemplateDialect } from '../html/template-dialect.js'
import { describeOutput, statementType } from '../template-code.js'

export const etaEngine: TemplateEngine = {
  name: 'eta',
  extensions: ['.eta'],
  marks: /<%/,
  ownMarks: /<%[-_]?\s*(?:[~=]\s*it\.|route\s[^%=]*%>|layout\s*\()/,
  registration: 'new Eta({ plugins: [routePlugin({ router: mapping })] }) // @mvc-router/view-eta',
  links: (source, project) => findEtaLinks(source, project.load('eta'), project.options),
  urls: ({ text }) => findHtmlUrls(text, etaDialect),
}

/** `<% route "a.b", { id: it.user.id } %>` */
const etaDialect: TemplateDialect = {
  tags(text) {
    const { tags, unclosed } = etaCode(text)
    if (unclosed !== undefined) return undefined
    return tags.map(({ type, start, codeStart, codeEnd, end }): DialectTag => {
      const code = text.slice(codeStart, codeEnd).trim()
      if (type === 'call') return { start, end, type: 'link' }
      return { start, end, ...(type === 'output' ? describeOutput(code) : { type: statementType(code) }) }
    })
  },
  write(link) {
    const call = callArguments(link, '"').slice(1, -1)
    // A value may contain the end of a tag.
    return call.includes('%>') ? undefined : `<% route ${call} %>`
  },
}
