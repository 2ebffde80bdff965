/** The formats that a text may declare. */
export type TextFormat = 'email' | 'url' | 'creditCard'

/** The time of a check depends only on the length of the text. */
export const formatChecks: Readonly<Record<TextFormat, (text: string) => boolean>> = {
  email: isEmail,
  url: isUrl,
  creditCard: isCreditCard,
}

/** Describes each format, to complete "must be ...". */
export const expectedFormats: Readonly<Record<TextFormat, string>> = {
  email: 'an email address',
  url: 'an http or https URL',
  creditCard: 'a credit card number',
}

const localPart = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~.-]{1,64}$/u
const labelPattern = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u
const maxEmailLength = 254

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  if (at < 0 || text.length > maxEmailLength || !localPart.test(local)) return false
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return false
  const labels = text.slice(at + 1).split('.')
  return labels.every((label) => labelPattern.test(label))
}

function isUrl(text: string): boolean {
  if (/[\s\p{Cc}]/u.test(text) || !/^https?:\/\//i.test(text)) return false
  return URL.canParse(text)
}

/** True for 12 to 19 digits with a valid Luhn check digit. Blanks and hyphens may separate the digits. */
function isCreditCard(text: string): boolean {
  if (!/^[0-9](?:[ -]?[0-9]){11,18}$/.test(text)) return false
  let sum = 0
  for (const [index, digit] of Array.from(text.replaceAll(/[ -]/g, '')).toReversed().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

/** Counts the digits before and behind the point of a finite number: `12.5` has 2 and 1. */
export function digitsOf(value: number | string): { readonly integer: number; readonly fraction: number } {
  const [, integer = '', fraction = '', exponent = '0'] =
    /^-?0?([0-9]*)(?:\.([0-9]+))?(?:e([+-][0-9]+))?$/.exec(String(value)) ?? []
  return {
    integer: integer === '' ? 0 : Math.max(0, integer.length + Number(exponent)),
    fraction: Math.max(0, fraction.length - Number(exponent)),
  }
}
