import { isFinishedUrl } from './finished-url.js'
import type { ReverseArguments } from './reverser.js'
import type { ReverseContext, ReversedRoute } from './reverse-route.js'
import type { RouteTable } from '../table/route-table.js'

/**
 * The short way of reversing, for what nearly every link is: a path of literals and whole-segment variables, arguments
 * that are strings and whole numbers. Here everything that can be known of a route is known before the call: its parts,
 * which arguments it uses, and that the URL comes back, because a whole segment always does.
 *
 * `undefined` means that only the long way (`reverse-route.ts`) can tell: a host, a condition on the query, a mixed
 * segment, an argument of another kind, or an error, which it explains. Both ways give the same URLs; the tests compare
 * them.
 */
export function reversePlainly(
  table: RouteTable,
  { mountPath, reverseTrailingSlash, maxParamLength }: ReverseContext,
  action: string,
  given: unknown,
): ReversedRoute | undefined {
  let candidate = table.plainReverse(action)
  if (candidate === undefined) return undefined
  const args = readOwn(given)
  if (args === undefined) return undefined
  for (; candidate !== undefined; candidate = candidate.next) {
    const path = candidate.build(args, reverseTrailingSlash, maxParamLength)
    if (path === undefined) return undefined
    if (path === null) continue
    const url = mountPath + path
    if (!isFinishedUrl(url)) return undefined
    const { route, method } = candidate
    return { url, path, host: undefined, method, route, action, args }
  }
  return undefined
}

/** The same for who needs the URL alone. */
export function plainUrl(
  table: RouteTable,
  { mountPath, reverseTrailingSlash, maxParamLength }: ReverseContext,
  action: string,
  given: unknown,
): string | undefined {
  let candidate = table.plainReverse(action)
  const args = given ?? noArguments
  if (typeof args !== 'object' || Array.isArray(args)) return undefined
  try {
    for (; candidate !== undefined; candidate = candidate.next) {
      const path = candidate.build(args as ReverseArguments, reverseTrailingSlash, maxParamLength)
      if (path === undefined) return undefined
      if (path === null) continue
      const url = mountPath === '' ? path : mountPath + path
      return isFinishedUrl(url) ? url : undefined
    }
  } catch {
    // A getter or a proxy: the long way tells which argument it is.
  }
  return undefined
}

const noArguments: ReverseArguments = Object.freeze({})

/** The caller's own enumerable properties, read once; undefined for what the long way refuses, and explains. */
function readOwn(given: unknown): Record<string, unknown> | undefined {
  if (given === undefined || given === null) return {}
  if (typeof given !== 'object' || Array.isArray(given)) return undefined
  try {
    return { ...given }
  } catch {
    return undefined
  }
}
