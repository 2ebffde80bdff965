import type { Route } from './route.js'

/** The method of a link to a route: `GET` for `*`, the first one of several. */
export function linkMethod({ method }: Pick<Route, 'method'>): string {
  return method === '*' ? 'GET' : (method.split('|', 1)[0] ?? method)
}
