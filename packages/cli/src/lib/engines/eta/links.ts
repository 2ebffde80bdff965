import { routePlugin } from '@mvc-router/view-eta'
import { routeTagArguments } from '@mvc-router/view-eta/syntax'
import type { SourceText } from '../../terminal/source-text.js'
import { engineProblem, type CompileTemplate } from '../engine-problem.js'
import { findLinksInCode, type CodeTag } from '../template-code.js'
import type { FindLinksOptions, FoundLinks } from '../template-link.js'

export interface EtaModule {
  readonly Eta: new (options?: object) => {
    compile(template: string, options: object): unknown
    parse(template: string): readonly (string | EtaTag)[]
  }
}

/** A tag as Eta's parser returns it, without its place. */
interface EtaTag {
  /** `e` is code that runs. Other kinds print. */
  readonly t: string
  readonly val: string
}

/** Finds links: `<% route "a.b", { id: 5 } %>`, `<%= route("a.b") %>`, `<%= it.route("a.b") %>`. */
export function findEtaLinks(source: SourceText, eta: EtaModule, options: FindLinksOptions): FoundLinks {
  const { links, unread, mistake } = findLinksInCode(source, etaCode(source.text, eta) ?? [], options)
  const message = engineProblem('Eta', compilerOf(eta), source.text)
  if (message === undefined) return { links, problems: [], unread }
  const [, line, column] = /at line (\d+) col (\d+)/.exec(message) ?? []
  const offset =
    line === undefined ? (mistake?.offset ?? 0) : source.offsetAt(Number(line) - 1, Number(column) - 1)
  return { links, problems: [{ message, offset }], unread: [] }
}

function compilerOf({ Eta }: EtaModule): CompileTemplate {
  const eta = new Eta({ plugins: [routePlugin()] })
  return (template, isAsync) => void eta.compile(template, { async: isAsync })
}

/** Returns the tags of a template, or undefined if Eta cannot read it. */
export function etaCode(text: string, { Eta }: EtaModule): CodeTag[] | undefined {
  let nodes: readonly (string | EtaTag)[]
  try {
    nodes = new Eta().parse(text)
  } catch {
    return undefined
  }
  let offset = 0
  return nodes.flatMap((node): CodeTag[] => {
    if (typeof node === 'string') return []
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
