/** Text that is safe to print in a terminal or a log: control, bidi, blank and line-separator characters are escaped. */
export function printable(text: string): string {
  return text.replaceAll(
    // oxlint-disable-next-line no-control-regex -- escaping control characters is what this is for
    /[\u0000-\u0008\u000A-\u001F\u007F-\u00A0\u00AD\u061C\u180E\u2000-\u200F\u2028-\u202F\u205F-\u206F\u3000\uD800-\uDFFF\uFEFF]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16).padStart(4, '0')}}`,
  )
}
