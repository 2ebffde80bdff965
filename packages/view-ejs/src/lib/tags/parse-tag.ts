import { readEjsCode, type EjsCode } from '../ejs-code.js'
import type { TemplateText } from '../template-text.js'
import type { TagDelimiters } from './tag-delimiters.js'
import type { TagSyntaxException } from './tag-syntax-exception.js'

/** `<prefix:name attribute="value" …>` with offsets in the template. */
export interface Tag {
  readonly prefix: string
  readonly name: string
  readonly attributes: readonly TagAttribute[]
  /** True if it ends with `/>`. */
  readonly isEmpty: boolean
  readonly start: number
  readonly end: number
}

export interface TagAttribute {
  readonly name: string
  /** Undefined for an attribute without a value, such as `html:download`. */
  readonly value: readonly ValuePiece[] | undefined
  readonly start: number
  /** The offset after the opening quote; the start of the name if there is no value. */
  readonly valueStart: number
  readonly end: number
}

export type ValuePiece =
  | { readonly type: 'text'; readonly text: string }
  | (EjsCode & { readonly type: 'code'; readonly code: string })

/** @throws TagSyntaxException */
export function parseTag(
  source: TemplateText,
  syntax: TagDelimiters,
  { prefix, name, start, nameEnd }: { prefix: string; name: string; start: number; nameEnd: number },
): Tag {
  const { text } = source
  const attributes: TagAttribute[] = []
  let offset = nameEnd

  for (;;) {
    const blankEnd = skipBlanks(text, offset)
    if (text.startsWith('/>', blankEnd))
      return { prefix, name, attributes, isEmpty: true, start, end: blankEnd + 2 }
    if (text[blankEnd] === '>') return { prefix, name, attributes, isEmpty: false, start, end: blankEnd + 1 }
    if (text.startsWith(syntax.open, blankEnd)) {
      throw syntaxError(
        blankEnd,
        `EJS code goes into the value of an attribute: id="${syntax.open}= … ${syntax.close}"`,
      )
    }
    if (blankEnd >= text.length || text[blankEnd] === '<') throw unterminated()
    if (blankEnd === offset)
      throw syntaxError(offset, 'Expected a blank, "/>" or ">"', 'is a quote missing before this character?')
    const attribute = parseAttribute(blankEnd)
    attributes.push(attribute)
    offset = attribute.end
  }

  function parseAttribute(attributeStart: number): TagAttribute {
    const attributeNameEnd = skipName(text, attributeStart)
    if (attributeNameEnd === attributeStart)
      throw syntaxError(attributeStart, 'Expected the name of an attribute')
    const attributeName = text.slice(attributeStart, attributeNameEnd)
    const equals = skipBlanks(text, attributeNameEnd)
    if (text[equals] !== '=')
      return {
        name: attributeName,
        value: undefined,
        start: attributeStart,
        valueStart: attributeStart,
        end: attributeNameEnd,
      }
    const quote = skipBlanks(text, equals + 1)
    if (text[quote] !== '"' && text[quote] !== "'") {
      if (quote >= text.length) throw unterminated()
      throw syntaxError(quote, `The value of "${attributeName}" must be in quotes`)
    }
    return { name: attributeName, start: attributeStart, valueStart: quote + 1, ...parseValue(quote) }
  }

  function parseValue(quote: number): { value: readonly ValuePiece[]; end: number } {
    const value: ValuePiece[] = []
    const quoteMark = text.charAt(quote)
    let pieceStart = quote + 1
    for (;;) {
      const valueEnd = text.indexOf(quoteMark, pieceStart)
      if (valueEnd === -1) throw unterminated()
      const [before = '', ...more] = text.slice(pieceStart, valueEnd).split(syntax.open, 2)
      if (before !== '') value.push({ type: 'text', text: before })
      if (more.length === 0) return { value, end: valueEnd + 1 }
      const code = parseCode(pieceStart + before.length)
      value.push(code)
      pieceStart = code.end
    }
  }

  function parseCode(codeStart: number): ValuePiece & { type: 'code' } {
    const code = readEjsCode(text, syntax, codeStart)
    if (code === undefined) throw unterminated()
    return { type: 'code', code: text.slice(code.codeStart, code.codeEnd), ...code }
  }

  function unterminated(): TagSyntaxException {
    const hint = `end it with "/>"${name === 'reverse' ? '' : ` or ">", and look for a missing quote`}`
    return source.problem('E_TAG_UNTERMINATED', { start }, `<${prefix}:${name}> does not end`, hint)
  }

  function syntaxError(offsetOfError: number, message: string, hint?: string): TagSyntaxException {
    const place = { start: offsetOfError }
    return source.problem('E_TAG_SYNTAX', place, `${message}, in <${prefix}:${name}>`, hint)
  }
}

function skipBlanks(text: string, offset: number): number {
  let end = offset
  while (end < text.length && ' \t\r\n\f'.includes(text.charAt(end))) end++
  return end
}

function skipName(text: string, offset: number): number {
  let end = offset
  while (end < text.length && !' \t\r\n\f"\'<>/='.includes(text.charAt(end))) end++
  return end
}
