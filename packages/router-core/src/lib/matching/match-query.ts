import type { QueryPredicate } from '../syntax/query-predicates.js'

/** True if the query satisfies every condition. A repeated key has all of its values. */
export function matchQuery(predicates: readonly QueryPredicate[], query: URLSearchParams): boolean {
  return predicates.every(({ type, key, value }) => {
    switch (type) {
      case 'present':
        return query.has(key)
      case 'absent':
        return !query.has(key)
      case 'equal':
        return query.getAll(key).includes(value)
      case 'notEqual':
        return !query.getAll(key).includes(value)
    }
  })
}
