import { shorten } from '@mvc-router/router-core/tools'
import { type IllegalArgumentException, wrongParameter } from '../../exceptions/rest-exceptions.js'

/** Returns the value of a parameter, or `undefined` if it is absent or empty. Refuses a repeated parameter. */
export function single(parameters: URLSearchParams, name: string): string | undefined {
  if (!parameters.has(name)) return undefined
  const [value, ...others] = parameters.getAll(name)
  if (others.length > 0) throw wrongParameter(name, 'repeated', `${name} may be given only once`)
  return value === '' ? undefined : value
}

/** Joins repeated values: `sort=a&sort=b` becomes `a,b`. Returns `undefined` if the parameter is absent or empty. */
export function parameterList(parameters: URLSearchParams, name: string): string | undefined {
  if (!parameters.has(name)) return undefined
  const given = parameters.getAll(name).filter((value) => value !== '')
  return given.length === 0 ? undefined : given.join(',')
}

/** Splits a list such as `id,title`. Returns `undefined` if the list is absent. */
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

export function unexpected(
  name: string,
  code: string,
  expected: string,
  given: string,
): IllegalArgumentException {
  return wrongParameter(name, code, `${name}: expected ${expected}, got ${quoteGiven(given)}`)
}

/** Quotes, shortens and escapes a text from a client. */
export function quoteGiven(text: string): string {
  return JSON.stringify(shorten(text, 60))
}
