/** A constraint that is just one character class with a quantifier (`[0-9]+`, `\w+`, `\d{4}`): scanned by table. */
export interface SimpleClass {
  readonly min: number
  /** Infinity for `+`, `*` and `{2,}`. */
  readonly max: number
  /** 1 for each ASCII character that is accepted; 128 entries. Other characters are not accepted. */
  readonly table: Uint8Array
}

/** Result of the quick look: one class, once or repeated. Such an expression cannot backtrack. */
export interface SimpleForm extends SimpleClass {
  /** `.`, `[^/]` and the like: the table then tells only about ASCII. */
  readonly acceptsNonAscii: boolean
  /** A lazy quantifier accepts the same whole text; if other variables follow, it takes the least. */
  readonly isLazy: boolean
}

/**
 * Reads a regular expression of the simplest and most frequent form, without the parser. Whatever it is not sure about
 * gives undefined and is left to the parser.
 */
export function parseSimpleForm(source: string): SimpleForm | undefined {
  if (source.includes('[:') || /&&|~~|--/.test(source)) return undefined
  const { characters, sign = '', least = '1', most = least, lazy } = simpleForm.exec(source)?.groups ?? {}
  const accepted = characters === undefined ? undefined : acceptedBy(characters)
  if (accepted === undefined) return undefined
  const [min, max] = counts.get(sign) ?? [Number(least), most === '' ? Infinity : Number(most)]
  return max < min ? undefined : { ...accepted, min, max, isLazy: lazy === '?' }
}

/** A class of ASCII characters, once or repeated. With the flag `u` a backslash is before nothing else. */
const simpleForm =
  /^(?<characters>\.|\\[dw^$\\.*+?()[\]{}|/]|\[\^?(?:[ -[^-~]|\\[dw^$\\.*+?()[\]{}|/-])+\])(?:(?<sign>[?*+])|\{(?<least>\d{1,4})(?:,(?<most>\d{0,4}))?\})?(?<lazy>\??)$/

const counts: ReadonlyMap<string, readonly [min: number, max: number]> = new Map([
  ['?', [0, 1]],
  ['*', [0, Infinity]],
  ['+', [1, Infinity]],
])

/** Asks the JavaScript engine, which knows best; undefined for a class that it refuses, such as `[z-a]`. */
function acceptedBy(text: string): Pick<SimpleForm, 'table' | 'acceptsNonAscii'> | undefined {
  try {
    const character = new RegExp(text, 'u')
    const table = Uint8Array.from({ length: 128 }, (_, code) =>
      character.test(String.fromCharCode(code)) ? 1 : 0,
    )
    return { table, acceptsNonAscii: text === '.' || text.startsWith('[^') }
  } catch {
    return undefined
  }
}
