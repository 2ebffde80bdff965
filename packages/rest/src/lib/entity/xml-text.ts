// oxlint-disable-next-line no-control-regex -- XML allows no control characters
const UNWRITABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF\uD800-\uDFFF]/gu

/** Replaces characters that XML 1.0 cannot write with U+FFFD. */
export function xmlText(text: string): string {
  return text.replaceAll(UNWRITABLE, '\uFFFD')
}
