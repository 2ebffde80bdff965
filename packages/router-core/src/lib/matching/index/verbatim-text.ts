/** True for text that is its own canonical and decoded form: printable ASCII without `%`, `?` and `#`. */
export function isVerbatim(text: string): boolean {
  return verbatimText.test(text)
}

const verbatimText = /^[ -"$&->@-~]*$/

/** 1 for each verbatim character of a segment, by character code. The slash is 0. */
export const verbatimCharacters: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) =>
  code !== 47 && isVerbatim(String.fromCharCode(code)) ? 1 : 0,
)
