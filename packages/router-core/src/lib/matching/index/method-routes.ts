import type { CompiledRoutes } from '../compiled-route.js'
import type { Route } from '../../routes/route.js'
import { acceptsFacts, isConditional, type RequestFacts } from '../request-facts.js'
import type { Sliced } from '../../slices.js'
import { sampleOf } from '../../syntax/pattern/route-pattern.js'
import { EndsByHost } from './ends-by-host.js'
import { noLimit, noRoute, PathTrie, type IsAccepted } from './path-trie.js'
import { PathTrieBuilder, withEnd } from './path-trie-builder.js'
import { StaticPaths } from './static-paths.js'

/** The routes of a method: paths without variables in a hash table, all other paths in a trie. */
export class MethodRoutes {
  readonly firstRoute: number
  readonly trie: PathTrie
  readonly #table: CompiledRoutes
  readonly #isAccepted: IsAccepted
  readonly #hosts: EndsByHost
  readonly #staticPaths: StaticPaths
  /** The routes of each static path. All except the last are conditional. */
  readonly #staticEnds: readonly (readonly number[])[]
  /** By static path: the route that answers every request for it, or `noRoute`. Before a request: `notAsked`. */
  readonly #sureRoutes: Int32Array

  private constructor(
    table: CompiledRoutes,
    firstRoute: number,
    hosts: EndsByHost,
    trie: PathTrie,
    staticPaths: StaticPaths,
    staticEnds: readonly (readonly number[])[],
  ) {
    this.firstRoute = firstRoute
    this.trie = trie
    this.#hosts = hosts
    this.#table = table
    this.#isAccepted = (route, facts) => acceptsFacts(table, route, facts)
    this.#staticPaths = staticPaths
    this.#staticEnds = staticEnds
    this.#sureRoutes = new Int32Array(staticEnds.length).fill(notAsked)
  }

  /** @param routes their numbers in the table, ascending */
  static *build(table: CompiledRoutes, routes: readonly number[]): Sliced<MethodRoutes> {
    const isConditionalRoute = (route: number): boolean => isConditional(routeOf(table, route))
    const builder = new PathTrieBuilder(table, isConditionalRoute)
    const statics = new Map<string, readonly number[]>()
    const addPath = (path: string, route: number): void => {
      if (path !== '') statics.set(path, withEnd(statics.get(path) ?? [], route, isConditionalRoute))
    }
    for (const route of routes) {
      yield
      const { parts, optionalTrailingSlash } = routeOf(table, route).pattern
      if (parts.some(({ type }) => type !== 'literal')) builder.add(route)
      else {
        const path = sampleOf(parts)
        addPath(path, route)
        if (optionalTrailingSlash) addPath(`${path}/`, route)
      }
    }
    const hosts = new EndsByHost(table)
    const trie = new PathTrie(yield* builder.toRecords(), hosts)
    const staticPaths = yield* StaticPaths.build([...statics.keys()])
    return new MethodRoutes(table, routes[0] ?? noRoute, hosts, trie, staticPaths, [...statics.values()])
  }

  /** Finds a route as `PathTrie.find` does. */
  find(
    path: string,
    bound: number,
    isCanonical: boolean,
    maxParamLength: number,
    facts: RequestFacts | undefined,
  ): number {
    const staticPath = this.#staticPaths.indexOf(path)
    if (staticPath < 0)
      return this.trie.find(path, bound, isCanonical, maxParamLength, facts, this.#isAccepted)
    const sure = this.#sureRoutes[staticPath] as number
    if (sure < noRoute) return Math.min(sure, bound)
    const ends = this.#staticEnds[staticPath] ?? []
    if (sure === notAsked) {
      const [first = noRoute] = ends
      this.#sureRoutes[staticPath] = this.#isSure(path, first) ? first : noRoute
    }
    const isAccepted = this.#isAccepted
    const found = this.#hosts.narrow(ends, facts).find((route) => isAccepted(route, facts)) ?? noRoute
    return this.trie.find(path, Math.min(found, bound), isCanonical, maxParamLength, facts, isAccepted)
  }

  #isSure(path: string, route: number): boolean {
    return (
      !isConditional(routeOf(this.#table, route)) &&
      this.trie.find(path, route, true, noLimit, undefined, this.#isAccepted) === route
    )
  }
}

/** Greater than `noRoute`, so a single comparison recognizes routes. */
const notAsked = noRoute + 1

function routeOf({ routes }: CompiledRoutes, number: number): Route {
  return routes[number] as Route
}
