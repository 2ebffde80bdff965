import { assumedConstant, isText, textOf } from './known-facts.js'
import { constantOf } from './make-values.js'
import { unknownAt } from './unknown-at.js'
import type { Constant, NativeCall, Value } from './values.js'

/** The result of an operator on constants, or undefined for an operation that is not computed. */
export function operate(
  operator: string,
  left: Constant,
  right: Constant,
): { readonly value: Constant } | undefined {
  const isRegex = left instanceof RegExp || right instanceof RegExp
  switch (operator) {
    case '===':
      return { value: left === right }
    case '!==':
      return { value: left !== right }
    // oxlint-disable-next-line eqeqeq -- the program's own comparison
    case '==':
      return { value: isLooselyEqual(left, right) }
    case '!=':
      return { value: !isLooselyEqual(left, right) }
    case '+':
      if (typeof left === 'string' || typeof right === 'string')
        return isRegex ? undefined : { value: String(left) + String(right) }
      return typeof left === 'number' && typeof right === 'number' ? { value: left + right } : undefined
    default:
  }
  if (typeof left === 'string' && typeof right === 'string') {
    if (operator === '<') return { value: left < right }
    if (operator === '>') return { value: left > right }
  }
  if (typeof left !== 'number' || typeof right !== 'number') return undefined
  switch (operator) {
    case '-':
      return { value: left - right }
    case '*':
      return { value: left * right }
    case '/':
      return { value: left / right }
    case '%':
      return { value: left % right }
    case '<':
      return { value: left < right }
    case '>':
      return { value: left > right }
    case '<=':
      return { value: left <= right }
    case '>=':
      return { value: left >= right }
    default:
      return undefined
  }
}

function isLooselyEqual(left: Constant, right: Constant): boolean {
  if (left === undefined || left === null) return right === undefined || right === null
  return typeof left === typeof right ? left === right : String(left) === String(right)
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

export function applyOperator(operator: string, left: Value, right: Value, call: NativeCall): Value {
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
  return unknownAt(call, '', { isText: isSumText, fallback })
}
