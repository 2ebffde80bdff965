// oxlint-disable-next-line no-control-regex -- XML allows no control characters
const UNWRITABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF\uD800-\uDFFF]/gu

/** Returns the text as XML 1.0 can write it: other characters become U+FFFD. */
export function xmlText(text: string): string {
  return text.replaceAll(UNWRITABLE, '\uFFFD')
}
