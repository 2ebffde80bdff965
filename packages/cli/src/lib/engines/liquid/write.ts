import { staticTextOf, type NamedLink, type UrlPiece } from '../written-url.js'

/** `{% route "a.b", id: user.id %}`; undefined for a value that Liquid cannot say without a variable. */
export function writeLiquidLink({ action, args }: NamedLink): string | undefined {
  const values = [...args].map(([name, pieces]) => {
    const value = valueOf(pieces)
    return value === undefined || !/^[A-Za-z_]\w*$/.test(name) ? undefined : `, ${name}: ${value}`
  })
  return values.includes(undefined) ? undefined : `{% route "${action}"${values.join('')} %}`
}

function valueOf(pieces: readonly UrlPiece[]): string | undefined {
  const text = staticTextOf(pieces)
  const [first] = pieces
  if (text === undefined) return pieces.length === 1 && first?.type === 'hole' ? first.expression : undefined
  if (/\\|[%}]\}/.test(text)) return undefined
  if (!text.includes('"')) return `"${text}"`
  return text.includes("'") ? undefined : `'${text}'`
}
