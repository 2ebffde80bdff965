import { Router, RouteTable, type Route } from '@mvc-router/router-core'
import { variablesOf } from '@mvc-router/router-core/tools'

/** Returns the variables of host and path, except `_`, whose value is never used. */
export function namedVariables({ pattern }: Pick<Route, 'pattern'>): ReturnType<typeof variablesOf> {
  return variablesOf(pattern).filter(({ name }) => name !== '_')
}

/** True if links can name the route: its target is a view, or an action without path variables in its name. */
export function isNameable({ target }: Route): boolean {
  return target.type === 'view' || (target.type === 'action' && target.call.variables.length === 0)
}

export function filesOf(routes: readonly Route[]): string[] {
  return [...new Set(routes.map(({ file }) => file))]
}

export function literalText({ parts }: Pick<Route['pattern'], 'parts'>): string {
  return parts.map((part) => (part.type === 'literal' ? part.text : '')).join('')
}

/**
 * Lists at most twenty routes for a message, for example `  routes.conf:4  GET /users`.
 *
 * @param noteOf returns the text after a route
 */
export function routeList(routes: readonly Route[], noteOf: (index: number) => string = () => ''): string[] {
  const listed = ({ file, line, method, host = '', path }: Route, index: number): string =>
    `  ${file}:${line}  ${method} ${host}${path}${noteOf(index)}`
  const lines = routes.slice(0, maxListed).map(listed)
  return routes.length > maxListed ? [...lines, `  and ${routes.length - maxListed} more`] : lines
}

const maxListed = 20

/** Creates a router for these routes with the options of another router, but without controllers and warnings. */
export function routerOfRoutes(routes: readonly Route[], { options }: Router): Router {
  return new Router(new RouteTable(routes), { ...options, controllers: undefined, onWarning() {} })
}

/** True if a name matches a pattern. `*` represents any text. */
export function fitsPattern(name: string, pattern: string): boolean {
  const [start = '', ...rest] = pattern.split('*')
  if (rest.length === 0) return name === pattern
  if (!name.startsWith(start)) return false
  let at = start.length
  const end = rest.pop() ?? ''
  for (const text of rest) {
    const found = name.indexOf(text, at)
    if (found < 0) return false
    at = found + text.length
  }
  return name.length - end.length >= at && name.endsWith(end)
}

/** Splits at the last dot: `bookController.show` becomes `['bookController', 'show']`. */
export function splitAction(action: string): [controller: string, method: string] {
  const dot = action.lastIndexOf('.')
  return [action.slice(0, Math.max(0, dot)), action.slice(dot + 1)]
}
