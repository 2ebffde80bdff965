import type { QueryPredicate } from '../syntax/query-predicates.js'

/** True if the query satisfies every condition. A repeated key has all of its values. */
export function matchQuery(predicates: readonly QueryPredicate[], query: URLSearchParams): boolean {
  return predicates.every((predicate) => isSatisfied(predicate, query.getAll(predicate.key)))
}

/** @param values all values of the condition's key */
export function isSatisfied({ type, value }: QueryPredicate, values: readonly string[]): boolean {
  switch (type) {
    case 'present':
      return values.length > 0
    case 'absent':
      return values.length === 0
    case 'equal':
      return values.includes(value)
    case 'notEqual':
      return !values.includes(value)
  }
}
