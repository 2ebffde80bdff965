import { ValidationException } from '../exceptions/rest-exceptions.js'

/** At most 12 digits before the point and 6 behind it: what every store holds exactly, SQLite as a scaled integer. */
const decimal = /^(-?)([0-9]{1,12})(?:\.([0-9]{1,12}))?$/
/** Digits behind the point of a decimal. */
export const fractionDigits = 6
/** How many digits a JavaScript number keeps, whichever they are. */
const keptDigits = 15

/**
 * The one text of a decimal number, `-12.5`, without zeros that say nothing; `undefined` for what is none, and for a JavaScript
 * number of which nobody knows what it was before it was rounded.
 */
export function readDecimal(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = String(value)
  if (typeof value === 'number' && text.replaceAll(/^-?0*\.?0*|\./g, '').length > keptDigits) return undefined
  const millionths = readMillionths(text)
  return millionths === undefined ? undefined : formatDecimal(millionths)
}

/**
 * A decimal number in millionths, as SQLite keeps it.
 *
 * @throws ValidationException for what is none, or has more digits: SQLite would keep any number in its place.
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

/** The decimal number of millionths. */
export function formatDecimal(millionths: bigint): string {
  const digits = String(millionths < 0n ? -millionths : millionths).padStart(fractionDigits + 1, '0')
  const fraction = digits.slice(-fractionDigits).replace(/0{1,6}$/, '')
  return `${millionths < 0n ? '-' : ''}${digits.slice(0, -fractionDigits)}${fraction === '' ? '' : `.${fraction}`}`
}
