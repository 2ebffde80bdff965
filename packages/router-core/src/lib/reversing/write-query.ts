import { isSatisfied } from '../matching/match-query.js'
import type { QueryPredicate } from '../syntax/query-predicates.js'
import { readArgument, type ArgumentText, type ReverseArguments } from './reverse-arguments.js'
import { refusal, type Rejection } from './write-variable.js'

/**
 * The form-encoded query. It is sorted by name, so the URL does not depend on the order of the arguments.
 *
 * @param known the names of arguments that do not go to the query
 * @throws NoHandlerFoundException for an argument that has no text
 */
export function writeQuery(
  action: string,
  args: ReverseArguments,
  known: ReadonlySet<string>,
  predicates: readonly QueryPredicate[],
): string | Rejection {
  const names = Object.keys(args).filter((name) => !known.has(name))
  const textOf = (name: string): ArgumentText | undefined => readArgument(action, name, args)
  const added = new Map<string, string>()
  for (const predicate of predicates) {
    const { type, key, value } = predicate
    const given = added.get(key) ?? (names.includes(key) ? textOf(key) : undefined)
    if (type === 'equal' && given === undefined) added.set(key, value)
    else if (!isSatisfied(predicate, [given ?? []].flat()))
      return refusal(
        'E_REVERSE_CONSTRAINT',
        () => `the query argument "${key}" does not fit the route's conditions`,
        key,
      )
  }
  if (added.size > 0) names.push(...[...added.keys()].filter((name) => !names.includes(name)))
  // Sorted by UTF-16 units, because the order must not depend on the locale.
  if (names.length > 1) names.sort()
  let query = ''
  for (const name of names) {
    const text = added.get(name) ?? textOf(name)
    if (text === undefined) continue
    if (!name.isWellFormed())
      return refusal('E_REVERSE_BAD_ARG', () => "an argument's name holds a lone surrogate", name)
    if (typeof text === 'string') query = append(query, name, text)
    else for (const each of text) query = append(query, name, each)
  }
  return query
}

function append(query: string, name: string, text: string): string {
  return `${query}${query === '' ? '' : '&'}${formEncode(name)}=${formEncode(text)}`
}

/** A name or a value in the encoding of forms. The text must be well-formed. */
export function formEncode(text: string): string {
  return formSafe.test(text) ? text : new URLSearchParams({ '': text }).toString().slice(1)
}

const formSafe = /^[\w.*-]*$/
