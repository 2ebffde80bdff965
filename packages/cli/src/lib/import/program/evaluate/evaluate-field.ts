import { undefinedValue } from '../values/make-values.js'
import type { Evaluation } from '../evaluation.js'
import { nameOf, nodeIn } from '../../../script/syntax-fields.js'
import type { Scope } from '../values/values.js'
import { type Value } from '../values/values.js'
import type { SyntaxNode } from '../../../script/script-syntax.js'

/** @returns the value of a field's expression, undefined's where there is none */
export function evaluateField(evaluation: Evaluation, node: SyntaxNode, field: string, scope: Scope): Value {
  const expression = nodeIn(node, field)
  return expression === undefined ? undefinedValue : evaluation.evaluate(expression, scope)
}

export function keyOf(evaluation: Evaluation, property: SyntaxNode, scope: Scope): string | undefined {
  const key = nodeIn(property, 'key')
  if (key === undefined) return undefined
  if (property['computed'] !== true) return nameOf(key)
  const value = evaluation.evaluate(key, scope)
  return value.type === 'constant' ? String(value.constant) : undefined
}

export function memberKey(
  evaluation: Evaluation,
  node: SyntaxNode,
  property: SyntaxNode,
  scope: Scope,
): string | undefined {
  if (node['computed'] !== true) return nameOf(property)
  const value = evaluation.evaluate(property, scope)
  return value.type === 'constant' ? String(value.constant) : undefined
}
