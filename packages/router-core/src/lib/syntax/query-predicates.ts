import { refuseCurlyQuote } from './action-call.js'
import type { LineScanner } from './line-scanner.js'

/** A condition of `[debug !draft lang=en]`: the query must have or lack a key or a value. */
export interface QueryPredicate {
  readonly type: 'present' | 'absent' | 'equal' | 'notEqual'
  readonly key: string
  readonly value: string
}

/** Parses `[key !key key=value key!=value]`, separated by blanks. `!key=value` means `key!=value`. */
export function scanQueryPredicates(scanner: LineScanner): readonly QueryPredicate[] {
  const start = scanner.offset
  scanner.take('[')
  const predicates: QueryPredicate[] = []
  for (;;) {
    scanner.skipBlanks()
    if (scanner.take(']')) break
    if (scanner.atEnd) scanner.fail('Expected "]"', 'as in [lang=en]', start)
    predicates.push(scanPredicate(scanner))
  }
  if (predicates.length === 0) scanner.fail('Expected a condition', 'as in [lang=en]', start)
  return predicates
}

function scanPredicate(scanner: LineScanner): QueryPredicate {
  const start = scanner.offset
  const [whole, not, key = '', operator, value = ''] =
    /^(!?)([^\s=!\]]+)(?:(!?=)([^\s\]]*))?/.exec(scanner.text.slice(start)) ?? []
  if (whole === undefined) {
    scanner.fail('Expected a condition', 'the forms are key, !key, key=value, key!=value and !key=value')
  }
  const hint = 'a condition has no quotation marks, as in [lang=en]'
  for (const offset of [start + (not ?? '').length, start + whole.length - value.length])
    refuseCurlyQuote(scanner, hint, offset)
  scanner.offset += whole.length
  if (operator === undefined) return { type: not === '!' ? 'absent' : 'present', key, value: '' }
  return { type: (operator === '=') === (not === '') ? 'equal' : 'notEqual', key, value }
}
