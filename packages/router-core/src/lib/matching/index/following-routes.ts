import type { CompiledRoutes } from '../compiled-route.js'
import { acceptsFacts, isConditional, type RequestFacts } from '../request-facts.js'
import { acceptsMethod } from '../../syntax/http-methods.js'
import type { Sliced } from '../../slices.js'
import { EndsByHost } from './ends-by-host.js'
import { PackedTrie, packTrie, type PackedRecords } from './packed-trie.js'
import { noRoute, PathTrie } from './path-trie.js'
import { PatternWriter } from './pattern-writer.js'

/**
 * The lines behind one that has passed a request on. MethodRoutes forgets a line where an earlier one accepts every
 * request of it; here each place of the trie keeps all routes that end there, and the search refuses those that have had
 * their turn. So it costs one search, wherever in the table the request goes on.
 */
export class FollowingRoutes {
  readonly trie: PackedTrie
  #after = -1
  #method = ''

  private constructor(table: CompiledRoutes, records: PackedRecords) {
    const { entries } = table
    this.trie = new PackedTrie(records, new EndsByHost((route) => entries[route]), (route, facts) => {
      const entry = entries[route]
      return (
        route > this.#after &&
        entry !== undefined &&
        acceptsMethod(entry.method, this.#method) &&
        (!isConditional(entry) || acceptsFacts(table, route, facts))
      )
    })
  }

  static *build(table: CompiledRoutes): Sliced<FollowingRoutes> {
    const trie = new PathTrie(() => true)
    const writer = new PatternWriter(table, trie)
    for (const [route, entry] of table.entries.entries()) {
      yield
      writer.add(entry, route)
    }
    return new FollowingRoutes(table, yield* packTrie(trie))
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
