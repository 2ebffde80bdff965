import { getOrInsert } from '@mvc-router/constraint-language'
import type { RouteMatch } from '../match-request.js'
import { acceptsFacts, isConditional, type RequestFacts } from '../request-facts.js'
import { acceptsMethod } from '../accepts-method.js'
import type { Route } from '../../routes/route.js'
import { atOnce, type Sliced } from '../../slices.js'
import type { CompiledRoutes } from '../compiled-route.js'
import { MethodRoutes } from './method-routes.js'
import { EndsByHost } from './ends-by-host.js'
import { noRoute, notVerbatim, PathTrie } from './path-trie.js'
import { PathTrieBuilder } from './path-trie-builder.js'
import { isVerbatim } from './verbatim-text.js'
import { MatchBuilder } from './match-builder.js'
import { toPropertyKey } from '../property-key.js'

/**
 * Finds the first route in file order without trying all routes. The tests compare it with a matcher that tries each
 * route.
 *
 *   GET /users/42
 *     -> MatchIndex       the methods to search: GET, then `*`        HEAD: HEAD, GET, `*`
 *        -> MethodRoutes  first a hash table of paths without variables (static-paths.ts)
 *                         then a radix trie, if an earlier route may still win (path-trie.ts)
 *     <- the number of the first route, and the places of its variables in the path
 *     -> MatchBuilder     { route, action, args }, the first object that the search makes
 *
 * A route's number is its place in the table, so an earlier route has a smaller number. Each step takes the best number
 * so far as its bound, and searches only for smaller numbers.
 *
 * The search reads the raw path. At a character that is not verbatim (verbatim-text.ts) it stops. Then the caller
 * searches again with the canonical path.
 */
export class MatchIndex {
  /** True if some route has conditions other than method and path. */
  isConditional = false
  readonly table: CompiledRoutes
  /** The route numbers by the methods in their lines, also by `*`. */
  readonly #numbers = new Map<string, number[]>()
  readonly #routes = new Map<string, MethodRoutes>()
  /** The tables to search, by the request's method. */
  readonly #places = new Map<string, readonly MethodRoutes[]>()
  /** The tables for GET. A lookup in the Map would take a tenth of the time of a match. */
  #getPlaces: readonly MethodRoutes[] | undefined
  #all: PathTrie | undefined
  /** Lists of variable names. Routes with equal names share a list, so the lists stay in the processor's cache. */
  readonly #names = new Map<string, readonly string[]>()
  readonly #builders: (MatchBuilder | undefined)[]

  private constructor(table: CompiledRoutes) {
    this.table = table
    this.#builders = Array.from({ length: table.routes.length })
  }

  /** Leaves out parts that only some requests need. `prepare`, or the first request that needs a part, builds it. */
  static *build(table: CompiledRoutes): Sliced<MatchIndex> {
    const index = new MatchIndex(table)
    for (const [number, route] of table.routes.entries()) {
      yield
      for (const method of route.method.split('|')) index.#add(method, number)
      index.isConditional ||= isConditional(route)
    }
    return index
  }

  /** Builds all missing parts, so that no request has to. */
  *prepare(): Sliced<void> {
    for (const [word, numbers] of this.#numbers) {
      if (!this.#routes.has(word)) this.#routes.set(word, yield* MethodRoutes.build(this.table, numbers))
    }
    this.#all ??= yield* trieOfAll(this.table)
  }

  /**
   * The match of a path, or `notVerbatim` if the path must be made canonical first.
   *
   * @param facts needed if the index is conditional
   */
  match(
    method: string,
    path: string,
    isCanonical: boolean,
    facts: RequestFacts | undefined,
    maxParamLength: number,
  ): RouteMatch | undefined | typeof notVerbatim {
    const places =
      method === 'GET'
        ? (this.#getPlaces ??= this.#placesOf('GET'))
        : (this.#places.get(method) ?? this.#placesOf(method))
    let best = noRoute
    let place: MethodRoutes | undefined
    for (let index = 0; index < places.length; index++) {
      const routes = places[index] as MethodRoutes
      if (routes.firstRoute >= best) continue
      const found = routes.find(path, best, isCanonical, maxParamLength, facts)
      if (found === notVerbatim) return notVerbatim
      if (found < best) {
        best = found
        place = routes
      }
    }
    if (place === undefined) return isCanonical || (path !== '' && isVerbatim(path)) ? undefined : notVerbatim
    const builder = this.#builderOf(best)
    return isCanonical
      ? builder.toMatch(path, place.trie, facts, maxParamLength)
      : builder.toVerbatimMatch(path, place.trie, facts, maxParamLength)
  }

  /** The match of the next route, after the route `after` has passed the request on. `method` is in upper case. */
  matchFollowing(
    after: number,
    method: string,
    path: string,
    isCanonical: boolean,
    facts: RequestFacts | undefined,
    maxParamLength: number,
  ): RouteMatch | undefined | typeof notVerbatim {
    const { routes } = this.table
    const trie = (this.#all ??= atOnce(trieOfAll(this.table)))
    const found = trie.find(
      path,
      noRoute,
      isCanonical,
      maxParamLength,
      facts,
      (number) =>
        number > after &&
        acceptsMethod((routes[number] as Route).method, method) &&
        acceptsFacts(this.table, number, facts),
    )
    if (found === notVerbatim) return notVerbatim
    if (found === noRoute) return isCanonical || (path !== '' && isVerbatim(path)) ? undefined : notVerbatim
    return this.#builderOf(found).toMatch(path, trie, facts, maxParamLength)
  }

  /** The sorted methods that routes accept for a path. */
  allowedMethods(
    path: string,
    isCanonical: boolean,
    facts: RequestFacts | undefined,
    maxParamLength: number,
  ): string[] | typeof notVerbatim {
    const methods = new Set<string>()
    for (const word of this.#numbers.keys()) {
      const found = this.#routesOf(word).find(path, noRoute, isCanonical, maxParamLength, facts)
      if (found === notVerbatim) return notVerbatim
      if (found < noRoute) for (const method of methodsOf(word)) methods.add(method)
    }
    // If a method was found, the whole path was read.
    const isRead = isCanonical || methods.size > 0 || (path !== '' && isVerbatim(path))
    return isRead ? [...methods].toSorted() : notVerbatim
  }

  #add(method: string, number: number): void {
    getOrInsert(this.#numbers, method, () => []).push(number)
  }

  /** The tables to search for a request's method. GET also serves HEAD, and `*` is every method except WS. */
  #placesOf(asked: string): readonly MethodRoutes[] {
    const method = asked.toUpperCase()
    // A client can invent any number of methods. All methods without a line of their own share the tables of `*`.
    const key = this.#numbers.has(method) || method === 'HEAD' || method === 'WS' ? method : '*'
    return getOrInsert(this.#places, key, () => {
      const words = new Set([key, ...(key === 'HEAD' ? ['GET'] : []), ...(key === 'WS' ? [] : ['*'])])
      return [...words].filter((word) => this.#numbers.has(word)).map((word) => this.#routesOf(word))
    })
  }

  #routesOf(word: string): MethodRoutes {
    const numbers = this.#numbers.get(word) ?? []
    return getOrInsert(this.#routes, word, () => atOnce(MethodRoutes.build(this.table, numbers)))
  }

  #builderOf(route: number): MatchBuilder {
    const known = this.#builders[route]
    if (known !== undefined) return known
    const compiled = this.table.compiled(route)
    const { names } = compiled.path
    // Names contain no blanks.
    const shared = getOrInsert(this.#names, names.join(' '), () => names.map(toPropertyKey))
    return (this.#builders[route] = new MatchBuilder(compiled, shared))
  }
}

/**
 * A trie of all routes. It keeps routes that an earlier route covers, because a search may refuse the earlier route.
 */
function* trieOfAll(table: CompiledRoutes): Sliced<PathTrie> {
  const builder = new PathTrieBuilder(table, () => true)
  for (const number of table.routes.keys()) {
    yield
    builder.add(number)
  }
  return new PathTrie(yield* builder.toRecords(), new EndsByHost(table))
}

/** GET also serves HEAD. WS is left out, because a handshake is no method of HTTP. */
function methodsOf(word: string): readonly string[] {
  switch (word) {
    case 'GET':
      return ['GET', 'HEAD']
    case 'WS':
      return []
    case '*':
      return ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']
    default:
      return [word]
  }
}
