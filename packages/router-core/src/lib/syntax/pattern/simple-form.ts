import { BoundedMap } from '../../bounded-map.js'

/** A constraint that is just one character class with a quantifier (`[0-9]+`, `\w+`, `\d{4}`): scanned by table. */
export interface SimpleClass {
  readonly min: number
  /** Infinity for `+`, `*` and `{2,}`. */
  readonly max: number
  /** 1 for each ASCII character that is accepted; 128 entries. Other characters are not accepted. */
  readonly table: Uint8Array
}

/** What the quick look found: one class, once or repeated. Such an expression cannot backtrack. */
export interface SimpleForm extends SimpleClass {
  /** `.`, `[^/]` and the like: the table then tells only about ASCII. */
  readonly acceptsNonAscii: boolean
  /** Of the whole text a lazy quantifier accepts the same; where other variables follow, it takes the least. */
  readonly isLazy: boolean
}

/**
 * Reads a regular expression of the simplest and most frequent form, without the parser. Whatever it is not sure about
 * gives undefined and is left to the parser.
 */
export function parseSimpleForm(source: string): SimpleForm | undefined {
  const classEnd = source.startsWith('[') ? source.indexOf(']') + 1 : source.startsWith('\\') ? 2 : 1
  if (classEnd <= 0) return undefined
  const characters = charactersOf(source.slice(0, classEnd))
  const counts = countsOf(source, classEnd)
  if (characters === undefined || counts === undefined) return undefined
  const { table, acceptsNonAscii } = characters
  return { min: counts.min, max: counts.max, table, acceptsNonAscii, isLazy: isLazy(source, classEnd) }
}

type Characters = Pick<SimpleForm, 'table' | 'acceptsNonAscii'>

const escapes: ReadonlyMap<string, string> = new Map([
  ['d', '09'],
  ['w', '09AZaz__'],
])

function charactersOf(text: string): Characters | undefined {
  const known = charactersByText.get(text)
  if (known !== undefined) return known
  const characters = readCharacters(text)
  if (characters !== undefined) charactersByText.set(text, characters)
  return characters
}

const charactersByText = new BoundedMap<string, Characters>(256)

function readCharacters(text: string): Characters | undefined {
  const table = new Uint8Array(128)
  if (text === '.') {
    table.fill(1)
    table[10] = table[13] = 0
    return { table, acceptsNonAscii: true }
  }
  const isClass = text.startsWith('[')
  const inner = isClass ? text.slice(1, -1) : text.startsWith('\\') ? text : undefined
  if (inner === undefined || inner === '' || inner === '^') return undefined
  const negate = isClass && inner.startsWith('^')
  const escapable = isClass ? `${syntaxCharacters}-` : syntaxCharacters
  for (let index = negate ? 1 : 0; index < inner.length; index++) {
    const character = inner.charAt(index)
    const code = inner.charCodeAt(index)
    if (code > 127) return undefined
    if (character === '\\') {
      const escaped = inner.charAt(++index)
      const ranges = escapes.get(escaped) ?? (escapable.includes(escaped) ? escaped + escaped : '')
      const endsRange = inner.charAt(index + 1) === '-' && index + 2 < inner.length
      if (ranges === '' || endsRange) return undefined
      for (let at = 0; at < ranges.length; at += 2)
        accept(table, ranges.charCodeAt(at), ranges.charCodeAt(at + 1))
    } else if (inner.charAt(index + 1) === '-' && index + 2 < inner.length) {
      const last = inner.charCodeAt(index + 2)
      if (last > 127 || last < code || inner.charAt(index + 2) === '\\') return undefined
      accept(table, code, last)
      index += 2
    } else accept(table, code, code)
  }
  if (negate) for (let code = 0; code < 128; code++) table[code] = table[code] === 1 ? 0 : 1
  return { table, acceptsNonAscii: negate }
}

// What the flag `u` lets a backslash stand before; in a class also before "-".
const syntaxCharacters = '^$\\.*+?()[]{}|/'

function accept(table: Uint8Array, first: number, last: number): void {
  for (let code = first; code <= last; code++) table[code] = 1
}

function isLazy(source: string, quantifierStart: number): boolean {
  return source.length > quantifierStart + 1 && source.endsWith('?')
}

function countsOf(source: string, start: number): { min: number; max: number } | undefined {
  const quantifier = source.slice(start)
  const counts = isLazy(source, start) ? quantifier.slice(0, -1) : quantifier
  switch (counts) {
    case '':
      return { min: 1, max: 1 }
    case '?':
      return { min: 0, max: 1 }
    case '*':
      return { min: 0, max: Infinity }
    case '+':
      return { min: 1, max: Infinity }
    default: {
      const [, min, comma, max] = /^\{(\d{1,4})(,?)(\d{0,4})\}$/.exec(counts) ?? []
      if (min === undefined || (comma === '' && max !== '')) return undefined
      const most = comma === '' ? Number(min) : max === '' ? Infinity : Number(max)
      return most < Number(min) ? undefined : { min: Number(min), max: most }
    }
  }
}
