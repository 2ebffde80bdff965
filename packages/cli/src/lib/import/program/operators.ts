import { constantOf, type Constant, type Value } from './values.js'

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
