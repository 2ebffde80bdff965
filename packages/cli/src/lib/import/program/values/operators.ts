import { assumedConstant, isText, textOf } from './known-facts.js'
import { constantOf } from './make-values.js'
import { unknownAt } from './unknown-at.js'
import type { Constant, ScopedNode, Value } from './values.js'

/** The operators of JavaScript, typed for numbers; as in JavaScript, they take every constant. */
const operators: Readonly<Record<string, ((left: number, right: number) => Constant) | undefined>> = {
  '===': (left, right) => left === right,
  '!==': (left, right) => left !== right,
  // oxlint-disable-next-line eqeqeq -- the program's own comparison
  '==': (left, right) => left == right,
  // oxlint-disable-next-line eqeqeq -- the program's own comparison
  '!=': (left, right) => left != right,
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
  '**': (left, right) => left ** right,
  '<': (left, right) => left < right,
  '>': (left, right) => left > right,
  '<=': (left, right) => left <= right,
  '>=': (left, right) => left >= right,
}

/** The result of an operator on constants; undefined for an operation that is not computed. */
function operate(
  operator: string,
  left: Constant,
  right: Constant,
): { readonly value: Constant } | undefined {
  const compute = operators[operator]
  try {
    return compute && { value: compute(left as number, right as number) }
  } catch {
    // A number and a BigInt make nothing together.
    return undefined
  }
}

/** What `typeof` says of a value; undefined where only a run could tell. */
export function typeName(value: Value): Value | undefined {
  switch (value.type) {
    case 'unknown':
      return undefined
    case 'constant':
      return constantOf(typeof value.constant)
    case 'function':
    case 'class':
    case 'native':
    case 'router':
    case 'staticFiles':
      return constantOf('function')
    default:
      return constantOf('object')
  }
}

export function applyOperator(operator: string, left: Value, right: Value, call: ScopedNode): Value {
  if (left.type === 'constant' && right.type === 'constant') {
    const result = operate(operator, left.constant, right.constant)
    if (result !== undefined) return constantOf(result.value)
  }
  const isEquality = /^[!=]==?$/.test(operator)
  if (isEquality && left.type !== 'unknown' && right.type !== 'unknown')
    return constantOf((left === right) === operator.startsWith('='))
  if (operator === 'in' && right.type === 'object' && !right.isOpen) {
    const key = textOf(left)
    if (key !== undefined) return constantOf(right.fields.has(key))
  }
  const isSumText = operator === '+' && [left, right].some(isText)
  const [assumedLeft, assumedRight] = [assumedConstant(left), assumedConstant(right)]
  const fallback =
    assumedLeft !== undefined && assumedRight !== undefined
      ? operate(operator, assumedLeft, assumedRight)?.value
      : undefined
  return unknownAt(call, { isText: isSumText, fallback })
}
