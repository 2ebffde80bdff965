import type { CompiledRoutes } from '../compiled-route.js'
import type { Route } from '../../routes/route.js'
import { acceptsFacts, type RequestFacts } from '../request-facts.js'
import { acceptsMethod } from '../../syntax/http-methods.js'
import type { Sliced } from '../../slices.js'
import { EndsByHost } from './ends-by-host.js'
import { noRoute, PathTrie, type IsAccepted, type TrieRecords } from './path-trie.js'
import { PathTrieBuilder } from './path-trie-builder.js'

/**
 * All lines of each path, of every method. MethodRoutes forgets a line where an earlier one accepts every request of it; here
 * each place of the trie keeps all routes that end there, and a search refuses those that it does not want. So it costs
 * one search to find where a request goes on that a line has passed on, or which methods a path has.
 */
export class AllRoutes {
  readonly trie: PathTrie
  readonly #table: CompiledRoutes
  /** Changes with each search. */
  #isWanted: IsAccepted = () => false

  private constructor(table: CompiledRoutes, records: TrieRecords) {
    this.#table = table
    this.trie = new PathTrie(records, new EndsByHost(table), (number, facts) => this.#isWanted(number, facts))
  }

  static *build(table: CompiledRoutes): Sliced<AllRoutes> {
    const builder = new PathTrieBuilder(table, () => true)
    for (const number of table.routes.keys()) {
      yield
      builder.add(number)
    }
    return new AllRoutes(table, yield* builder.toRecords())
  }

  /**
   * The first route behind `after` that accepts the request; `noRoute` without one, `notVerbatim` where the path must be
   * made canonical first.
   *
   * @param method in upper case
   */
  findFollowing(
    after: number,
    method: string,
    path: string,
    isCanonical: boolean,
    maxParamLength: number,
    facts: RequestFacts | undefined,
  ): number {
    this.#isWanted = (number) =>
      number > after &&
      acceptsMethod(this.#methodOf(number), method) &&
      acceptsFacts(this.#table, number, facts)
    return this.trie.find(path, noRoute, isCanonical, maxParamLength, facts)
  }

  /**
   * Adds the methods that the routes of a path are written with. Each route that the search finds is noted and refused, so
   * that it goes on to all others. The answer is `notVerbatim` where the path must be made canonical first.
   */
  addMethods(
    written: Set<string>,
    path: string,
    isCanonical: boolean,
    maxParamLength: number,
    facts: RequestFacts | undefined,
  ): number {
    this.#isWanted = (number) => {
      const method = this.#methodOf(number)
      if (!written.has(method) && acceptsFacts(this.#table, number, facts)) written.add(method)
      return false
    }
    return this.trie.find(path, noRoute, isCanonical, maxParamLength, facts)
  }

  #methodOf(number: number): string {
    return (this.#table.routes[number] as Route).method
  }
}
