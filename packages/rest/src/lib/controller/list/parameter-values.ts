import { shorten } from '@mvc-router/router-core/tools'
import { wrongParameter } from '../../exceptions/wrong-parameter.js'

/** The value of a parameter that may be given once, `undefined` for an absent or empty one. */
export function single(parameters: URLSearchParams, name: string): string | undefined {
  if (!parameters.has(name)) return undefined
  const [value, ...others] = parameters.getAll(name)
  if (others.length > 0) throw wrongParameter(name, 'repeated', `${name} may be given only once`)
  return value === '' ? undefined : value
}

/** The names in a list such as `id,title`; `undefined` for an absent or empty one. */
export function namesIn(parameters: URLSearchParams, name: string): readonly string[] | undefined {
  const list = single(parameters, name)
  if (list === undefined) return undefined
  if (!nameList.test(list))
    throw wrongParameter(
      name,
      'syntax',
      `${name}: expected names with commas between them, got ${quoteGiven(list)}`,
    )
  return list.split(',')
}

const nameList = /^[A-Za-z0-9_.]+(?:,[A-Za-z0-9_.]+)*$/

/** A text that a client sent, short and without control characters. */
export function quoteGiven(text: string): string {
  return JSON.stringify(shorten(text, 60))
}
