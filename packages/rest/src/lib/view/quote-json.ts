// oxlint-disable-next-line no-control-regex -- JSON escapes control characters
const needsEscape = /["\\\u0000-\u001F\uD800-\uDFFF]/u

/** The text of `JSON.stringify(text)`; most texts need no escape, and to see that is faster than to ask for it. */
export function quoteJson(text: string): string {
  return needsEscape.test(text) ? JSON.stringify(text) : `"${text}"`
}
