import { routePlugin } from '@mvc-router/view-eta'
import { routeTagArguments } from '@mvc-router/view-eta/syntax'
import type { SourceText } from '../../terminal/source-text.js'
import { engineProblem, type CompileTemplate } from '../engine-problem.js'
import type { LoadedEngine } from '../template-engine.js'
import { findLinksInCode, type CodeTag } from '../template-code.js'
import type { FindLinksOptions, FoundLinks } from '../template-link.js'

/** The links of an Eta template: `<% route "a.b", { id: 5 } %>`, `<%= route("a.b") %>`, `<%= it.route("a.b") %>`. */
export function findEtaLinks(
  source: SourceText,
  engine: LoadedEngine | undefined,
  options: FindLinksOptions,
): FoundLinks {
  const { tags, unclosed } = etaCode(source.text)
  const { links, unread, mistake } = findLinksInCode(source, tags, options)
  const compile = engine === undefined ? undefined : compilerOf(engine)
  const message = compile && engineProblem('Eta', compile, source.text)
  if (message === undefined) return { links, problems: [], unread }
  return { links, problems: [{ message, offset: unclosed ?? mistake?.offset ?? 0 }], unread: [] }
}

interface EtaModule {
  readonly Eta?: new (options: object) => { compile(template: string, options?: object): unknown }
}

/** Undefined for the first versions of Eta, which have no class `Eta`. */
function compilerOf({ module }: LoadedEngine): CompileTemplate | undefined {
  const { Eta } = module as EtaModule
  if (Eta === undefined) return undefined
  const eta = new Eta({ plugins: [routePlugin()] })
  return (template, isAsync) => void eta.compile(template, { async: isAsync })
}

/** The tags of a template, and the start of a tag without an end. */
export function etaCode(text: string): { tags: CodeTag[]; unclosed: number | undefined } {
  const tags: CodeTag[] = []
  let start = text.indexOf('<%')
  while (start >= 0) {
    const codeStart = skipMarks(text, start + 2)
    const close = findClose(text, codeStart)
    if (close < 0) return { tags, unclosed: start }
    const mark = text.slice(start + 2, codeStart)
    const codeEnd = /[-_]/.test(text.charAt(close - 1)) && close - 1 >= codeStart ? close - 1 : close
    const code = text.slice(codeStart, codeEnd)
    const isOutput = /[=~]/.test(mark)
    const call = isOutput ? undefined : routeTagArguments(code.trim())
    const isCall = call !== undefined && call !== 'undefined'
    tags.push({
      type: isCall ? 'call' : isOutput ? 'output' : 'statement',
      start,
      codeStart: codeStart + (isCall ? code.indexOf('route') + 'route'.length : 0),
      codeEnd,
      end: close + 2,
    })
    start = text.indexOf('<%', close + 2)
  }
  return { tags, unclosed: undefined }
}

/** Skips `-` or `_`, which trims, and `=` or `~`, which prints. */
function skipMarks(text: string, offset: number): number {
  let end = offset
  if (/[-_]/.test(text.charAt(end))) end++
  let mark = end
  while (/\s/.test(text.charAt(mark))) mark++
  return /[=~]/.test(text.charAt(mark)) ? mark + 1 : end
}

/** Finds the `%>` that ends a tag. Like Eta, it skips strings and comments. Strings may span lines in all quotes. */
function findClose(text: string, offset: number): number {
  for (let index = offset; index < text.length; index++) {
    const character = text.charAt(index)
    if (character === '%' && text[index + 1] === '>') return index
    if (character === '"' || character === "'" || character === '`') {
      const end = endOfString(text, index)
      if (end >= 0) index = end
    } else if (character === '/' && text[index + 1] === '*') {
      const end = text.indexOf('*/', index + 2)
      if (end >= 0) index = end + 1
    }
  }
  return -1
}

function endOfString(text: string, start: number): number {
  const quote = text.charAt(start)
  for (let index = start + 1; index < text.length; index++) {
    const character = text.charAt(index)
    if (character === '\\') index++
    else if (character === quote) return index
  }
  return -1
}
