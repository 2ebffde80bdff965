import { findHtmlUrls } from '../html/find-html-urls.js'
import type { TemplateEngine } from '../template-engine.js'
import { findEjsLinks } from './links.js'
import { parseTags, tagDelimiters, TemplateText } from '@mvc-router/view-ejs/syntax'
import { lineEndOf } from '@mvc-router/import/script'
import { describeOutput, statementType } from '../template-code.js'
import { writeArguments, type DialectTag, type TemplateDialect } from '../html/template-dialect.js'
import type { UrlPiece } from '../written-url.js'

export const ejsEngine: TemplateEngine = {
  name: 'ejs',
  extensions: ['.ejs'],
  hasElements: true,
  marks: /<%/,
  ownMarks: /<%@\s*taglib|<%#|<%-\s*include\b/,
  registration: "app.engine('ejs', routeEngine({ router: mapping })) // @mvc-router/view-ejs",
  links: (source, project) => findEjsLinks(source, project.load('ejs'), project.options),
  urls: ({ text }) => findHtmlUrls(text, ejsDialect),
}

/** Writes `<route:reverse action="a.b" id="<%= user.id %>"/>` with the prefix that the file declares. */
const ejsDialect: TemplateDialect = {
  tags(text) {
    return parseTags(new TemplateText(text, ''), tagDelimiters()).map((piece): DialectTag => {
      const { start, end, type } = piece
      if (type === 'directive') return { start, end, type: 'comment' }
      if (type === 'tag') return { start, end, type: piece.call.tag.name === 'reverse' ? 'link' : 'other' }
      if (type !== 'code') return { start, end, type: 'other' }
      if (piece.mark === '#') return { start, end, type: 'comment' }
      const code = text.slice(piece.codeStart, piece.codeEnd).trim()
      const isOutput = piece.mark === '=' || piece.mark === '-'
      return { start, end, ...(isOutput ? describeOutput(code) : { type: statementType(code) }) }
    })
  },
  write({ action, args }, text) {
    const attributes = writeArguments(args, attributeName, valueOf, (name, value) => ` ${name}=${value}`)
    if (attributes === undefined) return undefined
    return `<${declaredPrefix(text) ?? 'route'}:reverse action="${action}"${attributes}/>`
  },
  // Declares the tag library in a file without a declaration.
  prepare(text) {
    if (declaredPrefix(text) !== undefined) return []
    const start = text.startsWith('\uFEFF') ? 1 : 0
    // The dash removes the line end, so the page gets no empty line.
    const declaration = `<%@ taglib prefix="route" uri="/mvc-router" -%>${lineEndOf(text)}`
    return [{ start, end: start, text: declaration }]
  },
}

const attributeName = /^(?!action$)[A-Za-z_][\w.-]*$/

/** Returns the value in quotes. Returns undefined if no attribute can contain it, for example code with `"` and `'`. */
function valueOf(pieces: readonly UrlPiece[]): string | undefined {
  const parts = pieces.map(valuePiece)
  if (parts.includes(undefined)) return undefined
  const value = parts.join('')
  const quote = value.includes('"') ? "'" : '"'
  return value.includes(quote) ? undefined : quote + value + quote
}

function valuePiece(piece: UrlPiece): string | undefined {
  if (piece.type === 'hole') return piece.expression.includes('%>') ? undefined : `<%= ${piece.expression} %>`
  return piece.text.includes('<') ? undefined : piece.text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}

/** Returns the prefix of the tag library that a file declares at its start. */
function declaredPrefix(text: string): string | undefined {
  return /^\s*<%@\s*taglib\b[^%]*\bprefix\s*=\s*["']([\w.-]+)["'][^%]*%>/.exec(text)?.[1]
}
