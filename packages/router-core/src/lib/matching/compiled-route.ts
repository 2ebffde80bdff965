import { compileHost, type HostMatcher } from './host-matcher.js'
import { compilePath, type PathMatcher } from './path-matcher.js'
import type { Route } from '../routes/route.js'

/** A route that is ready to match. */
export interface CompiledRoute {
  readonly route: Route
  readonly path: PathMatcher
  readonly host: HostMatcher | undefined
}

/** The routes in file order. Indexes are built from them. */
export interface CompiledRoutes {
  readonly routes: readonly Route[]
  /** @throws RangeError for a place without a route */
  compiled(index: number): CompiledRoute
}

export function compileRoute(route: Route): CompiledRoute {
  return {
    route,
    path: compilePath(route.pattern),
    host: route.pattern.host && compileHost(route.pattern.host),
  }
}
