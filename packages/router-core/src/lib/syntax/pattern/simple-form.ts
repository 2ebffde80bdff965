/** A constraint that is a single character class with a quantifier (`[0-9]+`, `\w+`, `\d{4}`). A table tests it. */
export interface SimpleClass {
  readonly min: number
  /** Infinity for `+`, `*` and `{2,}`. */
  readonly max: number
  /** 1 for each ASCII character that is accepted; 128 entries. Other characters are not accepted. */
  readonly table: Uint8Array
}

/** An expression that is a single class, once or repeated. It cannot backtrack. */
export interface SimpleForm extends SimpleClass {
  /** True for `.`, `[^/]` and the like, which also accept all characters beyond the table. */
  readonly acceptsNonAscii: boolean
  /** True for a lazy quantifier. It accepts the same texts, but before other variables it takes as little as it can. */
  readonly isLazy: boolean
}

/**
 * Reads a regular expression of the most frequent form. The result is undefined if the parser must read it.
 */
export function parseSimpleForm(source: string): SimpleForm | undefined {
  if (source.includes('[:') || /&&|~~|--/.test(source)) return undefined
  const { characters, sign = '', least = '1', most = least, lazy } = simpleForm.exec(source)?.groups ?? {}
  const accepted = characters === undefined ? undefined : acceptedBy(characters)
  if (accepted === undefined) return undefined
  const [min, max] = counts.get(sign) ?? [Number(least), most === '' ? Infinity : Number(most)]
  return max < min ? undefined : { ...accepted, min, max, isLazy: lazy === '?' }
}

/** A class of ASCII characters, once or repeated. It has all escapes that are valid with the flag `u` and simple. */
const simpleForm =
  /^(?<characters>\.|\\[dw^$\\.*+?()[\]{}|/]|\[\^?(?:[ -[^-~]|\\[dw^$\\.*+?()[\]{}|/-])+\])(?:(?<sign>[?*+])|\{(?<least>\d{1,4})(?:,(?<most>\d{0,4}))?\})?(?<lazy>\??)$/

const counts: ReadonlyMap<string, readonly [min: number, max: number]> = new Map([
  ['?', [0, 1]],
  ['*', [0, Infinity]],
  ['+', [1, Infinity]],
])

/** Tests each ASCII character with the JavaScript engine; undefined for a class that the engine refuses: `[z-a]`. */
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
