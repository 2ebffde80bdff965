/** True if `next(reason)` is for error handlers: the other two pass a request on. */
export function isErrorReason(reason: unknown): boolean {
  return Boolean(reason) && reason !== 'route' && reason !== 'router'
}

/** The thrown or rejected value, as an error that every host accepts. */
export function toError(thrown: unknown, by: 'An action' | 'A middleware' | 'A view'): unknown {
  return isErrorReason(thrown) ? thrown : new Error(`${by} failed with ${String(thrown)}`)
}
