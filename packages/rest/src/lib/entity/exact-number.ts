/** How many digits a JavaScript number keeps, whichever they are, and how many it takes to tell each from its neighbours. */
export const keptDigits = 15
const tellingDigits = 17

/** The digits of a number that say something, without its sign, point and exponent. */
export function significantDigits(text: string): string {
  return text
    .replace(/[eE].*$/, '')
    .replaceAll(/[^0-9]/g, '')
    .replace(/^0+/, '')
    .replace(/(?<=[1-9])0+$/, '')
}

/** Whether a JavaScript number says what its text says, or rounds it; a text that is no number is left to its parser. */
export function isExact(text: string): boolean {
  const value = Number(text)
  if (Number.isNaN(value)) return true
  if (!Number.isFinite(value)) return false
  const digits = significantDigits(text)
  if (digits.length <= keptDigits) return value !== 0 || digits === ''
  if (/^-?[0-9]+$/.test(text)) return BigInt(text) === BigInt(value)
  return (
    digits.length <= tellingDigits && significantDigits(value.toExponential(digits.length - 1)) === digits
  )
}
