import { staticTextOf, type UrlPiece } from '../../engines/written-url.js'

/** The three parts of a URL with holes. */
export interface SplitUrl {
  readonly path: readonly UrlPiece[]
  /** From the question mark on; empty when there is none. */
  readonly query: readonly UrlPiece[]
  /** From the hash on; empty when there is none. */
  readonly fragment: readonly UrlPiece[]
}

/** Splits at the first `?` and `#` of the text. A hole stays whole, whatever its value is. */
export function splitUrl(pieces: readonly UrlPiece[]): SplitUrl {
  const parts = { path: [] as UrlPiece[], query: [] as UrlPiece[], fragment: [] as UrlPiece[] }
  let current: keyof SplitUrl = 'path'
  for (const piece of pieces) {
    if (piece.type === 'hole') {
      parts[current].push(piece)
      continue
    }
    const texts: readonly string[] = partsFrom[current].exec(piece.text) ?? []
    for (const [index, name] of (['path', 'query', 'fragment'] as const).entries()) {
      const text = texts[index + 1] ?? ''
      if (text === '') continue
      parts[name].push({ type: 'text', text })
      current = name
    }
  }
  return parts
}

/** Splits a text that begins in the path, the query or the fragment into these three parts. */
const partsFrom: Readonly<Record<keyof SplitUrl, RegExp>> = {
  path: /^([^?#]*)(\?[^#]*)?(#.*)?$/s,
  query: /^()([^#]*)(#.*)?$/s,
  fragment: /^()()(.*)$/s,
}

/**
 * The parameters of a query by their names; undefined if the arguments of a link would print another query.
 *
 * @param separator the only accepted form of `&`; undefined if the query may have none
 */
export function queryPieces(
  query: readonly UrlPiece[],
  separator: '&' | '&amp;' | undefined,
): ReadonlyMap<string, readonly UrlPiece[]> | undefined {
  const parameters = new Map<string, UrlPiece[]>()
  let name: string | undefined
  let pending = ''
  const [first, ...more] = query
  if (first === undefined) return parameters
  if (first.type !== 'text') return undefined
  for (const piece of [{ type: 'text' as const, text: first.text.slice(1) }, ...more]) {
    if (piece.type === 'hole') {
      if (name === undefined || pending !== '') return undefined
      parameters.get(name)?.push(piece)
      continue
    }
    const list = separator === undefined ? [piece.text] : piece.text.split(separator)
    for (const [index, text] of list.entries()) {
      if (text.includes('&')) return undefined
      if (index > 0) name = undefined
      if (name !== undefined) {
        // Text after a hole would be a second piece of the same value.
        if (text !== '') return undefined
        continue
      }
      const [, key, value = ''] = /^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? []
      if (key === undefined || parameters.has(key)) return undefined
      name = key
      pending = value
      parameters.set(
        key,
        value === '' ? [] : [{ type: 'text', text: decoded(value.replaceAll('+', ' ')) ?? value }],
      )
    }
    pending = pending === '' || name === undefined ? '' : pending
  }
  const names = [...parameters.keys()]
  const isSorted = names.every((each, index) => index === 0 || (names[index - 1] ?? '') < each)
  const isWhole = [...parameters.values()].every((value) => value.length === 1 || staticTextOf(value) === '')
  return isSorted && isWhole ? parameters : undefined
}

/** Undefined for a malformed escape. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
