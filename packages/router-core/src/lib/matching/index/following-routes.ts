import type { CompiledRoutes } from '../compiled-route.js'
import { acceptsFacts, isConditional, type RequestFacts } from '../request-facts.js'
import { acceptsMethod } from '../../syntax/http-methods.js'
import type { Sliced } from '../../slices.js'
import { EndsByHost } from './ends-by-host.js'
import { noRoute, PathTrie, type TrieRecords } from './path-trie.js'
import { PathTrieBuilder } from './path-trie-builder.js'
import { PatternWriter } from './pattern-writer.js'

/**
 * The lines behind one that has passed a request on. MethodRoutes forgets a line where an earlier one accepts every
 * request of it; here each place of the trie keeps all routes that end there, and the search refuses those that have had
 * their turn. So it costs one search, wherever in the table the request goes on.
 */
export class FollowingRoutes {
  readonly trie: PathTrie
  #after = -1
  #method = ''

  private constructor(table: CompiledRoutes, records: TrieRecords) {
    const { routes } = table
    this.trie = new PathTrie(records, new EndsByHost((number) => routes[number]), (number, facts) => {
      const route = routes[number]
      return (
        number > this.#after &&
        route !== undefined &&
        acceptsMethod(route.method, this.#method) &&
        (!isConditional(route) || acceptsFacts(table, number, facts))
      )
    })
  }

  static *build(table: CompiledRoutes): Sliced<FollowingRoutes> {
    const builder = new PathTrieBuilder(() => true)
    const writer = new PatternWriter(table, builder)
    for (const number of table.routes.keys()) {
      yield
      writer.add(number)
    }
    return new FollowingRoutes(table, yield* builder.toRecords())
  }

  /**
   * The first route behind `after` that accepts the request; `noRoute` without one, `notVerbatim` where the path must be
   * made canonical first.
   *
   * @param method in upper case
   */
  find(
    after: number,
    method: string,
    path: string,
    isCanonical: boolean,
    maxParamLength: number,
    facts: RequestFacts | undefined,
  ): number {
    this.#after = after
    this.#method = method
    return this.trie.find(path, noRoute, isCanonical, maxParamLength, facts)
  }
}
