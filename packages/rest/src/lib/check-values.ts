import type { ConfigurationException } from '@mvc-router/router-core'
import { shorten, wrongOption } from '@mvc-router/router-core/tools'

/** @throws ConfigurationException if the value is not a positive integer. */
export function checkCount(option: string, value: number): number {
  return check(option, value, Number.MAX_SAFE_INTEGER, 'an integer from 1 on')
}

/** @throws ConfigurationException for a value that is not a boolean, such as the text `"false"`. */
export function checkSwitch(name: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'boolean') throw wrongValue(name, 'true or false', value)
}

/** The longest delay of a timer, in milliseconds: almost 25 days. */
const maxDelay = 2 ** 31 - 1

/** @throws ConfigurationException if the value is not an integer from 1 to the longest delay of a timer. */
export function checkDelay(option: string, value: number): number {
  return check(option, value, maxDelay, `a number of milliseconds from 1 to ${maxDelay}`)
}

function check(option: string, value: unknown, max: number, expected: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 && value <= max) return value
  throw wrongValue(option, expected, value)
}

export function wrongValue(option: string, expected: string, value: unknown): ConfigurationException {
  return wrongOption(option, `expected ${expected}, got ${shown(value)}`)
}

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(shorten(value, 60))
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value)
  return value === null || value === undefined ? String(value) : `a value of the type ${typeof value}`
}
