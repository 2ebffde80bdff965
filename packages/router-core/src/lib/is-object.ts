/** True for what has members: objects and lists, and no functions. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** True for values that can have properties of their own. */
export function isObjectOrFunction(value: unknown): value is object {
  return typeof value === 'function' || isObject(value)
}
