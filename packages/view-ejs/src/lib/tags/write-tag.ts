import type { TemplateText } from '../template-text.js'
import type { TagCall, TagValue } from './tag-call.js'
import type { TagDelimiters } from './tag-delimiters.js'

/** The syntax of the code that replaces a tag. */
export interface WrittenSyntax extends TagDelimiters {
  /** `__routeTags`, or `locals.__routeTags` if the template's variables need the prefix. */
  readonly tags: string
  /** True if EJS's escape function escapes a URL as `escapeHtml` does. Tags then print HTML, because this is faster. */
  readonly printsHtml: boolean
}

/**
 * The EJS source that replaces a tag. Each expression of the tag becomes an assignment in its original line, so EJS
 * treats it like any other code (line numbers, comments, `await`). A call then prints the URL.
 *
 *     <route:reverse action="user.show" id="<%= user.id %>"/>
 *     <% let __route1; __route1 = user.id %><%- __routeTags.reverseHtml("user.show", {["id"]: __route1}, {…}) %>
 *
 * @param nextVariable returns the name of an unused variable
 */
export function writeTag(
  source: TemplateText,
  { open, close, delimiter, tags, printsHtml }: WrittenSyntax,
  { tag, attributes }: TagCall,
  nextVariable: () => string,
): string {
  let output = tag.name === 'link' ? '<a' : tag.name === 'form' ? '<form' : ''
  let action = ''
  let method = 'undefined'
  const parameters: string[] = []
  let written = tag.start

  for (const attribute of attributes) {
    if (attribute.role === 'html') writeHtml(attribute)
    else {
      const value = writeValue(attribute.value)
      if (attribute.role === 'action') action = value
      else if (attribute.role === 'method') method = value
      else parameters.push(`[${quoted(attribute.name)}]: ${value}`)
    }
  }
  const call = `${action}, {${parameters.join(', ')}}, ${place()}`
  if (tag.name === 'with') output += printed(`${tags}.with({${parameters.join(', ')}}, ${place()})`)
  else if (tag.name === 'reverse') output += url()
  else if (tag.name === 'link') output += ` href="${url()}">`
  else {
    const form = assigned(`${tags}.form(${call}, ${method})`)
    output += ` action="${printed(`${form}.action`)}" method="${printed(`${form}.method`)}">${open}- ${form}.fields ${close}`
  }
  writeLineFeeds(tag.end)
  return output

  function writeHtml({ start, end }: { start: number; end: number }): void {
    writeLineFeeds(start)
    output += ` ${source.text.slice(start, end)}`
    written = end
  }

  /** Writes the code of a value, and returns an expression for the value. */
  function writeValue(value: TagValue): string {
    const pieces = value.map((piece) => {
      if (piece.type === 'text') return quoted(piece.text)
      writeLineFeeds(piece.start)
      const variable = assigned(piece.code)
      written = piece.end
      return variable
    })
    const [first = '""'] = pieces
    return pieces.length <= 1 ? first : `${tags}.text(${pieces.join(', ')})`
  }

  function place(): string {
    const { template, line, column, frame } = source.place(tag.start)
    return `{template: ${quoted(template)}, line: ${line}, column: ${column}, frame: ${quoted(frame)}}`
  }

  function assigned(code: string): string {
    const variable = nextVariable()
    output += `${open} let ${variable}; ${variable} = ${code} ${close}`
    return variable
  }

  function url(): string {
    return printsHtml ? `${open}- ${tags}.reverseHtml(${call}) ${close}` : printed(`${tags}.reverse(${call})`)
  }

  function printed(code: string): string {
    return `${open}= ${code} ${close}`
  }

  /** Writes the line feeds before an offset as EJS code, so that they are not printed. */
  function writeLineFeeds(offset: number): void {
    const count = source.lineFeedsBetween(written, offset)
    if (count > 0) output += `${open}${'\n'.repeat(count)}${close}`
    written = offset
  }

  /** A string literal that EJS cannot mistake for the end of the code. */
  function quoted(text: string): string {
    let literal = JSON.stringify(text)
    for (const character of delimiter) literal = literal.replaceAll(character, unicodeEscape(character))
    return literal
  }
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
