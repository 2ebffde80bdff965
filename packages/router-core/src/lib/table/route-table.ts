import { ActionIndex } from '../reversing/action-index.js'
import { compileRoute, type CompiledRoute, type CompiledRoutes } from '../matching/compiled-route.js'
import { toRoute, type RouteEntry } from '../routes/route-entry.js'
import { foldEscapes, haveLowerEscapes } from '../matching/fold-escapes.js'
import { PathPrefixes } from '../matching/path-prefixes.js'
import type { MatchableRoutes } from '../matching/matchable-routes.js'
import type { ReversibleRoutes } from '../reversing/reversible-routes.js'
import { MatchIndex } from '../matching/index/match-index.js'
import { hasShortWay, ShortWayRoute } from '../reversing/short-way-route.js'
import type { Route } from '../routes/route.js'
import { atOnce, type Sliced } from '../slices.js'

/**
 * Routes in the order of their priority. A table is immutable: a reload builds a new one. A request keeps its table until it is
 * answered.
 */
export class RouteTable implements CompiledRoutes, MatchableRoutes, ReversibleRoutes {
  readonly #entries: RouteEntry[]
  readonly #ignoresCase: boolean
  #routes: readonly Route[] | undefined
  readonly #compiled: (CompiledRoute | undefined)[]
  #actions: ActionIndex | undefined
  #index: MatchIndex | undefined
  #hasLowerEscapes: boolean | undefined
  #foldedIndex: MatchIndex | undefined
  #prefixes: PathPrefixes | undefined
  readonly #shortWayRoutes = new Map<string, ShortWayRoute | undefined>()

  /** @param options `controllerNames`: `'any'` finds actions ignoring case */
  constructor(
    entries: readonly RouteEntry[],
    { controllerNames = 'lower' }: { readonly controllerNames?: 'lower' | 'any' | undefined } = {},
  ) {
    this.#ignoresCase = controllerNames === 'any'
    this.#entries = [...entries]
    this.#compiled = Array.from({ length: entries.length })
  }

  get routes(): readonly Route[] {
    return (this.#routes ??= Object.freeze(this.#entries.map((_, index) => this.route(index))))
  }

  /** The same, in which simple lines that nobody has asked for are still lines. */
  get entries(): readonly RouteEntry[] {
    return this.#entries
  }

  /** The routes by action, for reversing. */
  get actions(): ActionIndex {
    return (this.#actions ??= atOnce(ActionIndex.build(this.#entries, this.#ignoresCase)))
  }

  /** The routes by method and path, for matching. */
  get index(): MatchIndex {
    return (this.#index ??= atOnce(MatchIndex.build(this)))
  }

  /** Builds what requests and links need, so that the first of them waits for nothing. */
  *prepare(): Sliced<void> {
    this.#index ??= yield* MatchIndex.build(this)
    yield* this.#index.prepare()
    if (this.hasLowerEscapes) {
      this.#foldedIndex ??= yield* MatchIndex.build(foldEscapes(this))
      yield* this.#foldedIndex.prepare()
    }
    this.#actions ??= yield* ActionIndex.build(this.#entries, this.#ignoresCase)
  }

  /** Some literal has an escape in lower case, `%c3`. */
  get hasLowerEscapes(): boolean {
    return (this.#hasLowerEscapes ??= haveLowerEscapes(this))
  }

  /** The same index for paths whose escapes are in upper case: here those of the literals are, too. */
  get foldedIndex(): MatchIndex {
    this.#foldedIndex ??= this.hasLowerEscapes ? atOnce(MatchIndex.build(foldEscapes(this))) : this.index
    return this.#foldedIndex
  }

  /** Where the routes start, for malformed paths, with escapes in upper case. */
  get prefixes(): PathPrefixes {
    return (this.#prefixes ??= new PathPrefixes(this.hasLowerEscapes ? foldEscapes(this) : this))
  }

  /** @throws RangeError when there is no such route */
  route(index: number): Route {
    const entry = this.#entries[index]
    if (entry === undefined) throw new RangeError(`There is no route ${index}`)
    return (this.#entries[index] = toRoute(entry))
  }

  /**
   * The place of a route in file order.
   *
   * @throws RangeError for a route of another table
   */
  numberOf(route: Route): number {
    const number = this.#entries.indexOf(route)
    if (number < 0) throw new RangeError('The route belongs to another table')
    return number
  }

  /** The first route of an action, if the short way can reverse all of them. */
  shortWayRoute(action: string): ShortWayRoute | undefined {
    const known = this.#shortWayRoutes.get(action)
    // Only names of the table are kept, so that the map cannot grow by what templates ask.
    if (known !== undefined || !this.actions.isStatic(action) || this.#shortWayRoutes.has(action))
      return known
    const routes = this.actions.candidates(action).map(({ index }) => this.compiled(index))
    const first = routes.every(hasShortWay)
      ? routes.reduceRight<ShortWayRoute | undefined>(
          (next, { route }) => new ShortWayRoute(route, routes.length === 1, next),
          undefined,
        )
      : undefined
    this.#shortWayRoutes.set(action, first)
    return first
  }

  /** Compiled on first use, since most routes of a process that just started wait for their first request. */
  compiled(index: number): CompiledRoute {
    const known = this.#compiled[index]
    if (known !== undefined) return known
    return (this.#compiled[index] = compileRoute(this.route(index)))
  }
}
