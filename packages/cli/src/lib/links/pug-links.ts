import type { SourceText } from '../terminal/source-text.js'
import { expressionAt, valuePlace, type PugModules, type PugToken } from './pug-source.js'
import { linksOfTemplateCode } from './script-links.js'
import { parseTemplateCode, ScriptSyntaxException, type SyntaxNode } from '../script/script-syntax.js'
import type { FindLinksOptions, FoundLinks, TemplateLink, TemplateProblem } from './template-link.js'

/** The links of a Pug template: `a(href=route('a.b', { id: 5 }))`, `#{route('a.b')}`, `- const url = route('a.b')`. */
export function findPugLinks(
  source: SourceText,
  { lex, parse }: PugModules,
  options: FindLinksOptions,
): FoundLinks {
  const links: TemplateLink[] = []
  const unread: TemplateProblem[] = []
  let tokens: readonly PugToken[]
  try {
    tokens = lex(source.text, { filename: source.file })
    // The parser empties the list that it is given.
    parse([...tokens], { filename: source.file, src: source.text })
  } catch (error) {
    return { links, unread, problems: [readProblem(error, source)] }
  }
  for (const token of tokens) {
    const code = codeOf(token, source)
    if (code === undefined) continue
    if (code.node !== undefined) links.push(...linksOfTemplateCode(code.node, options))
    else if (code.text.includes(options.attributeName))
      unread.push({ offset: code.start, message: 'The code cannot be read' })
  }
  return { links: links.toSorted((left, right) => left.offset - right.offset), problems: [], unread }
}

interface Code {
  readonly start: number
  readonly text: string
  readonly node: SyntaxNode | undefined
}

function codeOf(token: PugToken, source: SourceText): Code | undefined {
  const { type, loc, val } = token
  if (type === 'attribute') {
    const place = valuePlace(token, source)
    if (place === undefined) return undefined
    const { start, end } = place
    return { start, text: source.text.slice(start, end), node: expressionAt(source.text, start, end) }
  }
  const text = token.args ?? (typeof val === 'string' ? val : undefined)
  if (text === undefined || !codeTokens.has(type)) return undefined
  const from = source.offsetAt(loc.start.line - 1, loc.start.column - 1)
  const found = source.text.indexOf(text, from)
  if (found < 0) return undefined
  return { start: found, text, node: programAt(source.text, found, found + text.length, type) }
}

const codeTokens: ReadonlySet<string> = new Set([
  'code',
  'interpolated-code',
  'blockcode',
  'if',
  'else-if',
  'while',
  'case',
  'when',
  'call',
  '&attributes',
])

/** Statements may be half of a block: `- if (x) {`. */
function programAt(text: string, start: number, end: number, type: string): SyntaxNode | undefined {
  const code = text.slice(start, end)
  const blanks = ' '.repeat(start)
  const forms = type === 'call' ? [`${blanks.slice(0, -1)}[${code}\n]`] : [blanks + code, `${blanks}${code}}`]
  for (const form of forms) {
    try {
      return parseTemplateCode(form)
    } catch (error) {
      if (!(error instanceof ScriptSyntaxException)) throw error
    }
  }
  return undefined
}

function readProblem(error: unknown, source: SourceText): TemplateProblem {
  const { line, column, msg } = error as { line?: unknown; column?: unknown; msg?: unknown }
  const message = typeof msg === 'string' ? msg : error instanceof Error ? error.message : String(error)
  const offset =
    typeof line === 'number' ? source.offsetAt(line - 1, typeof column === 'number' ? column - 1 : 0) : 0
  return { offset, message: `Pug cannot read this template: ${message.slice(0, 200)}` }
}
