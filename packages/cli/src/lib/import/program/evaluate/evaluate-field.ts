import { undefinedValue } from '../values/make-values.js'
import type { Evaluation } from '../evaluation.js'
import { nameOf, nodeIn } from '../../../script/syntax-fields.js'
import type { Scope, Value } from '../values/values.js'
import type { SyntaxNode } from '../../../script/script-syntax.js'

/** @returns the value of a field's expression, undefined's where there is none */
export function evaluateField(evaluation: Evaluation, node: SyntaxNode, field: string, scope: Scope): Value {
  const expression = nodeIn(node, field)
  return expression === undefined ? undefinedValue : evaluation.evaluate(expression, scope)
}

/** The name in a field: of a property, or behind a dot. Undefined for one that only a run could tell. */
export function keyOf(
  evaluation: Evaluation,
  node: SyntaxNode,
  scope: Scope,
  field: 'key' | 'property' = 'key',
): string | undefined {
  const key = nodeIn(node, field)
  if (key === undefined || node['computed'] !== true) return nameOf(key)
  const value = evaluation.evaluate(key, scope)
  return value.type === 'constant' ? String(value.constant) : undefined
}
