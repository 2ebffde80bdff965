import { runInNewContext } from 'node:vm'
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

/** A longer text than a program makes that only sets up its routes, and a longer time than it takes for one. */
const maxLength = 10_000
const maxMilliseconds = 1000

/** What is computed; unknown where the program would throw, or computes too much. */
export function computed(call: ScopedNode, compute: () => Value): Value {
  try {
    const value = compute()
    const isLong =
      value.type === 'constant' && typeof value.constant === 'string' && value.constant.length > maxLength
    return isLong ? unknownAt(call, { isText: true }) : value
  } catch {
    return unknownAt(call)
  }
}

/** Runs what a regular expression of the program may make endless. */
export function withinTime<Result>(run: () => Result): Result {
  return runInNewContext('run()', { run }, { timeout: maxMilliseconds }) as Result
}

/** What only a run could tell or, where it is nothing, the default that the program writes beside it. */
export function unknownOr({ environment }: UnknownValue, own: Value, call: ScopedNode): UnknownValue {
  const fallback = assumedConstant(own)
  return unknownAt(call, { environment, fallback, isText: typeof fallback === 'string' })
}
