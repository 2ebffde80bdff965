import { getOrInsert } from '../get-or-insert.js'
import type { Sliced } from '../slices.js'
import type { RoutePattern } from '../syntax/pattern/route-pattern.js'
import type { CompiledRoutes } from './compiled-route.js'
import { acceptsSegment } from './path-matcher.js'
import { toHalfDecoded } from '../syntax/percent-encoding.js'

/**
 * Tells whether some route could match a path with a certain prefix. If so, a path with this prefix and a malformed
 * escape is answered with 400. If not, the application may answer it.
 */
export class PathPrefixes {
  readonly #table: CompiledRoutes
  /** For each route the starts of its first literal that end in a slash: `/` and `/a/` of `/a/{b}`. */
  readonly #literals = new Set<string>()
  /** The routes with variables, by the whole segments before their first variable. */
  readonly #open = new Map<string, number[]>()
  #longest = 0

  private constructor(table: CompiledRoutes) {
    this.#table = table
  }

  static *build(table: CompiledRoutes): Sliced<PathPrefixes> {
    const built = new PathPrefixes(table)
    for (const [index, { pattern }] of table.routes.entries()) {
      yield
      built.#add(index, pattern)
    }
    return built
  }

  #add(index: number, { parts }: RoutePattern): void {
    const [first] = parts
    const start = first?.type === 'literal' ? first.text : ''
    for (let at = start.indexOf('/'); at >= 0 && at < start.length - 1; at = start.indexOf('/', at + 1))
      this.#literals.add(start.slice(0, at + 1))
    if (parts.length < 2) return
    // Text that shares a segment with a variable is compared half-decoded.
    const segments = start.slice(0, start.lastIndexOf('/') + 1)
    this.#longest = Math.max(this.#longest, segments.length)
    getOrInsert(this.#open, segments, () => []).push(index)
  }

  /** @param prefix starts and ends with a slash, and is well-formed */
  haveRouteBelow(prefix: string, maxParamLength: number): boolean {
    if (this.#literals.has(prefix)) return true
    const segments = prefix.slice(1).split('/').slice(0, -1)
    for (let end = 0; end >= 0 && end < this.#longest; end = prefix.indexOf('/', end + 1)) {
      const routes = this.#open.get(prefix.slice(0, end + 1))
      if (routes?.some((route) => this.#goesBelow(route, segments, maxParamLength)) === true) return true
    }
    return false
  }

  #goesBelow(route: number, segments: readonly string[], maxParamLength: number): boolean {
    const { path } = this.#table.compiled(route)
    const below = path.segments[segments.length]
    if (path.tail === undefined && (below === undefined || (below.type === 'literal' && below.text === '')))
      return false
    return segments.every((segment, index) => {
      const expected = path.segments[index]
      if (expected !== undefined) return acceptsSegment(expected, segment, maxParamLength)
      const first = index === path.segments.length ? path.tail?.parts[0] : undefined
      return first?.type !== 'literal' || toHalfDecoded(segment).startsWith(toHalfDecoded(first.text))
    })
  }
}
