import { ValidationException } from '../exceptions/rest-exceptions.js'

/** Every store holds 12 digits before the point and 6 after it exactly. SQLite stores them as a scaled integer. */
const decimal = /^(-?)([0-9]{1,12})(?:\.([0-9]{1,12}))?$/
/** How many digits a decimal may have after its point. */
export const fractionDigits = 6
/** Every JavaScript number keeps this many decimal digits exactly. */
const keptDigits = 15

/**
 * Returns the normal text of a decimal number, such as `-12.5`. Returns `undefined` for any other value, and for a JavaScript
 * number with so many digits that it may have been rounded.
 */
export function readDecimal(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = String(value)
  if (typeof value === 'number' && text.replaceAll(/^-?0*\.?0*|\./g, '').length > keptDigits) return undefined
  const millionths = readMillionths(text)
  return millionths === undefined ? undefined : formatDecimal(millionths)
}

/**
 * Turns a decimal number into millionths, as SQLite stores it.
 *
 * @throws ValidationException for a text that is not a decimal or has too many digits, because SQLite would not check it.
 */
export function scaleDecimal(text: string): bigint {
  const millionths = readMillionths(text)
  if (millionths !== undefined) return millionths
  const message = 'A decimal has at most 12 digits before the point and 6 behind it'
  throw new ValidationException(message, [{ path: '', message }])
}

function readMillionths(text: string): bigint | undefined {
  const [, sign, whole, fraction = ''] = decimal.exec(text) ?? []
  if (sign === undefined || whole === undefined || /[1-9]/.test(fraction.slice(fractionDigits)))
    return undefined
  return BigInt(`${sign}${whole}${fraction.slice(0, fractionDigits).padEnd(fractionDigits, '0')}`)
}

/** Turns millionths into a decimal number. */
export function formatDecimal(millionths: bigint): string {
  const digits = String(millionths < 0n ? -millionths : millionths).padStart(fractionDigits + 1, '0')
  const fraction = digits.slice(-fractionDigits).replace(/0{1,6}$/, '')
  return `${millionths < 0n ? '-' : ''}${digits.slice(0, -fractionDigits)}${fraction === '' ? '' : `.${fraction}`}`
}
