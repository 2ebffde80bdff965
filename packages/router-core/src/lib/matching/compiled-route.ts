import { compileHost, type HostMatcher } from './host-matcher.js'
import { compilePath, type PathMatcher } from './path-matcher.js'
import type { Route } from '../routes/route.js'

/** A route with everything that can be known before a request comes. */
export interface CompiledRoute {
  readonly route: Route
  readonly path: PathMatcher
  readonly host: HostMatcher | undefined
}

/** The source of indexes: the routes by their place in file order. */
export interface CompiledRoutes {
  readonly routes: readonly Route[]
  /** @throws RangeError when there is no such route */
  compiled(index: number): CompiledRoute
}

export function compileRoute(route: Route): CompiledRoute {
  return {
    route,
    path: compilePath(route.pattern),
    host: route.pattern.host && compileHost(route.pattern.host),
  }
}
