import type { CompiledRoutes } from '../compiled-route.js'
import type { Route } from '../../routes/route.js'
import { acceptsFacts, type RequestFacts } from '../request-facts.js'
import { acceptsMethod } from '../../syntax/http-methods.js'
import type { Sliced } from '../../slices.js'
import { EndsByHost } from './ends-by-host.js'
import { noRoute, PathTrie, type IsAccepted, type TrieRecords } from './path-trie.js'
import { PathTrieBuilder } from './path-trie-builder.js'

/**
 * All lines of every method, by path. MethodRoutes forgets a line if an earlier line accepts all of its requests. Here
 * each place of the trie keeps all routes that end there, and a search refuses the routes that it does not want. So a
 * single search finds the next line for a request, or all methods of a path.
 */
export class AllRoutes {
  readonly trie: PathTrie
  readonly #table: CompiledRoutes
  /** The test of the current search. */
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
   * The first route after `after` that accepts the request. `noRoute` if there is none, `notVerbatim` if the path must
   * be made canonical first.
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
   * Adds the methods of a path as its routes write them (`GET|POST`). The search notes each route and refuses it, so it
   * goes on to all others. The result is `notVerbatim` if the path must be made canonical first.
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
