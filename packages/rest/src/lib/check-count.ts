import { wrongOption } from '@mvc-router/router-core/tools'

/** @throws ConfigurationException when it is no positive integer. */
export function checkCount(option: string, value: number): number {
  return check(option, value, Number.MAX_SAFE_INTEGER, 'an integer from 1 on')
}

/** What a timer can hold, in milliseconds. */
const maxDelay = 2 ** 31 - 1

/** @throws ConfigurationException when it is no time that a timer can wait. */
export function checkDelay(option: string, value: number): number {
  return check(option, value, maxDelay, `a number of milliseconds from 1 to ${maxDelay}`)
}

function check(option: string, value: unknown, max: number, expected: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 && value <= max) return value
  const got = typeof value === 'string' ? JSON.stringify(value) : String(value)
  throw wrongOption(option, `expected ${expected}, got ${got}`)
}
