/**
 * Verbatim text is printable ASCII without `%`, `?` and `#`. It is its own canonical and decoded form. Nearly all
 * requested paths are verbatim, so matching reads a path as it comes. At another character it starts again with the
 * canonical form (request-path.ts).
 */
export function isVerbatim(text: string): boolean {
  return verbatimText.test(text)
}

const verbatimText = /^[ -"$&->@-~]*$/

/** 1 for each verbatim character of a segment: all but the slash. Indexed by code, 128 entries. */
export const verbatimCharacters: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) =>
  code !== 47 && isVerbatim(String.fromCharCode(code)) ? 1 : 0,
)
