import { anyCharacter, type CodePointRanges, type Piece } from '@mvc-router/constraint-language'

/** A single character class with a quantifier (`[0-9]+`, `\w+`, `\d{4}`). Reading it needs no parser. */
export interface SimpleForm extends Extract<Piece, { type: 'run' }> {
  /** 1 for each ASCII character that is accepted; 128 entries. */
  readonly table: Uint8Array
}

/** A class that accepts only ASCII characters, so its table tests a text. `max` may be Infinity. */
export type SimpleClass = Pick<SimpleForm, 'min' | 'max' | 'table'>

/** Reads a regular expression of the most frequent form. Returns undefined if it needs the parser. */
export function parseSimpleForm(source: string): SimpleForm | undefined {
  if (source.includes('[:') || /&&|~~|--/.test(source)) return undefined
  const { characters, sign = '', least = '1', most = least, lazy } = simpleForm.exec(source)?.groups ?? {}
  const table = characters === undefined ? undefined : acceptedBy(characters)
  if (characters === undefined || table === undefined) return undefined
  const [min, max] = counts.get(sign) ?? [Number(least), most === '' ? Infinity : Number(most)]
  if (max < min) return undefined
  return { type: 'run', ranges: rangesOf(characters, table), min, max, isLazy: lazy === '?', table }
}

/** A class of ASCII characters with an optional quantifier. It may have the simple escapes that the flag `u` allows. */
const simpleForm =
  /^(?<characters>\.|\\[dw^$\\.*+?()[\]{}|/]|\[\^?(?:[ -[^-~]|\\[dw^$\\.*+?()[\]{}|/-])+\])(?:(?<sign>[?*+])|\{(?<least>\d{1,4})(?:,(?<most>\d{0,4}))?\})?(?<lazy>\??)$/

const counts: ReadonlyMap<string, readonly [min: number, max: number]> = new Map([
  ['?', [0, 1]],
  ['*', [0, Infinity]],
  ['+', [1, Infinity]],
])

/** Tests each ASCII character with the JavaScript engine; undefined for a class that the engine refuses: `[z-a]`. */
function acceptedBy(characters: string): Uint8Array | undefined {
  try {
    const character = new RegExp(characters, 'u')
    return Uint8Array.from({ length: 128 }, (_, code) => (character.test(String.fromCharCode(code)) ? 1 : 0))
  } catch {
    return undefined
  }
}

function rangesOf(characters: string, table: Uint8Array): CodePointRanges {
  if (characters === '.') return anyCharacter
  const ranges: [number, number][] = []
  for (const [code, isAccepted] of table.entries()) {
    if (isAccepted === 0) continue
    const last = ranges.at(-1)
    if (last?.[1] === code - 1) last[1] = code
    else ranges.push([code, code])
  }
  return characters.startsWith('[^') ? [...ranges, [0x80, 0x10ffff]] : ranges
}
