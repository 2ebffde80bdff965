export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** What can have properties of its own. */
export function isObjectOrFunction(value: unknown): value is object {
  return typeof value === 'function' || isObject(value)
}
