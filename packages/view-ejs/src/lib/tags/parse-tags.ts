import { readEjsCode, type EjsCode } from '../ejs-code.js'
import { parseTag, type Tag } from './parse-tag.js'
import { parseTaglibDirective } from './parse-taglib-directive.js'
import type { TemplateText } from '../template-text.js'
import { namesOfTags, tagCall, type TagCall } from './tag-call.js'
import type { TagDelimiters } from './tag-delimiters.js'
import { TagSyntaxException } from './tag-syntax-exception.js'

/** Code or a tag of a template. Pieces are in order, and never overlap. */
export type TemplatePiece =
  | (EjsCode & { readonly type: 'code' })
  /** `<%@ taglib prefix="route" uri="/mvc-router" %>` */
  | (Piece & { readonly type: 'directive'; readonly codeStart: number })
  /** `<route:reverse …/>`, `<route:link …/>`, or `<route:link …>`, whose closing tag is another piece. */
  | (Piece & { readonly type: 'tag'; readonly call: TagCall })
  /** `</route:link>` and `</route:form>` */
  | (Piece & { readonly type: 'closingTag'; readonly name: string })

interface Piece {
  readonly start: number
  readonly end: number
}

/**
 * Finds the code and the tags of a template. Ignores tags in EJS code, EJS comments and `<%% … %>`. Finds tags in HTML
 * comments, because EJS also runs code there.
 *
 * @param report called with each problem; if it returns, parsing continues after the tag. The default throws
 * @throws TagSyntaxException
 */
export function parseTags(
  source: TemplateText,
  delimiters: TagDelimiters,
  report: (problem: TagSyntaxException) => void = fail,
): TemplatePiece[] {
  return new TagReader(source, delimiters, report).read()
}

function fail(problem: TagSyntaxException): never {
  throw problem
}

/** `<prefix:name` or `</prefix:name`. */
const openingTag = /<(\/?)([A-Za-z_][\w.-]*):([A-Za-z_][\w.-]*)/g

interface TagStart {
  readonly start: number
  readonly nameEnd: number
  readonly isClosing: boolean
  readonly prefix: string
  readonly name: string
}

class TagReader {
  readonly #source: TemplateText
  readonly #text: string
  readonly #syntax: TagDelimiters
  readonly #report: (problem: TagSyntaxException) => void
  readonly #pieces: TemplatePiece[] = []
  readonly #prefixes = new Set<string>()
  /** `link` and `form` tags that are still open. */
  readonly #openTags: Tag[] = []
  /** True after an unreadable tag, because a later closing tag may belong to that tag. */
  #isBroken = false
  /** True if no delimiter closes a `<%%`. A later `<%%` then stays open, too. */
  #literalsStayOpen = false

  constructor(source: TemplateText, syntax: TagDelimiters, report: (problem: TagSyntaxException) => void) {
    this.#source = source
    this.#text = source.text
    this.#syntax = syntax
    this.#report = report
  }

  read(): TemplatePiece[] {
    let tag = this.#findTag(0)
    let code = this.#findCode(0)
    while (tag !== undefined || code !== -1) {
      const tagComesFirst = tag !== undefined && (code === -1 || tag.start < code)
      const offset = tagComesFirst && tag !== undefined ? this.#tryTag(tag) : this.#readCode(code)
      if (tag !== undefined && tag.start < offset) tag = this.#findTag(offset)
      if (code !== -1 && code < offset) code = this.#findCode(offset)
    }
    const unclosed = this.#openTags.at(-1)
    if (unclosed !== undefined && !this.#isBroken) {
      const { prefix, name } = unclosed
      const message = `<${prefix}:${name}> is not closed by </${prefix}:${name}>`
      this.#report(this.#source.problem('E_TAG_UNTERMINATED', unclosed, message))
    }
    return this.#pieces
  }

  #findTag(offset: number): TagStart | undefined {
    openingTag.lastIndex = offset
    const match = openingTag.exec(this.#text)
    if (match === null) return undefined
    const [whole, slash, prefix = '', name = ''] = match
    return { start: match.index, nameEnd: match.index + whole.length, isClosing: slash === '/', prefix, name }
  }

  #findCode(offset: number): number {
    return this.#text.indexOf(this.#syntax.open, offset)
  }

  /** @returns the offset after the code that begins at `start` */
  #readCode(start: number): number {
    const { open, delimiter } = this.#syntax
    const markStart = start + open.length
    if (this.#text.startsWith(delimiter, markStart)) return this.#skipLiteral(markStart + delimiter.length)
    const code = readEjsCode(this.#text, this.#syntax, start)
    // EJS itself reports code without an end.
    if (code === undefined) return this.#text.length
    const { mark, codeStart, codeEnd, end } = code
    if (mark === '@') {
      const prefix = this.#try(() =>
        parseTaglibDirective(this.#source, this.#text.slice(codeStart, codeEnd), start),
      )
      if (prefix !== undefined) {
        this.#prefixes.add(prefix)
        this.#pieces.push({ type: 'directive', start, codeStart, end })
        return end
      }
    }
    this.#pieces.push({ type: 'code', ...code })
    return end
  }

  /**
   * `<%% … %>` prints `<% … %>`. Tags inside are text, but code inside runs. A `<%%` without an end prints only `<%`.
   */
  #skipLiteral(start: number): number {
    const { open, close, delimiter } = this.#syntax
    const { length } = this.#pieces
    let offset = start
    if (this.#literalsStayOpen) return start
    for (;;) {
      const closeStart = this.#text.indexOf(close, offset)
      if (closeStart === -1) {
        this.#literalsStayOpen = true
        // The text after the `<%%` is read again.
        this.#pieces.length = length
        return start
      }
      const codeStart = this.#text.indexOf(open, offset)
      if (codeStart === -1 || closeStart < codeStart) return closeStart + close.length
      if (this.#text.startsWith(delimiter, codeStart + open.length))
        offset = codeStart + open.length + delimiter.length
      else offset = this.#readCode(codeStart)
    }
  }

  /** @returns the offset after the tag */
  #tryTag(tagStart: TagStart): number {
    return this.#try(() => this.#readTag(tagStart)) ?? tagStart.nameEnd
  }

  /** @returns undefined after a reported problem */
  #try<Result>(read: () => Result): Result | undefined {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof TagSyntaxException)) throw error
      this.#isBroken = true
      this.#report(error)
      return undefined
    }
  }

  #readTag(tagStart: TagStart): number {
    const { start, nameEnd, isClosing, prefix, name } = tagStart
    if (!this.#prefixes.has(prefix)) {
      if (!isClosing && this.#looksLikeOurs(tagStart)) throw this.#undeclared(tagStart)
      return nameEnd
    }
    if (!namesOfTags.has(name)) {
      const hint = `the tags are ${[...namesOfTags.keys()].map((known) => `<${prefix}:${known}>`).join(', ')}`
      throw this.#source.problem('E_TAG_UNKNOWN', tagStart, `There is no tag <${prefix}:${name}>`, hint)
    }
    if (isClosing) return this.#readClosingTag(tagStart)

    const tag = parseTag(this.#source, this.#syntax, { prefix, name, start, nameEnd })
    const call = tagCall(this.#source, this.#syntax, tag)
    let end = tag.end
    if (!tag.isEmpty) {
      if (name === 'reverse' || name === 'with') end = this.#closingTagEnd(tag)
      else this.#openTags.push(tag)
    }
    this.#pieces.push({ type: 'tag', call, start, end })
    return end
  }

  #readClosingTag(tagStart: TagStart): number {
    const { start, nameEnd, prefix, name } = tagStart
    const open = this.#openTags.pop()
    if (this.#isBroken) return nameEnd
    if (open?.prefix !== prefix || open.name !== name) {
      const expected =
        open === undefined ? 'no tag is open' : `</${open.prefix}:${open.name}> must come first`
      throw this.#source.problem('E_TAG_SYNTAX', tagStart, `</${prefix}:${name}> closes nothing: ${expected}`)
    }
    const end = this.#closingBracketEnd(nameEnd)
    if (end === undefined)
      throw this.#source.problem('E_TAG_UNTERMINATED', tagStart, `</${prefix}:${name}> does not end`)
    this.#pieces.push({ type: 'closingTag', name, start, end })
    return end
  }

  /** The offset after `</route:reverse>`, which may follow `<route:reverse …>` instead of `/>`. */
  #closingTagEnd({ prefix, name, start, end }: Tag): number {
    const closing = `</${prefix}:${name}`
    const closingStart = this.#skipBlanks(end)
    const closingEnd = this.#text.startsWith(closing, closingStart)
      ? this.#closingBracketEnd(closingStart + closing.length)
      : undefined
    if (closingEnd !== undefined) return closingEnd
    const message = `<${prefix}:${name}> has no body, and no end`
    throw this.#source.problem('E_TAG_UNTERMINATED', { start }, message, 'end it with "/>"')
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

  /** True if a tag with an undeclared prefix can only be ours. Other XML prefixes (`svg:`, `o:`) are ignored. */
  #looksLikeOurs({ prefix, name, nameEnd }: TagStart): boolean {
    if (prefix === 'route' || name === 'reverse') return true
    return (
      namesOfTags.has(name) &&
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
    return this.#source.problem(
      'E_TAG_UNDECLARED',
      tagStart,
      `The prefix of <${prefix}:${name}> is not declared`,
      hint,
    )
  }
}
