import type { SourceText } from '../terminal/source-text.js'
import type { DialectTag } from './html/template-dialect.js'
import { linksOfTemplateCode } from './script/links.js'
import { encodesWithin, urlPieces } from './script/write.js'
import {
  firstMistake,
  parseTemplateCode,
  ScriptSyntaxException,
  templateExpression,
  type SyntaxNode,
} from '@mvc-router/import/script'
import type { FindLinksOptions, TemplateLink, TemplateProblem } from './template-link.js'

/** A tag with code: `<% if (x) { %>`, `<%= x %>`. Offsets are those of the template. */
export interface CodeTag {
  /** `statement` is code as it is, `output` prints the value of an expression, `call` holds what `route` is called with. */
  readonly type: 'statement' | 'output' | 'call'
  readonly start: number
  /** The code between the delimiters and their marks. */
  readonly codeStart: number
  readonly codeEnd: number
  readonly end: number
}

/**
 * The links in the code of a template. Everything else is replaced by blanks, so that all code is read as the one
 * program that it will be, and every offset stays what it is. Where that is no program, each tag is read alone, and
 * `mistake` says what is in the way.
 */
export function findLinksInCode(
  { text }: SourceText,
  tags: readonly CodeTag[],
  options: FindLinksOptions,
): { links: TemplateLink[]; unread: TemplateProblem[]; mistake: TemplateProblem | undefined } {
  const pieces = tags.map((tag) => {
    const code = text.slice(tag.codeStart, tag.codeEnd)
    return { tag, code: tag.type === 'statement' ? code : withoutSemicolon(code) }
  })
  try {
    const root = parseTemplateCode(toProgram(text, pieces))
    return { links: linksOfTemplateCode(root, options), unread: [], mistake: firstMistake(root) }
  } catch (error) {
    if (!(error instanceof ScriptSyntaxException)) throw error
    const { offset, message } = error
    return { ...readAlone(pieces, options), mistake: { offset, message } }
  }
}

interface Piece {
  readonly tag: CodeTag
  readonly code: string
}

/** A line end ends each tag, since its last line may end in a comment. */
function toProgram(text: string, pieces: readonly Piece[]): string {
  let program = ''
  for (const { tag, code } of pieces) {
    const [open, close] = brackets(tag)
    program += open.padStart(tag.codeStart - program.length) + code + close.padEnd(tag.end - tag.codeEnd)
  }
  return program.padEnd(text.length)
}

/** Text around the code; it takes the place of the delimiters and is not longer than they are. */
function brackets({ type }: CodeTag): [open: string, close: string] {
  switch (type) {
    case 'statement':
      return ['', '\n']
    case 'output':
      return [';(', '\n)']
    case 'call':
      return ['route(', '\n)']
  }
}

function readAlone(
  pieces: readonly Piece[],
  options: FindLinksOptions,
): { links: TemplateLink[]; unread: TemplateProblem[] } {
  const links: TemplateLink[] = []
  const unread: TemplateProblem[] = []
  for (const { tag, code } of pieces) {
    const [open, close] = brackets(tag)
    const around: Surroundings = tag.type === 'statement' ? blockParts : [['', '']]
    const read = readPart(open + code + close, tag.codeStart - open.length, around)
    if (!(read instanceof ScriptSyntaxException)) links.push(...linksOfTemplateCode(read, options))
    // `})` and the like hold no link.
    else if (code.includes(options.attributeName))
      unread.push({ offset: tag.codeStart, message: read.message })
  }
  return { links, unread }
}

type Surrounding = readonly [before: string, after: string]

/** Texts around a piece of code, of which the first that make it readable are taken. */
export type Surroundings = readonly [Surrounding, ...Surrounding[]]

/** Texts that may be missing around a piece of code, which may begin and end blocks: `} else if (x) {`, `if (x)`. */
export const blockParts: Surroundings = [
  ['', ''],
  ['', '}'],
  ['', '{}'],
  ['if(1){', '}'],
  ['if(1){', ''],
  ['if(1){}', '{}'],
  ['', '})'],
]

/** The tree of a piece of code, else the error without anything around it. */
export function readPart(
  code: string,
  start: number,
  [[before, after], next, ...more]: Surroundings,
): SyntaxNode | ScriptSyntaxException {
  try {
    return parseTemplateCode(before + code + after, start - before.length)
  } catch (error) {
    if (!(error instanceof ScriptSyntaxException)) throw error
    const read = next && readPart(code, start, [next, ...more])
    return read === undefined || read instanceof ScriptSyntaxException ? error : read
  }
}

/** Code without the semicolon at its end, which an expression in brackets cannot have; of the same length. */
function withoutSemicolon(code: string): string {
  const trimmed = code.trimEnd()
  return trimmed.endsWith(';') ? trimmed.slice(0, -1).padEnd(code.length) : code
}

/** An output of JavaScript: a value, or a URL of ours. */
export function describeOutput(code: string): Pick<DialectTag, 'type' | 'expression'> {
  if (/^(?:(?:it|locals)\.)?route(?:\.reverse)?\s*\(/.test(code)) return { type: 'link' }
  return { type: 'output', expression: expressionOf(code.replace(/;$/, '')) }
}

/** Conditions by their braces: `if (x) {`, `} else {`, `}`. */
export function statementType(code: string): DialectTag['type'] {
  if (/^if\s*\([^{}]*\)\s*\{$/.test(code)) return 'open'
  if (/^\}\s*else(?:\s+if\s*\([^{}]*\))?\s*\{$/.test(code)) return 'middle'
  if (code === '}') return 'close'
  return /^\/\*(?:[^*]|\*(?!\/))*\*\/$/.test(code) ? 'comment' : 'other'
}

function expressionOf(code: string): string | undefined {
  const expression = templateExpression(code)
  // Engines print the first of several expressions.
  if (expression === undefined || expression.type === 'SequenceExpression') return undefined
  const [piece, ...more] = urlPieces(expression, code)
  if (piece?.type === 'hole' && more.length === 0) return piece.expression
  return encodesWithin(code) ? undefined : code
}
