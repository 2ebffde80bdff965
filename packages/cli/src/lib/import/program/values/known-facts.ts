import type { Constant, ScopedNode, Value } from './values.js'

/** The text of a constant, if the value is one. */
export function textOf(value: Value | undefined): string | undefined {
  return value?.type === 'constant' && typeof value.constant === 'string' ? value.constant : undefined
}

/** Whether the value is text, even if only a run could tell which. */
export function isText(value: Value): boolean {
  return value.type === 'unknown' ? value.isText : textOf(value) !== undefined
}

/** A constant, or what is taken where the environment says nothing. */
export function assumedConstant(value: Value | undefined): Constant {
  if (value?.type === 'constant') return value.constant
  return value?.type === 'unknown' ? value.fallback : undefined
}

/** Whether the value counts as true; undefined where only a run could tell. */
export function truthOf(value: Value): boolean | undefined {
  if (value.type === 'constant') return Boolean(value.constant)
  return value.type === 'unknown' ? undefined : true
}

/** Whether the value counts as true where the environment says nothing; undefined where only a run could tell. */
export function assumedTruth(value: Value): boolean | undefined {
  const assumed = assumedConstant(value)
  return truthOf(value) ?? (assumed === undefined ? undefined : Boolean(assumed))
}

/** Whether the value is null or undefined; undefined where only a run could tell. */
export function isNullish(value: Value): boolean | undefined {
  if (value.type === 'constant') return value.constant === undefined || value.constant === null
  return value.type === 'unknown' ? undefined : false
}

/** The expression that made a value, where it is known. */
export function originOf(value: Value): ScopedNode | undefined {
  return 'origin' in value ? value.origin : undefined
}

/** A function as it was before `bind`. */
export function unbound(value: Value): Value {
  return value.type === 'function' ? (value.unbound ?? value) : value
}
