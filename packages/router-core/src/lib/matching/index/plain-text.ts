/**
 * Plain text is text that needs no reading: printable ASCII without `%`, and without `?`, where a query starts. It is
 * its own canonical and decoded form. Nearly all requested paths are plain, so matching takes them as they come and
 * starts again with the canonical form (request-path.ts) only where it meets another character.
 */
export function isPlain(text: string): boolean {
  return plainText.test(text)
}

const plainText = /^[ -$&->@-~]*$/

/** 1 for each plain character that can stand in a segment: all but the slash. Indexed by code, 128 entries. */
export const plainSegmentCharacters: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) =>
  code !== 47 && isPlain(String.fromCharCode(code)) ? 1 : 0,
)
