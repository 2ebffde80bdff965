// oxlint-disable-next-line no-control-regex -- JSON escapes control characters
const needsEscape = /["\\\u0000-\u001F\uD800-\uDFFF]/u
const longestScan = 40

/** The text of `JSON.stringify(text)`; most texts need no escape, and to see that is faster than to ask for it. */
export function quoteJson(text: string): string {
  if (text.length > longestScan) return needsEscape.test(text) ? JSON.stringify(text) : `"${text}"`
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x20 || unit === 0x22 || unit === 0x5c || (unit >= 0xd800 && unit <= 0xdfff))
      return JSON.stringify(text)
  }
  return `"${text}"`
}
