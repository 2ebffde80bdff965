/** True if `next(reason)` is for error handlers. `route` and `router` only pass a request on. */
export function isErrorReason(reason: unknown): boolean {
  return Boolean(reason) && reason !== 'route' && reason !== 'router'
}

/** Returns the thrown value, or a new error if hosts do not treat the value as an error: `undefined`, `'route'`. */
export function toError(thrown: unknown, by: 'An action' | 'A middleware' | 'A view'): unknown {
  return isErrorReason(thrown) ? thrown : new Error(`${by} failed with ${String(thrown)}`)
}
