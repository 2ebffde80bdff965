import { shorten } from '@mvc-router/router-core/tools'
import { type IllegalArgumentException, wrongParameter } from '../../exceptions/rest-exceptions.js'

/** Returns the value of a parameter that may be given once, or `undefined` if it is absent or empty. */
export function single(parameters: URLSearchParams, name: string): string | undefined {
  if (!parameters.has(name)) return undefined
  const [value, ...others] = parameters.getAll(name)
  if (others.length > 0) throw wrongParameter(name, 'repeated', `${name} may be given only once`)
  return value === '' ? undefined : value
}

/** Returns a list with commas, also for a repeated parameter, or `undefined` if it is absent or empty. */
export function parameterList(parameters: URLSearchParams, name: string): string | undefined {
  if (!parameters.has(name)) return undefined
  const given = parameters.getAll(name).filter((value) => value !== '')
  return given.length === 0 ? undefined : given.join(',')
}

/** Returns the names in a list such as `id,title`, or `undefined` if it is absent or empty. */
export function namesIn(
  parameters: URLSearchParams,
  name: string,
  list: string | undefined = parameterList(parameters, name),
): readonly string[] | undefined {
  if (list === undefined) return undefined
  if (!nameList.test(list)) throw unexpected(name, 'syntax', 'names with commas between them', list)
  return list.split(',')
}

const nameList = /^[A-Za-z0-9_.]+(?:,[A-Za-z0-9_.]+)*$/

/** Creates the error for a wrong value of a parameter. */
export function unexpected(
  name: string,
  code: string,
  expected: string,
  given: string,
): IllegalArgumentException {
  return wrongParameter(name, code, `${name}: expected ${expected}, got ${quoteGiven(given)}`)
}

/** Quotes a text of a client, shortened and with control characters escaped. */
export function quoteGiven(text: string): string {
  return JSON.stringify(shorten(text, 60))
}
