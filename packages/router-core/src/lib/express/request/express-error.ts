/** Whether `next(reason)` is for Express's error handlers, as Express decides it. */
export function isExpressError(reason: unknown): boolean {
  return Boolean(reason) && reason !== 'route' && reason !== 'router'
}

/** What was thrown or rejected, as something that Express takes for an error. */
export function toError(thrown: unknown, by: 'An action' | 'A middleware'): unknown {
  return isExpressError(thrown) ? thrown : new Error(`${by} failed with ${String(thrown)}`)
}
