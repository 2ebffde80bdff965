import { isObject } from './is-object.js'

/** Of any library, and of any realm. */
export function isPromise<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  return isObject(value) && 'then' in value && typeof value.then === 'function'
}
