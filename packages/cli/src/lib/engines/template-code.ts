import type { SourceText } from '../terminal/source-text.js'
import { linksOfTemplateCode } from './script/links.js'
import {
  firstMistake,
  parseTemplateCode,
  ScriptSyntaxException,
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
  for (const piece of pieces) {
    try {
      links.push(...linksOfTemplateCode(parsePiece(piece), options))
    } catch (error) {
      if (!(error instanceof ScriptSyntaxException)) throw error
      // `})` and the like hold no link.
      const { codeStart: offset } = piece.tag
      if (piece.code.includes(options.attributeName)) unread.push({ offset, message: error.message })
    }
  }
  return { links, unread }
}

/** Texts that may be missing around a piece of code, which may begin and end blocks: `} else if (x) {`, `if (x)`. */
export const blockParts: readonly (readonly [before: string, after: string])[] = [
  ['', ''],
  ['', '}'],
  ['', '{}'],
  ['if(1){', '}'],
  ['if(1){', ''],
  ['if(1){}', '{}'],
  ['', '})'],
]

function parsePiece({ tag, code }: Piece): SyntaxNode {
  let firstError: unknown
  const [open, close] = brackets(tag)
  for (const [before, after] of tag.type === 'statement' ? blockParts : blockParts.slice(0, 1)) {
    try {
      const opening = before + open
      return parseTemplateCode(opening + code + close + after, tag.codeStart - opening.length)
    } catch (error) {
      firstError ??= error
    }
  }
  throw firstError
}

/** Code without the semicolon at its end, which an expression in brackets cannot have; of the same length. */
function withoutSemicolon(code: string): string {
  const trimmed = code.trimEnd()
  return trimmed.endsWith(';') ? trimmed.slice(0, -1).padEnd(code.length) : code
}
