import type { Registration } from '../program/values/values.js'

/**
 * One registration for each method of an `app.route()`. Express runs the handlers of `all` before those behind them, and
 * `next('route')` leaves them together: on lines of their own, the ones behind would still be asked.
 */
export function joinRoutes(registrations: readonly Registration[]): readonly Registration[] {
  return registrations.flatMap((each) => {
    if (each.route === undefined) return [each]
    const chain = registrations.filter(({ route }) => route === each.route)
    if (chain.some(({ conditions }) => conditions.length !== each.conditions.length)) return [each]
    return each === chain[0] ? joined(chain) : []
  })
}

function joined(chain: readonly Registration[]): Registration[] {
  const methods = new Set(chain.map(({ method }) => method))
  // What answers every method comes last, so that it leaves the others their own lines.
  if (methods.delete('*')) methods.add('*')
  return [...methods].flatMap((method) => {
    const parts = chain.filter((each) => each.method === '*' || each.method === method)
    const last = parts.at(-1)
    if (last === undefined) return []
    return {
      ...last,
      method,
      handlers: parts.flatMap(({ handlers }) => handlers),
      isOpen: parts.some(({ isOpen }) => isOpen),
    }
  })
}
