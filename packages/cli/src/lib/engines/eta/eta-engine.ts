import { findHtmlUrls } from '../html/find-html-urls.js'
import type { EngineProject, TemplateEngine } from '../template-engine.js'
import { etaCode, findEtaLinks, type EtaModule } from './links.js'
import { callArguments } from '../script/write.js'
import type { DialectTag, TemplateDialect } from '../html/template-dialect.js'
import { describeOutput, statementType } from '../template-code.js'

export const etaEngine: TemplateEngine = {
  name: 'eta',
  extensions: ['.eta'],
  marks: /<%/,
  ownMarks: /<%[-_]?\s*(?:[~=]\s*it\.|route\s[^%=]*%>|layout\s*\()/,
  registration: 'new Eta({ plugins: [routePlugin({ router: mapping })] }) // @mvc-router/view-eta',
  links: (source, project) => findEtaLinks(source, etaModule(source.file, project), project.options),
  urls: ({ text, file }, project) => findHtmlUrls(text, etaDialect(etaModule(file, project))),
}

function etaModule(file: string, project: EngineProject): EtaModule {
  return project.need('eta', file, { from: 3 }) as EtaModule
}

/** Writes `<% route "a.b", { id: it.user.id } %>`. */
function etaDialect(eta: EtaModule): TemplateDialect {
  return {
    tags(text) {
      return etaCode(text, eta)?.map(({ type, start, codeStart, codeEnd, end }): DialectTag => {
        const code = text.slice(codeStart, codeEnd).trim()
        if (type === 'call') return { start, end, type: 'link' }
        return { start, end, ...(type === 'output' ? describeOutput(code) : { type: statementType(code) }) }
      })
    },
    write(link) {
      const call = callArguments(link, '"').slice(1, -1)
      // A text value may contain `%>`, which would end the tag.
      return call.includes('%>') ? undefined : `<% route ${call} %>`
    },
  }
}
