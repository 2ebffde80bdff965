/** True for objects and lists. False for functions. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

export function isObjectOrFunction(value: unknown): value is object {
  return typeof value === 'function' || isObject(value)
}

/** True for a promise of any library or realm. */
export function isPromise<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  return isObject(value) && 'then' in value && typeof value.then === 'function'
}
