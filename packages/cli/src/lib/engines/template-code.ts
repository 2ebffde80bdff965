import { attempt } from '@mvc-router/router-core/tools'
import type { SourceText, Span } from '../terminal/source-text.js'
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

/** A tag with code: `<% if (x) { %>`, `<%= x %>`. Offsets refer to the template. */
export interface CodeTag extends Span {
  /** `statement` is code, `output` prints an expression, and `call` contains the arguments of `route`. */
  readonly type: 'statement' | 'output' | 'call'
  /** The code between the delimiters and their marks. */
  readonly codeStart: number
  readonly codeEnd: number
}

/**
 * Finds the links in the code of a template. Blanks replace everything else, so all code is parsed as one program with
 * unchanged offsets. If this program is invalid, each tag is parsed alone, and `mistake` describes the error.
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
  const root = attempt(ScriptSyntaxException, () => parseTemplateCode(toProgram(text, pieces)))
  if (!(root instanceof ScriptSyntaxException))
    return { links: linksOfTemplateCode(root, options), unread: [], mistake: firstMistake(root) }
  const { offset, message } = root
  return { ...readAlone(pieces, options), mistake: { offset, message } }
}

interface Piece {
  readonly tag: CodeTag
  readonly code: string
}

/** Ends each tag with a line end, because its last line may end with a comment. */
function toProgram(text: string, pieces: readonly Piece[]): string {
  let program = ''
  for (const { tag, code } of pieces) {
    const [open, close] = brackets(tag)
    program += open.padStart(tag.codeStart - program.length) + code + close.padEnd(tag.end - tag.codeEnd)
  }
  return program.padEnd(text.length)
}

/** Returns texts that replace the delimiters and are not longer. The first text ends the code before the tag. */
function brackets({ type }: CodeTag): [open: string, close: string] {
  switch (type) {
    case 'statement':
      return ['\n', '\n']
    case 'output':
      return [';(', '\n)']
    case 'call':
      return [';route(', '\n)']
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
    // Code without the attribute's name, such as `})`, contains no link.
    else if (code.includes(options.attributeName))
      unread.push({ offset: tag.codeStart, message: read.message })
  }
  return { links, unread }
}

type Surrounding = readonly [before: string, after: string]

/** Texts to add around code. The first pair that makes the code readable is used. */
export type Surroundings = readonly [Surrounding, ...Surrounding[]]

/** Texts that complete code which begins or ends a block: `} else if (x) {`, `if (x)`. */
export const blockParts: Surroundings = [
  ['', ''],
  ['', '}'],
  ['', '{}'],
  ['if(1){', '}'],
  ['if(1){', ''],
  ['if(1){}', '{}'],
  ['', '})'],
]

/** Returns the syntax tree of a piece of code, or the first error. */
export function readPart(
  code: string,
  start: number,
  [[before, after], next, ...more]: Surroundings,
): SyntaxNode | ScriptSyntaxException {
  const first = attempt(ScriptSyntaxException, () =>
    parseTemplateCode(before + code + after, start - before.length),
  )
  if (!(first instanceof ScriptSyntaxException) || next === undefined) return first
  const read = readPart(code, start, [next, ...more])
  return read instanceof ScriptSyntaxException ? first : read
}

/** Replaces a final semicolon by a blank, because an expression in brackets cannot end with a semicolon. */
function withoutSemicolon(code: string): string {
  const trimmed = code.trimEnd()
  return trimmed.endsWith(';') ? trimmed.slice(0, -1).padEnd(code.length) : code
}

/** Describes JavaScript that prints a link or another value. */
export function describeOutput(code: string): Pick<DialectTag, 'type' | 'expression'> {
  if (/^(?:(?:it|locals)\.)?route(?:\.reverse)?\s*\(/.test(code)) return { type: 'link' }
  return { type: 'output', expression: expressionOf(code.replace(/;$/, '')) }
}

/** Recognizes conditions by their braces: `if (x) {`, `} else {`, `}`. */
export function statementType(code: string): DialectTag['type'] {
  if (/^if\s*\([^{}]*\)\s*\{$/.test(code)) return 'open'
  if (/^\}\s*else(?:\s+if\s*\([^{}]*\))?\s*\{$/.test(code)) return 'middle'
  if (code === '}') return 'close'
  return /^\/\*(?:[^*]|\*(?!\/))*\*\/$/.test(code) ? 'comment' : 'other'
}

function expressionOf(code: string): string | undefined {
  const expression = templateExpression(code)
  // Engines print only the first of several expressions.
  if (expression === undefined || expression.type === 'SequenceExpression') return undefined
  const [piece, ...more] = urlPieces(expression, code)
  if (piece?.type === 'hole' && more.length === 0) return piece.expression
  return encodesWithin(code) ? undefined : code
}
