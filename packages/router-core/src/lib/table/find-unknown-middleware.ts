import type { RouteFileProblem } from '../exceptions.js'
import type { RouteLine } from '../syntax/route-line.js'
import { firstNames, nearestHint, nearestNames } from '../nearest-names.js'

/** Every name of a middleware in the lines that is not known, once for each place, with the nearest names. */
export function findUnknownMiddleware(
  lines: readonly RouteLine[],
  known: readonly string[],
): RouteFileProblem[] {
  const names = new Set(known)
  const uses = new Set(lines.flatMap(({ middleware }) => middleware))
  return [...uses]
    .filter(({ name }) => !names.has(name))
    .map(({ name, ...place }) => ({
      code: 'E_MIDDLEWARE_NOT_FOUND',
      message: `There is no middleware "${name}"`,
      hint: toHint(name, known),
      ...place,
    }))
}

function toHint(name: string, known: readonly string[]): string {
  if (known.length === 0) return 'no middleware has a name: give it in the option `middleware`'
  return nearestHint(nearestNames(name, known)) ?? `the middleware is ${firstNames(known)}`
}
