import { sourceText } from './call-place.js'
import { unknownOf } from './make-values.js'
import type { NativeCall, UnknownValue } from './values.js'

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
