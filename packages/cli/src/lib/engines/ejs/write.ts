import { lineEndOf, type TextEdit } from '@mvc-router/import/script'
import type { NamedLink, UrlPiece } from '../written-url.js'

/** `<route:reverse action="a.b" id="<%= user.id %>"/>`, under the prefix that the file declares. */
export function writeEjsLink({ action, args }: NamedLink, text: string): string | undefined {
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
}

/** Declares the tag library in a file that does not. */
export function declareTags(text: string): TextEdit[] {
  if (declaredPrefix(text) !== undefined) return []
  const start = text.startsWith('\uFEFF') ? 1 : 0
  // The dash drops the line end, so the page does not get an empty line.
  return [{ start, end: start, text: `<%@ taglib prefix="route" uri="/mvc-router" -%>${lineEndOf(text)}` }]
}

function valuePiece(piece: UrlPiece): string | undefined {
  if (piece.type === 'hole') return piece.expression.includes('%>') ? undefined : `<%= ${piece.expression} %>`
  return piece.text.includes('<') ? undefined : piece.text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}

/** The prefix of the tag library, where the file declares it before anything else uses it. */
function declaredPrefix(text: string): string | undefined {
  return /^\s*<%@\s*taglib\b[^%]*\bprefix\s*=\s*["']([\w.-]+)["'][^%]*%>/.exec(text)?.[1]
}
