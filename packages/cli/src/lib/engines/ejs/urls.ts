import { parseTags, tagDelimiters, TagSyntaxException, TemplateText } from '@mvc-router/view-ejs/syntax'
import { describeOutput, statementType } from '../eta/urls.js'
import type { DialectTag, TemplateDialect } from '../html/template-dialect.js'
import { declareTags, writeEjsLink } from './write.js'

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
  write: writeEjsLink,
  prepare: declareTags,
}
