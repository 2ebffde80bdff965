import { routePlugin } from '@mvc-router/view-eta'
import { routeTagArguments } from '@mvc-router/view-eta/syntax'
import type * as EtaModule from 'eta'
import type { SourceText } from '../../terminal/source-text.js'
import { engineProblem, type CompileTemplate } from '../engine-problem.js'
import { findHtmlUrls } from '../html/find-html-urls.js'
import type { DialectTag, TemplateDialect } from '../html/template-dialect.js'
import { callArguments } from '../script/write.js'
import { describeOutput, findLinksInCode, statementType, type CodeTag } from '../template-code.js'
import type { EngineProject, TemplateEngine } from '../template-engine.js'
import type { FindLinksOptions, FoundLinks } from '../template-link.js'

export const etaEngine: TemplateEngine = {
  name: 'eta',
  extensions: ['.eta'],
  marks: /<%/,
  ownMarks: /<%[-_]?\s*(?:[~=]\s*it\.|route\s[^%=]*%>|layout\s*\()/,
  registration: 'new Eta({ plugins: [routePlugin({ router: mapping })] }) // @mvc-router/view-eta',
  links: (source, project) => findEtaLinks(source, etaModule(source.file, project), project.options),
  urls: ({ text, file }, project) => findHtmlUrls(text, etaDialect(etaModule(file, project))),
}

function etaModule(file: string, project: EngineProject): typeof EtaModule {
  return project.need('eta', file, { from: 3 }) as typeof EtaModule
}

/** Finds links: `<% route "a.b", { id: 5 } %>`, `<%= route("a.b") %>`, `<%= it.route("a.b") %>`. */
function findEtaLinks(source: SourceText, eta: typeof EtaModule, options: FindLinksOptions): FoundLinks {
  const { links, unread, mistake } = findLinksInCode(source, etaCode(source.text, eta), options)
  const compiler = new eta.Eta({ plugins: [routePlugin()] })
  const compile: CompileTemplate = (template, isAsync) => void compiler.compile(template, { async: isAsync })
  const message = engineProblem('Eta', compile, source.text)
  if (message === undefined) return { links, problems: [], unread }
  const [, line, column] = /at line (\d+) col (\d+)/.exec(message) ?? []
  const offset =
    line === undefined ? (mistake?.offset ?? 0) : source.offsetAt(Number(line) - 1, Number(column) - 1)
  return { links, problems: [{ message, offset }], unread: [] }
}

/** Returns the tags of a template, or [] if Eta cannot read it. */
function etaCode(text: string, { Eta }: typeof EtaModule): CodeTag[] {
  let nodes: ReturnType<EtaModule.Eta['parse']>
  try {
    nodes = new Eta().parse(text)
  } catch {
    return []
  }
  let offset = 0
  return nodes.flatMap((node): CodeTag[] => {
    if (typeof node === 'string') return []
    // `e` is code that runs. Other kinds print.
    const { t: kind, val: code } = node
    // Text between tags contains no opening delimiter, so a search finds each tag.
    const start = text.indexOf('<%', offset)
    const codeStart = text.indexOf(code, start + 2)
    const codeEnd = codeStart + code.length
    offset = text.indexOf('%>', codeEnd) + 2
    const call = kind === 'e' ? routeTagArguments(code) : undefined
    const isCall = call !== undefined && call !== 'undefined'
    const type = isCall ? 'call' : kind === 'e' ? 'statement' : 'output'
    return [{ type, start, codeStart: codeStart + (isCall ? 'route'.length : 0), codeEnd, end: offset }]
  })
}

/** Writes `<% route "a.b", { id: it.user.id } %>`. */
function etaDialect(eta: typeof EtaModule): TemplateDialect {
  return {
    tags(text) {
      return etaCode(text, eta).map(({ type, start, codeStart, codeEnd, end }): DialectTag => {
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
