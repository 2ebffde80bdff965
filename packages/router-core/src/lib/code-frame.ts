import { printable } from './printable.js'

/** The greatest width of a tab, in columns. */
const tabWidth = 8

/** The greatest width of a line, in columns, with its indent of two blanks. */
const frameWidth = 78

/** How much text is read on each side of the caret, in UTF-16 units. A file may be a single line of a megabyte. */
const reach = 8 * frameWidth

/**
 * A source line and a caret below one of its characters, for terminals of 80 columns. A long line is cut around the
 * caret. Both lines keep tabs, so the caret is right at every tab width.
 *
 * @param offset of the character, in UTF-16 units
 */
export function codeFrame(lineText: string, offset: number): [line: string, caret: string] {
  const room = frameWidth - 2
  const before = shownCharacters(lineText.slice(Math.max(0, offset - reach), offset))
  const after = shownCharacters(lineText.slice(offset, offset + reach))
  const widthAfter = Math.min(widthOf(after), Math.floor(room / 2))
  const start = firstThatFit(before.toReversed(), room - widthAfter - 2).toReversed()
  const shownBefore = start.join('')
  const isCutBefore = start.length < before.length || offset > reach
  const end = firstThatFit(after, room - widthOf(start) - (isCutBefore ? 2 : 1))
  const isCutAfter = end.length < after.length || lineText.length > offset + reach
  const line = `${isCutBefore ? '…' : ''}${shownBefore}${end.join('')}${isCutAfter ? '…' : ''}`
  const blanks = start.map((character) => (character === '\t' ? character : ' '.repeat(columns(character))))
  return [`  ${line}`, `  ${isCutBefore ? ' ' : ''}${blanks.join('')}^`]
}

/** The characters in their printed form: `\u001b` for an escape character. */
function shownCharacters(text: string): string[] {
  return Array.from(text, printable)
}

function firstThatFit(characters: readonly string[], room: number): readonly string[] {
  let width = 0
  const end = characters.findIndex((character) => (width += columns(character)) > room)
  return end < 0 ? characters : characters.slice(0, end)
}

function widthOf(characters: readonly string[]): number {
  return characters.reduce((width, character) => width + columns(character), 0)
}

/** The width of a character: 2 for East Asian characters and most emoji, 0 for combining marks. */
function columns(character: string): number {
  if (character === '\t') return tabWidth
  if (/^\p{Mark}$/u.test(character)) return 0
  return wide.test(character) ? 2 : character.length > 2 ? character.length : 1
}

const wide =
  /^[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1F64F}\u{1F680}-\u{1F6FF}\u{1F900}-\u{1F9FF}\u{20000}-\u{3FFFD}]|^\p{Emoji_Presentation}/u
