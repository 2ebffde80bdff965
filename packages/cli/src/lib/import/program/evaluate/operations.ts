import { assignTo } from './bind-pattern.js'
import { evaluateField } from './evaluate-field.js'
import type { Evaluation } from '../evaluation.js'
import { textIn, childIn } from '../../../script/syntax-fields.js'
import { joinValues } from '../values/join-values.js'
import { assumedTruth, isNullish, truthOf } from '../values/known-facts.js'
import { constantOf, undefinedValue } from '../values/make-values.js'
import { applyOperator, typeName } from '../values/operators.js'
import { unknownAt, unknownOr } from '../values/unknown-at.js'
import type { Scope, ScopedNode, Value } from '../values/values.js'
import type { SyntaxNode } from '../../../script/script-syntax.js'

export function assignment(evaluation: Evaluation, node: SyntaxNode, scope: Scope): Value {
  const left = childIn(node, 'left')
  const operator = textIn(node, 'operator').slice(0, -1)
  const value =
    operator === ''
      ? evaluateField(evaluation, node, 'right', scope)
      : /^(\|\||&&|\?\?)$/.test(operator)
        ? shortCircuit(evaluation, operator, { node, scope })
        : operate(evaluation, operator, { node, scope })
  assignTo(evaluation, left, value, scope)
  return value
}

export function logical(evaluation: Evaluation, node: SyntaxNode, scope: Scope): Value {
  return shortCircuit(evaluation, textIn(node, 'operator'), { node, scope })
}

/** `left || right` and its like, also as part of `left ||= right`. */
function shortCircuit(evaluation: Evaluation, operator: string, at: ScopedNode): Value {
  const { node, scope } = at
  const leftNode = childIn(node, 'left')
  const evaluateRight = (): Value => evaluateField(evaluation, node, 'right', scope)
  const left = evaluation.evaluate(leftNode, scope)
  const takesRight =
    operator === '??' ? isNullish(left) : operator === '&&' ? truthOf(left) : negate(truthOf(left))
  if (takesRight !== undefined) return takesRight ? evaluateRight() : left
  const right = evaluation.conditions.under({ node: leftNode, scope }, operator !== '&&', evaluateRight)
  return operator !== '&&' && left.type === 'unknown' ? unknownOr(left, right, at) : unknownAt(at)
}

export function conditional(evaluation: Evaluation, node: SyntaxNode, scope: Scope): Value {
  const test = childIn(node, 'test')
  const tested = evaluation.evaluate(test, scope)
  const truth = truthOf(tested)
  const side = (isTrue: boolean): Value =>
    evaluateField(evaluation, node, isTrue ? 'consequent' : 'alternate', scope)
  if (truth !== undefined) return side(truth)
  const assumed = assumedTruth(tested)
  const condition = { node: test, scope, assumed }
  const first = evaluation.conditions.under(condition, false, () => side(true))
  const second = evaluation.conditions.under(condition, true, () => side(false))
  const taken = assumed === undefined ? undefined : assumed ? first : second
  return joinValues([first, second], { node, scope }, taken)
}

export function binary(evaluation: Evaluation, node: SyntaxNode, scope: Scope): Value {
  return operate(evaluation, textIn(node, 'operator'), { node, scope })
}

function operate(evaluation: Evaluation, operator: string, at: ScopedNode): Value {
  const left = evaluateField(evaluation, at.node, 'left', at.scope)
  const right = evaluateField(evaluation, at.node, 'right', at.scope)
  return applyOperator(operator, left, right, at)
}

export function unary(evaluation: Evaluation, node: SyntaxNode, scope: Scope): Value {
  const value = evaluateField(evaluation, node, 'argument', scope)
  switch (textIn(node, 'operator')) {
    case '!': {
      const truth = truthOf(value)
      return truth === undefined
        ? unknownAt({ node, scope }, { fallback: negate(assumedTruth(value)) })
        : constantOf(!truth)
    }
    case 'typeof':
      return typeName(value) ?? unknownAt({ node, scope })
    case 'void':
      return undefinedValue
    case '-':
    case '+':
    case '~': {
      if (value.type !== 'constant' || typeof value.constant === 'bigint') return unknownAt({ node, scope })
      const number = Number(value.constant)
      const operator = textIn(node, 'operator')
      return constantOf(operator === '-' ? -number : operator === '~' ? ~number : number)
    }
    default:
      return unknownAt({ node, scope })
  }
}

export function update(evaluation: Evaluation, node: SyntaxNode, scope: Scope): Value {
  const target = childIn(node, 'argument')
  const before = evaluation.evaluate(target, scope)
  if (before.type !== 'constant' || typeof before.constant !== 'number') return unknownAt({ node, scope })
  const after = constantOf(before.constant + (textIn(node, 'operator') === '++' ? 1 : -1))
  assignTo(evaluation, target, after, scope)
  return node['prefix'] === true ? after : before
}

function negate(truth: boolean | undefined): boolean | undefined {
  return truth === undefined ? undefined : !truth
}
