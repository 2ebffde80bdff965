import { resolve } from 'node:path'
import { compileFunction } from 'node:vm'
import type { SourceText, Span } from '../../terminal/source-text.js'
import { findText, offsetAt, valuePlace, type PugModules, type PugToken } from './pug-source.js'
import { linksOfTemplateCode } from '../script/links.js'
import { blockParts, readPart, type Surroundings } from '../template-code.js'
import { ScriptSyntaxException, type SyntaxNode } from '@mvc-router/import/script'
import type { FindLinksOptions, FoundLinks, TemplateLink, TemplateProblem } from '../template-link.js'

/** Finds links: `a(href=route('a.b', { id: 5 }))`, `#{route('a.b')}`, `- const url = route('a.b')`. */
export function findPugLinks(
  source: SourceText,
  pug: PugModules,
  options: FindLinksOptions & { readonly cwd: string },
): FoundLinks {
  const links: TemplateLink[] = []
  const unread: TemplateProblem[] = []
  let tokens: readonly PugToken[]
  try {
    tokens = pug.lex(source.text, { filename: source.file })
  } catch (error) {
    return { links, unread, problems: [readProblem(error, source)] }
  }
  let mistake: number | undefined
  for (const [index, token] of tokens.entries()) {
    const code = token.type === 'blockcode' ? blockAfter(tokens, index, source) : codeOf(token, source)
    if (code === undefined) continue
    if (code.node !== undefined) links.push(...linksOfTemplateCode(code.node, options))
    else {
      mistake ??= code.start
      if (code.text.includes(options.attributeName))
        unread.push({ offset: code.start, message: 'The code cannot be read' })
    }
  }
  links.sort((left, right) => left.offset - right.offset)
  const problem = compileProblem(source, pug, resolve(options.cwd, source.file), mistake)
  return problem === undefined ? { links, problems: [], unread } : { links, problems: [problem], unread: [] }
}

interface Code {
  readonly start: number
  readonly text: string
  readonly node: SyntaxNode | undefined
}

function codeOf(token: PugToken, source: SourceText): Code | undefined {
  const { type, loc } = token
  if (type === 'attribute') {
    const place = valuePlace(token, source)
    return place && codeAt(source, place, ofExpression)
  }
  const text = codeText(token)
  if (text === undefined) return undefined
  const from = offsetAt(source, loc.start)
  // The lexer converts `unless x` to `if !(x)`.
  const wanted = source.text.startsWith('unless', from) ? text.slice(2, -1) : text
  const place = findText(source, wanted, from)
  return place && codeAt(source, place, surroundingsOf.get(type) ?? ofExpression)
}

function codeText({ type, val, args, code }: PugToken): string | undefined {
  if (type === 'call' || type === 'mixin') return args ?? undefined
  if (type === 'each' || type === 'eachOf') return code
  const isCode = /^(?:code|interpolated-code|interpolation|if|else-if|while|case|when|&attributes)$/.test(
    type,
  )
  return isCode && typeof val === 'string' ? val : undefined
}

/** Reads the indented lines after a single `-`. */
function blockAfter(tokens: readonly PugToken[], index: number, source: SourceText): Code | undefined {
  const first = tokens[index + 1]
  if (first?.type !== 'start-pipeless-text') return undefined
  let end = index + 2
  while (tokens[end]?.type === 'text' || tokens[end]?.type === 'newline') end++
  const last = tokens[end] ?? first
  const place = { start: offsetAt(source, first.loc.start), end: offsetAt(source, last.loc.end) }
  return codeAt(source, place, blockParts)
}

const ofExpression: Surroundings = [['(', ')']]
/** Reads the arguments of a call, or the parameters of a mixin with their defaults. */
const ofList: Surroundings = [['[', ']']]
const surroundingsOf: ReadonlyMap<string, Surroundings> = new Map([
  ['code', blockParts],
  ['call', ofList],
  ['mixin', ofList],
])

function codeAt(source: SourceText, { start, end }: Span, surroundings: Surroundings): Code {
  const text = source.text.slice(start, end)
  const read = readPart(`${text}\n`, start, surroundings)
  return { start, text, node: read instanceof ScriptSyntaxException ? undefined : read }
}

/** Returns Pug's error about a template, or about a template that it extends or includes. No template code runs. */
function compileProblem(
  source: SourceText,
  { compileClient }: PugModules,
  filename: string,
  mistake: number | undefined,
): TemplateProblem | undefined {
  try {
    const plugins = [{ preFilters: withoutFilters }]
    const code = compileClient(source.text, { filename, compileDebug: false, plugins })
    // Compiles the function as Pug does, because a comment may hide code that Pug adds. The function does not run.
    compileFunction(`${code}; return template`, ['pug'])
    return undefined
  } catch (error) {
    // Only the application knows its `basedir`, where absolute names begin.
    if (error instanceof Error && error.message.includes('"basedir" option')) return undefined
    return readProblem(error, source, { filename, mistake })
  }
}

/** Removes filters, because they would run as programs, and because the application may define its own filters. */
function withoutFilters(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const node = value as { type?: unknown; val?: string; filters?: readonly unknown[] }
  if (node.type === 'RawInclude') node.filters = []
  if (node.type === 'Filter') Object.assign(node, { type: 'Text', val: '' })
  else for (const child of Object.values(node)) withoutFilters(child)
  return node
}

interface PugError {
  readonly line?: unknown
  readonly column?: unknown
  readonly msg?: unknown
  /** The template with the error: this template, or a template that it includes. */
  readonly filename?: unknown
  /** The error in the JavaScript of the whole template. */
  readonly babylonError?: unknown
}

function readProblem(
  error: unknown,
  source: SourceText,
  { filename, mistake = 0 }: { readonly filename?: string; readonly mistake?: number | undefined } = {},
): TemplateProblem {
  const { line, column, msg, babylonError, filename: place } = error as PugError
  const cause = babylonError ?? error
  const said = typeof msg === 'string' ? msg : cause instanceof Error ? cause.message : String(cause)
  const [message = '', ...rest] = said.replace(/ \(\d+:\d+\)$/, '').split('\n')
  // An error about a missing file contains its line only in the message.
  const lineNumber = typeof line === 'number' ? line : Number(/ line (\d+)$/.exec(rest.at(-1) ?? '')?.[1])
  const isHere = typeof place !== 'string' || filename === undefined || place === filename
  const columnNumber = typeof column === 'number' ? column : 1
  const offset =
    isHere && lineNumber > 0 ? source.offsetAt(lineNumber - 1, Math.max(0, columnNumber - 1)) : mistake
  const where = isHere ? '' : `${place}: `
  return { offset, message: `Pug cannot read this template: ${where}${message.slice(0, 200)}` }
}
