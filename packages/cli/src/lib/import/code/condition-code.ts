import type { RouteCondition } from '../program/values/values.js'
import type { ModuleWriter } from './module-writer.js'

/**
 * The conditions of a registration as one test of a conditional expression.
 *
 * @throws NotMovableException
 */
export function conditionCode(writer: ModuleWriter, conditions: readonly RouteCondition[]): string {
  return conditions
    .map((condition) => {
      const code = questionCode(writer, condition)
      if (condition.isNegated) return `!(${code})`
      return conditions.length > 1 ? `(${code})` : code
    })
    .join(' && ')
}

function questionCode(writer: ModuleWriter, { node, scope, asks, among }: RouteCondition): string {
  const code = writer.code(node, scope)
  if (asks === 'keys') return `Object.keys(${code}).length > 0`
  const whole = looseExpressions.has(node.type) ? `(${code})` : code
  if (among !== undefined)
    return `[${among.map((each) => writer.code(each, scope)).join(', ')}].includes(${code})`
  return asks === 'items' ? `[...${whole}].length > 0` : whole
}

/** What an operator beside it would take apart. */
const looseExpressions: ReadonlySet<string> = new Set([
  'ArrowFunctionExpression',
  'AssignmentExpression',
  'ConditionalExpression',
  'SequenceExpression',
])
