import { Router, RouteTable, type Route } from '@mvc-router/router-core'
import { variablesOf } from '@mvc-router/router-core/tools'

/** The named variables of host and path. A variable `_` has a value that nobody uses. */
export function namedVariables({ pattern }: Pick<Route, 'pattern'>): ReturnType<typeof variablesOf> {
  return variablesOf(pattern).filter(({ name }) => name !== '_')
}

/** True if links can name the route: a view, or an action that does not come from the path. */
export function isNameable({ target }: Route): boolean {
  return target.type === 'view' || (target.type === 'action' && target.call.variables.length === 0)
}

/** The files of routes, each once, in order. */
export function filesOf(routes: readonly Route[]): string[] {
  return [...new Set(routes.map(({ file }) => file))]
}

/** The text of a path without its variables. */
export function literalText({ parts }: Pick<Route['pattern'], 'parts'>): string {
  return parts.map((part) => (part.type === 'literal' ? part.text : '')).join('')
}

/**
 * `  routes.conf:4  GET /users` of the first twenty routes, for messages.
 *
 * @param noteOf returns the text after a route
 */
export function routeList(routes: readonly Route[], noteOf: (index: number) => string = () => ''): string[] {
  const lines = routes
    .slice(0, maxListed)
    .map(
      ({ file, line, method, host = '', path }, index) =>
        `  ${file}:${line}  ${method} ${host}${path}${noteOf(index)}`,
    )
  return routes.length > maxListed ? [...lines, `  and ${routes.length - maxListed} more`] : lines
}

const maxListed = 20

/** A router for some routes with the options of another router, but without controllers and warnings. */
export function routerOfRoutes(routes: readonly Route[], { options }: Router): Router {
  return new Router(new RouteTable(routes), { ...options, controllers: undefined, onWarning() {} })
}

/** True if a name fits a pattern, in which `*` represents any text. */
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

/** `['bookController', 'show']`: the last dot separates. */
export function splitAction(action: string): [controller: string, method: string] {
  const dot = action.lastIndexOf('.')
  return [action.slice(0, Math.max(0, dot)), action.slice(dot + 1)]
}
