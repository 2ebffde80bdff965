import type { CompiledRoutes } from './compiled-route.js'
import { acceptsSegment } from './path-matcher.js'

/**
 * Tells whether some route could match below a prefix, whatever follows it. A path with a malformed escape is answered
 * where that is so, and is somebody else's where it is not.
 */
export class PathPrefixes {
  readonly #table: CompiledRoutes
  /** The start of each route up to its first variable, cut behind each of its slashes. */
  readonly #literals = new Set<string>()
  /** By the start up to its first variable: the routes that go on with one. */
  readonly #open = new Map<string, number[]>()
  #longest = 0

  constructor(table: CompiledRoutes) {
    this.#table = table
    for (const [index, entry] of table.entries.entries()) {
      const { parts } = entry.pattern
      const [first] = parts
      const start = first?.type === 'literal' ? first.text : ''
      for (let at = start.indexOf('/'); at >= 0 && at < start.length - 1; at = start.indexOf('/', at + 1))
        this.#literals.add(start.slice(0, at + 1))
      if (parts.length < 2) continue
      this.#longest = Math.max(this.#longest, start.length)
      const routes = this.#open.get(start)
      if (routes === undefined) this.#open.set(start, [index])
      else routes.push(index)
    }
  }

  /** @param prefix starts and ends with a slash, and is well-formed */
  haveRouteBelow(prefix: string, maxParamLength: number): boolean {
    if (this.#literals.has(prefix)) return true
    const segments = prefix.slice(1).split('/').slice(0, -1)
    for (let end = Math.min(prefix.length, this.#longest); end > 0; end--) {
      const routes = this.#open.get(prefix.slice(0, end))
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
      return expected === undefined || acceptsSegment(expected, segment, maxParamLength)
    })
  }
}
