import type { CompiledRoutes } from '../compiled-route.js'
import { acceptsFacts, isConditional, type RequestFacts } from '../request-facts.js'
import { PackedTrie } from './packed-trie.js'
import { hasWholeSegmentsOnly, slash, toSteps, toWholeSegmentSteps } from './path-step.js'
import { addEnd, noLimit, noRoute, PathTrie } from './path-trie.js'
import { StaticPaths } from './static-paths.js'

/** The routes of one method, ready to be searched: paths without variables by hash, all others in a trie. */
export class MethodRoutes {
  /** No route of this method comes before this one. */
  readonly firstRoute: number
  readonly trie: PackedTrie
  readonly #table: CompiledRoutes
  readonly #staticPaths: StaticPaths
  /** By static path: its routes, each but the last one conditional. */
  readonly #staticEnds: readonly (readonly number[])[]
  /**
   * By static path: its first route where that is the answer to every request, as no other route can come before it;
   * else `noRoute`. It is `notAsked` until the first request: most paths are never asked for.
   */
  readonly #sureRoutes: Int32Array

  /** @param routes their numbers in the table, ascending */
  constructor(table: CompiledRoutes, routes: readonly number[]) {
    const trie = new PathTrie((route) => isConditional(table.route(route)))
    const statics = new Map<string, number[]>()
    for (const route of routes) addRoute(table, route, trie, statics)
    this.firstRoute = routes[0] ?? noRoute
    this.#table = table
    this.trie = new PackedTrie(
      trie,
      (route, facts) => facts === undefined || acceptsFacts(table.compiled(route), facts),
    )
    this.#staticPaths = new StaticPaths([...statics.keys()])
    this.#staticEnds = [...statics.values()]
    this.#sureRoutes = new Int32Array(statics.size).fill(notAsked)
  }

  /**
   * The first route that accepts the path and the facts, if it comes before `bound`; else `bound`.
   * The answer is `notPlain` when the path must be made canonical first.
   */
  find(
    path: string,
    bound: number,
    isCanonical: boolean,
    maxParamLength: number,
    facts: RequestFacts | undefined,
  ): number {
    const staticPath = this.#staticPaths.indexOf(path)
    if (staticPath < 0) return this.trie.find(path, bound, isCanonical, maxParamLength, facts)
    const sure = this.#sureRoutes[staticPath] as number
    if (sure < noRoute) return Math.min(sure, bound)
    const ends = this.#staticEnds[staticPath] ?? []
    if (sure === notAsked) {
      const [first = noRoute] = ends
      this.#sureRoutes[staticPath] = this.#isSure(path, first) ? first : noRoute
    }
    const found =
      ends.find((route) => facts === undefined || acceptsFacts(this.#table.compiled(route), facts)) ?? noRoute
    return this.trie.find(path, Math.min(found, bound), isCanonical, maxParamLength, facts)
  }

  #isSure(path: string, route: number): boolean {
    return (
      !isConditional(this.#table.route(route)) &&
      this.trie.find(path, route, true, noLimit, undefined) === route
    )
  }
}

/** Greater than `noRoute`, so that one comparison tells what is sure. */
const notAsked = noRoute + 1

function addRoute(
  table: CompiledRoutes,
  number: number,
  trie: PathTrie,
  statics: Map<string, number[]>,
): void {
  const { pattern } = table.route(number)
  const { parts, optionalTrailingSlash } = pattern
  if (parts.every(({ type }) => type === 'literal')) {
    const path = parts.map((part) => (part.type === 'literal' ? part.text : '')).join('')
    if (path !== '') addStatic(path)
    if (optionalTrailingSlash) addStatic(`${path}/`)
    return
  }
  const steps = hasWholeSegmentsOnly(pattern)
    ? toWholeSegmentSteps(pattern)
    : toSteps(table.compiled(number).path)
  trie.add(steps, number)
  if (optionalTrailingSlash && steps.at(-1)?.type !== 'rest') trie.add([...steps, slash], number)

  function addStatic(path: string): void {
    const ends = statics.get(path)
    if (ends === undefined) statics.set(path, [number])
    else addEnd(ends, number, trie.isConditional)
  }
}
