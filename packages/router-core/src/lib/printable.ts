/**
 * Makes text safe for terminals and logs. Control and format characters, lone surrogates and unusual blanks become
 * escapes: `\u001b`, `\u{e0001}`.
 */
export function printable(text: string): string {
  // Avoids the Unicode classes, whose first use takes a third of a millisecond.
  if (simpleText.test(text)) return text
  return text.replaceAll(/(?![ \t])[\p{Cc}\p{Cf}\p{Cs}\p{Z}]/gu, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16)
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`
  })
}

const simpleText = /^[\t -~]*$/

/** Cuts a text after `length` UTF-16 units and adds an ellipsis. */
export function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text
}
