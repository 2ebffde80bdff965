import type { Route } from './route.js'

/** The method of a link to a route: the first of several, and `GET` for `*`. */
export function linkMethod({ method }: Pick<Route, 'method'>): string {
  return method === '*' ? 'GET' : (method.split('|', 1)[0] ?? method)
}
