import type { SourceText } from '../terminal/source-text.js'
import { findLinksInCode, type CodeTag } from './template-code.js'
import type { FindLinksOptions, FoundLinks } from './template-link.js'

/** The links of an Eta template: `<% route "a.b", { id: 5 } %>`, `<%= route("a.b") %>`, `<%= it.route("a.b") %>`. */
export function findEtaLinks(source: SourceText, options: FindLinksOptions): FoundLinks {
  return { ...findLinksInCode(source, etaTags(source.text), options), problems: [] }
}

function etaTags(text: string): CodeTag[] {
  const tags: CodeTag[] = []
  let start = text.indexOf('<%')
  while (start >= 0) {
    const codeStart = skipMarks(text, start + 2)
    const close = findClose(text, codeStart)
    if (close < 0) break
    const mark = text.slice(start + 2, codeStart)
    const codeEnd = /[-_]/.test(text.charAt(close - 1)) && close - 1 >= codeStart ? close - 1 : close
    const code = text.slice(codeStart, codeEnd)
    const isOutput = /[=~]/.test(mark)
    // The tag that the plugin adds: the word, a blank, and a text or a name.
    const word = isOutput ? null : /^\s*route(?=\s+(?:["'`]|(?!(?:in|instanceof|of)\b)[A-Za-z_$]))/.exec(code)
    tags.push({
      type: word === null ? (isOutput ? 'output' : 'statement') : 'call',
      start,
      codeStart: codeStart + (word?.[0].length ?? 0),
      codeEnd,
      end: close + 2,
    })
    start = text.indexOf('<%', close + 2)
  }
  return tags
}

/** Marks that trim, blanks, and the mark that prints. */
function skipMarks(text: string, offset: number): number {
  let end = offset
  if (/[-_]/.test(text.charAt(end))) end++
  let mark = end
  while (/\s/.test(text.charAt(mark))) mark++
  return /[=~]/.test(text.charAt(mark)) ? mark + 1 : end
}

/** Eta looks for the end outside of strings and comments. Its strings of any quotes may go on in the next line. */
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
