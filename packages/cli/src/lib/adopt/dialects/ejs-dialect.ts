import { parseTags, tagDelimiters, TagSyntaxException, TemplateText } from '@mvc-router/view-ejs/syntax'
import { describeOutput, statementType } from './eta-dialect.js'
import type { DialectTag, TemplateDialect } from './template-dialect.js'
import { lineEndOf } from '../../terminal/text-edits.js'
import type { UrlPiece } from '../urls/written-url.js'

/** `<route:reverse action="a.b" id="<%= user.id %>"/>`, under the prefix that the file declares. */
export const ejsDialect: TemplateDialect = {
  tags(text) {
    try {
      return parseTags(new TemplateText(text, ''), tagDelimiters()).map((piece): DialectTag => {
        const { start, end } = piece
        if (piece.type === 'directive') return { start, end, type: 'comment' }
        if (piece.type !== 'code')
          return {
            start,
            end,
            type: piece.type === 'tag' && piece.call.tag.name === 'reverse' ? 'link' : 'other',
          }
        const code = text.slice(piece.codeStart, piece.codeEnd).trim()
        if (piece.mark === '#') return { start, end, type: 'comment' }
        const isOutput = piece.mark === '=' || piece.mark === '-'
        return { start, end, ...(isOutput ? describeOutput(code) : { type: statementType(code) }) }
      })
    } catch (error) {
      if (error instanceof TagSyntaxException) return undefined
      throw error
    }
  },
  write({ action, args }, text) {
    const attributes = [...args].map(([name, pieces]) => {
      const value = pieces.map(valuePiece)
      if (name === 'action' || !/^[A-Za-z_][\w.-]*$/.test(name) || value.includes(undefined)) return undefined
      // Code that holds the quote would end the value.
      const quote = value.some((piece) => piece?.includes('"') === true) ? "'" : '"'
      return value.some((piece) => piece?.includes(quote) === true)
        ? undefined
        : ` ${name}=${quote}${value.join('')}${quote}`
    })
    if (attributes.includes(undefined)) return undefined
    return `<${declaredPrefix(text) ?? 'route'}:reverse action="${action}"${attributes.join('')}/>`
  },
  prepare(text) {
    if (declaredPrefix(text) !== undefined) return []
    const start = text.startsWith('\uFEFF') ? 1 : 0
    // The dash drops the line end, so the page does not get an empty line.
    return [{ start, end: start, text: `<%@ taglib prefix="route" uri="/mvc-router" -%>${lineEndOf(text)}` }]
  },
}

function valuePiece(piece: UrlPiece): string | undefined {
  if (piece.type === 'hole') return piece.expression.includes('%>') ? undefined : `<%= ${piece.expression} %>`
  return piece.text.includes('<') ? undefined : piece.text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}

/** The prefix of the tag library, where the file declares it before anything else uses it. */
function declaredPrefix(text: string): string | undefined {
  return /^\s*<%@\s*taglib\b[^%]*\bprefix\s*=\s*["']([\w.-]+)["'][^%]*%>/.exec(text)?.[1]
}
