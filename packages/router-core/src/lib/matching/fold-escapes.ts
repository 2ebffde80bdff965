import { hasLowerEscape, toUpperEscapes } from '../syntax/percent-encoding.js'
import type { RoutePattern } from '../syntax/pattern/route-pattern.js'
import type { Route } from '../routes/route.js'
import type { CompiledRoute, CompiledRoutes } from './compiled-route.js'
import { compilePath } from './path-matcher.js'

/** The same routes, with `%C3` instead of the literal `%c3`. Returns `table` itself if no literal changes. */
export function foldEscapes(table: CompiledRoutes): CompiledRoutes {
  if (!table.routes.some(hasLowerLiteral)) return table
  const routes = table.routes.map((route) => (hasLowerLiteral(route) ? withUpperEscapes(route) : route))
  const compiled: (CompiledRoute | undefined)[] = []
  return {
    routes,
    compiled: (index) => (compiled[index] ??= compileFolded(table.compiled(index), routes[index])),
  }
}

function hasLowerLiteral({ path, pattern }: Route): boolean {
  return (
    path.includes('%') && pattern.parts.some((part) => part.type === 'literal' && hasLowerEscape(part.text))
  )
}

function withUpperEscapes(route: Route): Route {
  const { pattern } = route
  const parts = pattern.parts.map((part) =>
    part.type === 'literal' ? { ...part, text: toUpperEscapes(part.text) } : part,
  )
  const folded: RoutePattern = { ...pattern, parts }
  return Object.create(route, { pattern: { value: folded, enumerable: true } }) as Route
}

/** Matches the folded path, but the result has the original route. */
function compileFolded(compiled: CompiledRoute, folded: Route | undefined): CompiledRoute {
  if (folded === undefined || folded === compiled.route) return compiled
  return { ...compiled, path: compilePath(folded.pattern) }
}
