import { shorten } from '@mvc-router/router-core/tools'
import { type IllegalArgumentException, wrongParameter } from '../../exceptions/rest-exceptions.js'

/** The value of a parameter that may be given once, `undefined` for an absent or empty one. */
export function single(parameters: URLSearchParams, name: string): string | undefined {
  if (!parameters.has(name)) return undefined
  const [value, ...others] = parameters.getAll(name)
  if (others.length > 0) throw wrongParameter(name, 'repeated', `${name} may be given only once`)
  return value === '' ? undefined : value
}

/** A list, with commas or as a parameter that is repeated; `undefined` for an absent or empty one. */
export function parameterList(parameters: URLSearchParams, name: string): string | undefined {
  if (!parameters.has(name)) return undefined
  const given = parameters.getAll(name).filter((value) => value !== '')
  return given.length === 0 ? undefined : given.join(',')
}

/** The names in a list such as `id,title`; `undefined` for an absent or empty one. */
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

/** The error for a value that a parameter cannot have. */
export function unexpected(
  name: string,
  code: string,
  expected: string,
  given: string,
): IllegalArgumentException {
  return wrongParameter(name, code, `${name}: expected ${expected}, got ${quoteGiven(given)}`)
}

/** A text that a client sent, short and without control characters. */
export function quoteGiven(text: string): string {
  return JSON.stringify(shorten(text, 60))
}
