import { sourceText } from './call-place.js'
import { assumedConstant } from './known-facts.js'
import { unknownOf } from './make-values.js'
import type { NativeCall, UnknownValue, Value } from './values.js'

/** What stands there, and only a run could tell. */
export function unknownAt(
  call: NativeCall,
  before = '',
  more: Partial<Omit<UnknownValue, 'type' | 'text'>> = {},
): UnknownValue {
  return unknownOf(before + sourceText(call), {
    origin: call,
    ...more,
  })
}

/** What the environment says or, where it says nothing, the value of a program's own. */
export function environmentOr({ environment }: UnknownValue, own: Value, call: NativeCall): UnknownValue {
  const fallback = assumedConstant(own)
  return unknownAt(call, '', { environment, fallback, isText: typeof fallback === 'string' })
}
