import { hasLowerEscape, toUpperEscapes } from '../syntax/percent-encoding.js'
import type { RoutePattern } from '../syntax/pattern/route-pattern.js'
import { isRoute, type RouteEntry } from '../routes/route-entry.js'
import type { CompiledRoute, CompiledRoutes } from './compiled-route.js'
import { compilePath } from './path-matcher.js'

/** Tells whether some literal of the routes has an escape in lower case, `%c3`. */
export function haveLowerEscapes({ entries }: Pick<CompiledRoutes, 'entries'>): boolean {
  return entries.some(hasLowerLiteral)
}

/** The same routes with the escapes of their literals in upper case, for requests whose escapes are in upper case. */
export function foldEscapes(table: CompiledRoutes): CompiledRoutes {
  const entries = table.entries.map((entry) => (hasLowerLiteral(entry) ? withUpperEscapes(entry) : entry))
  const compiled: (CompiledRoute | undefined)[] = []
  return {
    entries,
    route: (index) => table.route(index),
    compiled: (index) => (compiled[index] ??= compileFolded(table.compiled(index), entries[index])),
  }
}

function hasLowerLiteral(entry: RouteEntry): boolean {
  return (
    isRoute(entry) &&
    entry.path.includes('%') &&
    entry.pattern.parts.some((part) => part.type === 'literal' && hasLowerEscape(part.text))
  )
}

function withUpperEscapes(entry: RouteEntry): RouteEntry {
  const { pattern } = entry
  const parts = pattern.parts.map((part) =>
    part.type === 'literal' ? { ...part, text: toUpperEscapes(part.text) } : part,
  )
  const folded: RoutePattern = { ...pattern, parts }
  return Object.create(entry, { pattern: { value: folded, enumerable: true } }) as RouteEntry
}

/** Matches the folded path, and finds the route itself. */
function compileFolded(compiled: CompiledRoute, entry: RouteEntry | undefined): CompiledRoute {
  if (entry === undefined || entry === compiled.route || !isRoute(entry)) return compiled
  return { ...compiled, path: compilePath(entry.pattern) }
}
