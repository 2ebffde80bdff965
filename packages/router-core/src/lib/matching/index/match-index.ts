import { getOrInsert } from '../../get-or-insert.js'
import type { RouteMatch } from '../match-request.js'
import { isConditional, type RequestFacts } from '../request-facts.js'
import { atOnce, type Sliced } from '../../slices.js'
import type { CompiledRoutes } from '../compiled-route.js'
import { AllRoutes } from './all-routes.js'
import { MethodRoutes } from './method-routes.js'
import { noRoute, notVerbatim } from './path-trie.js'
import { isVerbatim } from './verbatim-text.js'
import { MatchBuilder } from './match-builder.js'
import { toPropertyKey } from '../property-key.js'

/**
 * Finds the first route in file order without trying them one by one. It never changes a result: the tests compare it
 * with a matcher that does try them one by one.
 *
 *   GET /users/42
 *     -> MatchIndex    which methods to look at: GET, then `*`        HEAD: HEAD, GET, `*`
 *        -> MethodRoutes   /users/42 as a path without variables     a hash table, static-paths.ts
 *                          else, or where an earlier route may win   a radix trie, path-trie.ts
 *     <- the number of the first route, and where its variables are in the path
 *     -> MatchBuilder   { route, action, args }                       the first object that is made
 *
 * Routes are numbers here, their places in the table, so "comes first" is "is smaller". Each step is given the best
 * number found so far as a bound, and looks only for smaller ones.
 *
 * A path is taken as it came while its characters are verbatim (verbatim-text.ts), and is made canonical only when the
 * search meets one that is not.
 */
export class MatchIndex {
  /** Some route asks for more than a method and a path. */
  isConditional = false
  readonly #table: CompiledRoutes
  /** The routes by the method that their lines name; `*` is one of these words. */
  readonly #numbers = new Map<string, number[]>()
  readonly #routes = new Map<string, MethodRoutes>()
  /** By the request's method: where to look. Only methods that some line names. */
  readonly #places = new Map<string, readonly MethodRoutes[]>()
  /** The same for GET, which is most requests: a look into the Map is a tenth of the time of a match. */
  #getPlaces: readonly MethodRoutes[] | undefined
  #all: AllRoutes | undefined
  /** The names of variables, one list for all routes that have the same: then few lists are read again and again. */
  readonly #names = new Map<string, readonly string[]>()
  readonly #builders: (MatchBuilder | undefined)[]

  private constructor(table: CompiledRoutes) {
    this.#table = table
    this.#builders = Array.from({ length: table.routes.length })
  }

  /** Without the parts that only some requests need: the first of them builds it, unless `prepare` has. */
  static *build(table: CompiledRoutes): Sliced<MatchIndex> {
    const index = new MatchIndex(table)
    for (const [number, route] of table.routes.entries()) {
      yield
      for (const method of route.method.split('|')) index.#add(method, number)
      index.isConditional ||= isConditional(route)
    }
    return index
  }

  /** Builds every part, so that no request has to. */
  *prepare(): Sliced<void> {
    for (const [word, numbers] of this.#numbers) {
      if (!this.#routes.has(word)) this.#routes.set(word, yield* MethodRoutes.build(this.#table, numbers))
    }
    this.#all ??= yield* AllRoutes.build(this.#table)
  }

  /**
   * The match of a path. While one that is not known to be canonical is verbatim, it is taken as it came; else the answer
   * is `notVerbatim`.
   *
   * @param facts given when the index is conditional
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

  /** The same, of the first route behind another one, for a request that was passed on; `method` is in upper case. */
  matchFollowing(
    after: number,
    method: string,
    path: string,
    isCanonical: boolean,
    facts: RequestFacts | undefined,
    maxParamLength: number,
  ): RouteMatch | undefined | typeof notVerbatim {
    const all = this.#allRoutes
    const found = all.findFollowing(after, method, path, isCanonical, maxParamLength, facts)
    if (found === notVerbatim) return notVerbatim
    if (found === noRoute) return isCanonical || (path !== '' && isVerbatim(path)) ? undefined : notVerbatim
    return this.#builderOf(found).toMatch(path, all.trie, facts, maxParamLength)
  }

  /** The methods of a path, sorted, for one that no route has for its method. */
  allowedMethods(
    path: string,
    isCanonical: boolean,
    facts: RequestFacts | undefined,
    maxParamLength: number,
  ): string[] | typeof notVerbatim {
    const written = new Set<string>()
    const end = this.#allRoutes.addMethods(written, path, isCanonical, maxParamLength, facts)
    // Where something was found, the whole path was read.
    const isRead = isCanonical || written.size > 0 || (path !== '' && isVerbatim(path))
    if (!isRead || end === notVerbatim) return notVerbatim
    const methods = new Set<string>()
    for (const words of written)
      for (const word of words.split('|')) for (const method of methodsOf(word)) methods.add(method)
    return [...methods].toSorted()
  }

  get #allRoutes(): AllRoutes {
    return (this.#all ??= atOnce(AllRoutes.build(this.#table)))
  }

  #add(method: string, number: number): void {
    getOrInsert(this.#numbers, method, () => []).push(number)
  }

  /** Where to look for a request's method: HEAD is served by GET, too, and `*` is every method but WS. */
  #placesOf(asked: string): readonly MethodRoutes[] {
    const method = asked.toUpperCase()
    // A client can make up any number of methods: those that no line names share one place.
    const key = this.#numbers.has(method) || method === 'HEAD' || method === 'WS' ? method : '*'
    return getOrInsert(this.#places, key, () => {
      const words = new Set([key, ...(key === 'HEAD' ? ['GET'] : []), ...(key === 'WS' ? [] : ['*'])])
      return [...words].filter((word) => this.#numbers.has(word)).map((word) => this.#routesOf(word))
    })
  }

  #routesOf(word: string): MethodRoutes {
    const numbers = this.#numbers.get(word) ?? []
    return getOrInsert(this.#routes, word, () => atOnce(MethodRoutes.build(this.#table, numbers)))
  }

  #builderOf(route: number): MatchBuilder {
    const known = this.#builders[route]
    if (known !== undefined) return known
    const compiled = this.#table.compiled(route)
    const { names } = compiled.path
    // A name is a word, without a blank.
    const shared = getOrInsert(this.#names, names.join(' '), () => names.map(toPropertyKey))
    return (this.#builders[route] = new MatchBuilder(compiled, shared))
  }
}

/** HEAD comes with GET. A WebSocket handshake is no request that could be made with another method instead. */
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
