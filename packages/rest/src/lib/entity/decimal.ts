import { ValidationException } from '../exceptions/rest-exceptions.js'

/**
 * A decimal as written. More than 6 digits behind the point are accepted only if the further digits are zeros, because
 * stores hold 12 digits before the point and 6 behind it. SQLite stores an integer of millionths.
 */
const decimal = /^(-?)([0-9]{1,12})(?:\.([0-9]{1,12}))?$/
/** The maximum number of digits behind the point. */
export const fractionDigits = 6
/** Every JavaScript number keeps this many decimal digits exactly. */
const keptDigits = 15

/**
 * Returns a canonical text such as `-12.5`. A number with more than 15 digits may have been rounded, so it is refused.
 */
export function readDecimal(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = String(value)
  if (typeof value === 'number' && text.replaceAll(/^-?0*\.?0*|\./g, '').length > keptDigits) return undefined
  const millionths = readMillionths(text)
  return millionths === undefined ? undefined : formatDecimal(millionths)
}

/**
 * Converts a decimal to millionths, as SQLite stores it: `'-12.5'` becomes `-12500000n`.
 *
 * @throws ValidationException for a text that is not a decimal, or has too many digits.
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

/** Converts millionths to a decimal: `-12500000n` becomes `'-12.5'`. */
export function formatDecimal(millionths: bigint): string {
  const digits = String(millionths < 0n ? -millionths : millionths).padStart(fractionDigits + 1, '0')
  const fraction = digits.slice(-fractionDigits).replace(/0{1,6}$/, '')
  return `${millionths < 0n ? '-' : ''}${digits.slice(0, -fractionDigits)}${fraction === '' ? '' : `.${fraction}`}`
}
