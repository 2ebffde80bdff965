import { sourceText } from './call-place.js'
import { assumedConstant } from './known-facts.js'
import { unknownOf } from './make-values.js'
import type { ScopedNode, UnknownValue, Value } from './values.js'

/** What stands there, and only a run could tell. */
export function unknownAt(
  call: ScopedNode,
  more: Partial<Omit<UnknownValue, 'type' | 'text'>> = {},
): UnknownValue {
  return unknownOf(sourceText(call), { origin: call, ...more })
}

/** What is computed; unknown where the program would throw. */
export function computed(call: ScopedNode, compute: () => Value): Value {
  try {
    return compute()
  } catch {
    return unknownAt(call)
  }
}

/** What only a run could tell or, where it is nothing, the default that the program writes beside it. */
export function unknownOr({ environment }: UnknownValue, own: Value, call: ScopedNode): UnknownValue {
  const fallback = assumedConstant(own)
  return unknownAt(call, { environment, fallback, isText: typeof fallback === 'string' })
}
