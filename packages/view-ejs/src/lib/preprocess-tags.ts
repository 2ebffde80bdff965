import type { EjsModule, EjsOptions } from './ejs-module.js'
import { ejsSyntax, type EjsSyntax } from './ejs-syntax.js'
import { parseTag, type Tag } from './parse-tag.js'
import { parseTaglibDirective } from './parse-taglib-directive.js'
import { SourceText } from './source-text.js'
import { TAG_NAMES, tagCall } from './tag-call.js'
import { TagSyntaxException, type TagErrorCode } from './tag-syntax-exception.js'
import { writeTag } from './write-tag.js'

/**
 * Replaces the tags of a template by plain EJS. Every line stays where it stands, so EJS's line numbers stay true.
 * Tags inside of EJS code, EJS comments and `<%% … %>` are left alone; tags in HTML comments are not, as EJS code is not.
 *
 * @param options EJS's options, of which the delimiters, `localsName`, `strict`, `_with` and `filename` matter here
 * @throws TagSyntaxException
 */
export function preprocessTags(
  template: string,
  options: EjsOptions = {},
  ejs: Partial<EjsModule> = {},
): string {
  return new Preprocessor(
    new SourceText(template, options.filename ?? 'template'),
    ejsSyntax(options, ejs),
  ).process()
}

/** `<prefix:name` or `</prefix:name`. */
const TAG_START = /<(\/?)([A-Za-z_][\w.-]*):([A-Za-z_][\w.-]*)/g

interface TagStart {
  readonly start: number
  readonly nameEnd: number
  readonly isClosing: boolean
  readonly prefix: string
  readonly name: string
}

class Preprocessor {
  readonly #source: SourceText
  readonly #text: string
  readonly #syntax: EjsSyntax
  readonly #prefixes = new Set<string>()
  /** `link` and `form` tags whose closing tag is still to come. */
  readonly #openTags: Tag[] = []
  #output = ''
  /** Up to this offset, the template is in the output. */
  #copied = 0
  #variables = 0
  /** Nothing closes the last `<%%`, and so nothing closes those behind it. */
  #literalsStayOpen = false

  constructor(source: SourceText, syntax: EjsSyntax) {
    this.#source = source
    this.#text = source.text
    this.#syntax = syntax
  }

  process(): string {
    let tag = this.#findTag(0)
    let code = this.#findCode(0)
    while (tag !== undefined || code !== -1) {
      const tagComesFirst = tag !== undefined && (code === -1 || tag.start < code)
      const offset = tagComesFirst && tag !== undefined ? this.#replaceTag(tag) : this.#skipCode(code)
      if (tag !== undefined && tag.start < offset) tag = this.#findTag(offset)
      if (code !== -1 && code < offset) code = this.#findCode(offset)
    }
    const unclosed = this.#openTags.at(-1)
    if (unclosed !== undefined) {
      const { prefix, name } = unclosed
      throw this.#problem(
        'E_TAG_UNTERMINATED',
        unclosed,
        `<${prefix}:${name}> is not closed by </${prefix}:${name}>`,
      )
    }
    return this.#output + this.#text.slice(this.#copied)
  }

  #findTag(offset: number): TagStart | undefined {
    TAG_START.lastIndex = offset
    const match = TAG_START.exec(this.#text)
    if (match === null) return undefined
    const [whole, slash, prefix = '', name = ''] = match
    return { start: match.index, nameEnd: match.index + whole.length, isClosing: slash === '/', prefix, name }
  }

  #findCode(offset: number): number {
    return this.#text.indexOf(this.#syntax.open, offset)
  }

  /** @returns the offset after the code that begins at `start` */
  #skipCode(start: number): number {
    const { open, close, delimiter } = this.#syntax
    const codeStart = start + open.length
    if (this.#text.startsWith(delimiter, codeStart)) return this.#skipLiteral(codeStart + delimiter.length)
    const closeStart = this.#text.indexOf(close, codeStart)
    // Code without an end: EJS will say so.
    if (closeStart === -1) return this.#text.length
    if (this.#text.startsWith('@', codeStart)) {
      const directive = this.#text.slice(codeStart, closeStart).replace(/[-_]$/, '')
      const prefix = parseTaglibDirective(this.#source, directive, start)
      if (prefix !== undefined) {
        this.#prefixes.add(prefix)
        // It stays in the template as a comment.
        this.#replace(start, codeStart, `${open}#`)
      }
    }
    return closeStart + close.length
  }

  /**
   * `<%% … %>` prints `<% … %>`, and what stands between is text. A `<%%` that nothing closes prints `<%` and no more.
   * @returns the offset after it
   */
  #skipLiteral(start: number): number {
    const { open, close, delimiter } = this.#syntax
    let offset = start
    if (this.#literalsStayOpen) return start
    for (;;) {
      const closeStart = this.#text.indexOf(close, offset)
      if (closeStart === -1) {
        this.#literalsStayOpen = true
        return start
      }
      const codeStart = this.#text.indexOf(open, offset)
      if (codeStart === -1 || closeStart < codeStart) return closeStart + close.length
      const isLiteral = this.#text.startsWith(delimiter, codeStart + open.length)
      offset = isLiteral ? codeStart + open.length + delimiter.length : closeStart + close.length
    }
  }

  /** @returns the offset after the tag */
  #replaceTag(tagStart: TagStart): number {
    const { start, nameEnd, isClosing, prefix, name } = tagStart
    if (!this.#prefixes.has(prefix)) {
      if (!isClosing && this.#looksLikeOurs(tagStart)) throw this.#undeclared(tagStart)
      return nameEnd
    }
    if (!TAG_NAMES.has(name)) {
      const hint = `the tags are ${[...TAG_NAMES.keys()].map((known) => `<${prefix}:${known}>`).join(', ')}`
      throw this.#problem('E_TAG_UNKNOWN', tagStart, `There is no tag <${prefix}:${name}>`, hint)
    }
    if (isClosing) return this.#replaceClosingTag(tagStart)

    const tag = parseTag(this.#source, this.#syntax, { prefix, name, start, nameEnd })
    const call = tagCall(this.#source, this.#syntax, tag)
    let written = writeTag(this.#source, this.#syntax, call, () => `__route${++this.#variables}`)
    let end = tag.end
    if (name === 'reverse') {
      if (!tag.isEmpty) end = this.#closingTagEnd(tag)
      written += this.#lineFeeds(tag.end, end)
    } else if (tag.isEmpty) written += closingElement(name)
    else this.#openTags.push(tag)
    this.#replace(start, end, written)
    return end
  }

  #replaceClosingTag(tagStart: TagStart): number {
    const { start, nameEnd, prefix, name } = tagStart
    const open = this.#openTags.pop()
    if (open?.prefix !== prefix || open.name !== name) {
      const expected =
        open === undefined ? 'no tag is open' : `</${open.prefix}:${open.name}> must come first`
      throw this.#problem('E_TAG_SYNTAX', tagStart, `</${prefix}:${name}> closes nothing: ${expected}`)
    }
    const end = this.#closingBracketEnd(nameEnd)
    if (end === undefined)
      throw this.#problem('E_TAG_UNTERMINATED', tagStart, `</${prefix}:${name}> does not end`)
    this.#replace(start, end, closingElement(name) + this.#lineFeeds(start, end))
    return end
  }

  /** The offset after `</route:reverse>`, which may stand right after `<route:reverse …>` in place of `/>`. */
  #closingTagEnd({ prefix, name, start, end }: Tag): number {
    const closing = `</${prefix}:${name}`
    const closingStart = this.#skipBlanks(end)
    const closingEnd = this.#text.startsWith(closing, closingStart)
      ? this.#closingBracketEnd(closingStart + closing.length)
      : undefined
    if (closingEnd !== undefined) return closingEnd
    const message = `<${prefix}:${name}> has no body, and no end`
    throw this.#problem('E_TAG_UNTERMINATED', { start }, message, 'end it with "/>"')
  }

  #closingBracketEnd(offset: number): number | undefined {
    const bracket = this.#skipBlanks(offset)
    return this.#text[bracket] === '>' ? bracket + 1 : undefined
  }

  #skipBlanks(offset: number): number {
    let end = offset
    while (/\s/.test(this.#text.charAt(end))) end++
    return end
  }

  #lineFeeds(start: number, end: number): string {
    const count = this.#source.lineFeedsBetween(start, end)
    return count === 0 ? '' : `${this.#syntax.open}${'\n'.repeat(count)}${this.#syntax.close}`
  }

  /** Other XML prefixes (`svg:`, `o:`) are none of our business, unless the tag can only be meant as one of ours. */
  #looksLikeOurs({ prefix, name, nameEnd }: TagStart): boolean {
    if (prefix === 'route' || name === 'reverse') return true
    return (
      TAG_NAMES.has(name) &&
      /^\s[^<>]{0,500}?\baction\s*=\s*["'][\w.]+\.\w+["'(]/.test(this.#text.slice(nameEnd, nameEnd + 600))
    )
  }

  #undeclared(tagStart: TagStart): TagSyntaxException {
    const { prefix, name } = tagStart
    const { open, close } = this.#syntax
    const [declared] = this.#prefixes
    const hint =
      declared === undefined
        ? `begin the file with ${open}@ taglib prefix="${prefix}" uri="/mvc-router" ${close}`
        : `this file declares the prefix "${declared}": <${declared}:${name}>`
    return this.#problem(
      'E_TAG_UNDECLARED',
      tagStart,
      `The prefix of <${prefix}:${name}> is not declared`,
      hint,
    )
  }

  #problem(
    code: TagErrorCode,
    { start }: { start: number },
    message: string,
    hint?: string,
  ): TagSyntaxException {
    return new TagSyntaxException(code, message, this.#source.place(start), hint)
  }

  #replace(start: number, end: number, replacement: string): void {
    this.#output += this.#text.slice(this.#copied, start) + replacement
    this.#copied = end
  }
}

function closingElement(name: string): string {
  return name === 'link' ? '</a>' : '</form>'
}
