import { isObject } from './is-object.js'

/** True for a promise of any library and any realm. */
export function isPromise<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  return isObject(value) && 'then' in value && typeof value.then === 'function'
}
