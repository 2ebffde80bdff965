import { fillHoles, hasHole } from './url-holes.js'

/** The three parts of a URL with holes, as texts. */
export interface SplitUrl {
  readonly path: string
  /** From the question mark on; empty when there is none. */
  readonly query: string
  /** From the hash on; empty when there is none. */
  readonly fragment: string
}

/** Splits at the first `?` and `#` of the text. A hole stays whole, whatever its value is. */
export function splitUrl(url: string): SplitUrl {
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(url) ?? []
  return { path, query, fragment }
}

/**
 * The parameters of a query by their names; undefined if the arguments of a link would print another query.
 *
 * @param separator the only accepted form of `&`; undefined if `&` is not accepted
 */
export function queryArguments(
  query: string,
  separator: '&' | '&amp;' | undefined,
): ReadonlyMap<string, string> | undefined {
  const found = new Map<string, string>()
  if (query === '') return found
  const text = query.slice(1)
  for (const parameter of separator === undefined ? [text] : text.split(separator)) {
    const [, name, value = ''] = /^([A-Za-z_]\w*)=([^&]*)$/s.exec(parameter) ?? []
    const last = [...found.keys()].at(-1) ?? ''
    // Links print their arguments in this order. Text beside a hole would be a second piece of one value.
    if (name === undefined || name <= last || (hasHole(value) && value.length > 1)) return undefined
    found.set(name, decodedValue(value.replaceAll('+', ' ')))
  }
  return found
}

/** The value without escapes. A malformed escape, and one that would become a hole, stay. */
export function decodedValue(value: string): string {
  const sample = decoded(fillHoles(value, () => 'x'))
  return sample === undefined || hasHole(sample) ? value : decodeURIComponent(value)
}

/** Undefined for a malformed escape. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
