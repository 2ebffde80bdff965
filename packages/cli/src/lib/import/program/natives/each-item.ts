import type { Evaluation } from '../evaluation.js'
import { nodeIn } from '../../../script/syntax-fields.js'
import { loopItems, unknownItem } from '../values/items-of.js'
import { constantOf, listOf, undefinedValue, unknownOf } from '../values/make-values.js'
import type { ScopedNode, Value } from '../values/values.js'
import type { SyntaxNode } from '../../../script/script-syntax.js'

/**
 * What a function makes of every item of a value. The item that only a run could tell comes last, under the condition
 * that the value has items.
 *
 * @param subject the expression of the value; by default `list` of the call `list.map(visit)`
 */
export function forEachItem(
  value: Value,
  visit: (item: Value, index: Value) => Value,
  evaluation: Evaluation,
  call: ScopedNode,
  subject: SyntaxNode | undefined = receiverOf(call.node),
): Value[] {
  const { known, isOpen } = loopItems(value)
  const results = known.map((item, index) => visit(item, constantOf(index)))
  if (!isOpen) return results
  const run = (): Value => visit(unknownItem(call), unknownOf('an index'))
  return [...results, underItems(evaluation, subject ?? call.node, call, run)]
}

/** Calls what a function was given to call. */
export function callWith(
  evaluation: Evaluation,
  callback: Value,
  args: readonly Value[],
  call: ScopedNode,
): Value {
  return evaluation.callValue(callback, undefinedValue, listOf(args), call)
}

/** Follows what runs for the items of an expression, if there are any. */
export function underItems<Result>(
  evaluation: Evaluation,
  node: SyntaxNode,
  { scope }: ScopedNode,
  run: () => Result,
): Result {
  return evaluation.conditions.under({ node, scope, asks: 'items' }, false, run)
}

/** `list` of `list.map(visit)`. */
export function receiverOf(call: SyntaxNode): SyntaxNode | undefined {
  const callee = nodeIn(call, 'callee')
  return callee && nodeIn(callee, 'object')
}
