import { staticTextOf, type NamedLink, type UrlPiece } from '../written-url.js'

/** `{% route "a.b", id=user.id %}`; undefined for a name that Nunjucks cannot say. */
export function writeNunjucksLink(
  { action, args }: NamedLink,
  { blockStart, blockEnd }: Readonly<Record<'blockStart' | 'blockEnd', string>>,
): string | undefined {
  const values = [...args].map(([name, pieces]) => {
    const value = valueOf(pieces)
    return value === undefined || !argumentName.test(name) ? undefined : `, ${name}=${value}`
  })
  if (values.includes(undefined)) return undefined
  return `${blockStart} route ${quoted(action)}${values.join('')} ${blockEnd}`
}

/** Not a word that Nunjucks reads as a value or an operator. */
const argumentName = /^(?!(?:not|true|false|none|null)$)[A-Za-z_]\w*$/

function valueOf(pieces: readonly UrlPiece[]): string | undefined {
  const text = staticTextOf(pieces)
  if (text !== undefined) return quoted(text)
  const values = pieces.map((piece) => (piece.type === 'text' ? quoted(piece.text) : piece.expression))
  // `~` would make a word from a value that is not there; an output prints nothing, as `join` does.
  return values.length === 1 ? values[0] : `([${values.join(', ')}] | join)`
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, (character) => `\\${character}`)}"`
}
