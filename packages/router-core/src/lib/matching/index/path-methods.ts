import { getOrInsert } from '../../get-or-insert.js'
import type { CompiledRoutes } from '../compiled-route.js'
import type { Route } from '../../routes/route.js'
import { acceptsFacts, isConditional, type RequestFacts } from '../request-facts.js'
import { MethodSet } from './method-set.js'
import type { Sliced } from '../../slices.js'
import { EndsByHost } from './ends-by-host.js'
import { noRoute, notVerbatim, PathTrie, type TrieRecords } from './path-trie.js'
import { PathTrieBuilder } from './path-trie-builder.js'
import { PatternWriter } from './pattern-writer.js'
import { isVerbatim } from './verbatim-text.js'

/**
 * The methods that a path has, for 405 and OPTIONS: one search in one trie, whatever the methods of the routes. Instead
 * of routes it holds claims. Routes of one method make one claim, unless they ask for more than method and path:
 *
 *   GET /users/{id}     PUT /users/{name}     GET /files/{file}     GET(json) /files/list
 *
 *   "/" ──▶ "users/" ──▶ any       GET, PUT
 *    └────▶ "files/" ──▶ any       GET
 *               └──────▶ "list"    GET of the fourth route
 *
 * So a big table has few claims, and equal lists of them are one: what a search reads of them is always at hand, where
 * the routes themselves are spread over the memory. Each claim that the search finds is noted and refused, so that it
 * goes on to all others.
 */
export class PathMethods {
  readonly #trie: PathTrie
  readonly #none = new MethodSet()
  #found = this.#none

  private constructor(table: CompiledRoutes, records: TrieRecords, claims: readonly Claim[]) {
    const hosts = new EndsByHost((claim) => {
      const route = claims[claim]?.route
      return route === undefined ? undefined : table.routes[route]
    })
    this.#trie = new PathTrie(records, hosts, (claim, facts) => {
      const { method, route } = claims[claim] as Claim
      const found = this.#found.with(method)
      if (found !== this.#found && (route === undefined || acceptsFacts(table, route, facts)))
        this.#found = found
      return false
    })
  }

  static *build(table: CompiledRoutes): Sliced<PathMethods> {
    const claims: Claim[] = []
    return new PathMethods(table, yield* toRecords(table, claims), claims)
  }

  /** The methods of a path as it came, sorted, while it is verbatim; else `notVerbatim`. */
  findVerbatim(
    path: string,
    facts: RequestFacts | undefined,
    maxParamLength: number,
  ): readonly string[] | typeof notVerbatim {
    this.#found = this.#none
    if (this.#trie.find(path, noRoute, false, maxParamLength, facts) === notVerbatim) return notVerbatim
    // Where something was found, the whole path was read.
    const isRead = this.#found !== this.#none || (path !== '' && isVerbatim(path))
    return isRead ? this.#found.methods : notVerbatim
  }

  /** The methods of a canonical path, sorted. */
  findCanonical(path: string, facts: RequestFacts | undefined, maxParamLength: number): readonly string[] {
    this.#found = this.#none
    this.#trie.find(path, noRoute, true, maxParamLength, facts)
    return this.#found.methods
  }
}

/** A route's claim to accept requests with a method. */
interface Claim {
  /** The method of the route, as written. */
  readonly method: string
  /** The route, where it asks for more than method and path. */
  readonly route: number | undefined
}

/** The trie of all routes. In it, numbers are places of `claims`. */
function* toRecords(table: CompiledRoutes, claims: Claim[]): Sliced<TrieRecords> {
  // As each claim is refused, a place keeps all that end there, and their order does not matter.
  const builder = new PathTrieBuilder(() => true)
  const writer = new PatternWriter(table, builder)
  const unconditional = new Map<string, number>()
  for (const [number, route] of table.routes.entries()) {
    yield
    writer.add(number, toClaim(number, route))
  }
  return yield* builder.toRecords()

  function toClaim(number: number, route: Route): number {
    const { method } = route
    if (isConditional(route)) return claims.push({ method, route: number }) - 1
    return getOrInsert(unconditional, method, () => claims.push({ method, route: undefined }) - 1)
  }
}
