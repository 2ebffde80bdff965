import { checkOptions } from '../check-options.js'
import { ActionIndex } from '../reversing/action-index.js'
import { compileRoute, type CompiledRoute, type CompiledRoutes } from '../matching/compiled-route.js'
import { foldEscapes } from '../matching/fold-escapes.js'
import { PathPrefixes } from '../matching/path-prefixes.js'
import type { MatchableRoutes } from '../matching/match-route.js'
import type { ReversibleRoutes } from '../reversing/reverse-route.js'
import { MatchIndex } from '../matching/index/match-index.js'
import { UrlBuilder, type LinkCandidate } from '../reversing/url-builder.js'
import type { Route } from '../routes/route.js'
import { atOnce, type Sliced } from '../slices.js'

/**
 * Routes in the order of their priority. A table is immutable: a reload builds a new one. A request keeps its table until it is
 * answered.
 */
export class RouteTable implements CompiledRoutes, MatchableRoutes, ReversibleRoutes {
  readonly routes: readonly Route[]
  /** Routes that the application has added: they come last, and are in no file that is read again. */
  readonly added: readonly Route[]
  readonly #ignoresCase: boolean
  readonly #compiled: (CompiledRoute | undefined)[]
  #actions: ActionIndex | undefined
  #index: MatchIndex | undefined
  #folded: CompiledRoutes | undefined
  #foldedIndex: MatchIndex | undefined
  #prefixes: PathPrefixes | undefined
  readonly #builders: (UrlBuilder | undefined)[]
  readonly #candidates = new Map<string, readonly LinkCandidate[]>()
  #latestAction: string | undefined
  #latestCandidates: readonly LinkCandidate[] | undefined

  /**
   * @param routes those of the files
   * @param options `controllerNames`: `'any'` finds actions ignoring case
   */
  constructor(
    routes: readonly Route[],
    options: {
      readonly controllerNames?: 'lower' | 'any' | undefined
      readonly added?: readonly Route[] | undefined
    } = {},
  ) {
    checkOptions('RouteTable', options, { controllerNames: true, added: true })
    const { controllerNames = 'lower', added = [] } = options
    this.#ignoresCase = controllerNames === 'any'
    this.routes = Object.freeze([...routes, ...added])
    this.added = Object.freeze([...added])
    this.#compiled = Array.from({ length: this.routes.length })
    this.#builders = Array.from({ length: this.routes.length })
  }

  /** The same files' routes with other ones added. */
  withAdded(added: readonly Route[]): RouteTable {
    const routes = this.routes.slice(0, this.routes.length - this.added.length)
    return new RouteTable(routes, { controllerNames: this.#ignoresCase ? 'any' : 'lower', added })
  }

  /** The routes by action, for reversing. */
  get actions(): ActionIndex {
    return (this.#actions ??= atOnce(ActionIndex.build(this.routes, this.#ignoresCase)))
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
      this.#foldedIndex ??= yield* MatchIndex.build(this.#foldedRoutes)
      yield* this.#foldedIndex.prepare()
    }
    this.#prefixes ??= yield* PathPrefixes.build(this.#foldedRoutes)
    this.#actions ??= yield* ActionIndex.build(this.routes, this.#ignoresCase)
  }

  /** Some literal has an escape in lower case, `%c3`. */
  get hasLowerEscapes(): boolean {
    return this.#foldedRoutes !== this
  }

  get #foldedRoutes(): CompiledRoutes {
    return (this.#folded ??= foldEscapes(this))
  }

  /** The same index for paths whose escapes are in upper case: here those of the literals are, too. */
  get foldedIndex(): MatchIndex {
    if (!this.hasLowerEscapes) return this.index
    return (this.#foldedIndex ??= atOnce(MatchIndex.build(this.#foldedRoutes)))
  }

  /** Where the routes start, for malformed paths, with escapes in upper case. */
  get prefixes(): PathPrefixes {
    return (this.#prefixes ??= atOnce(PathPrefixes.build(this.#foldedRoutes)))
  }

  /**
   * The place of a route in file order.
   *
   * @throws RangeError for a route of another table
   */
  numberOf(route: Route): number {
    const number = this.routes.indexOf(route)
    if (number < 0) throw new RangeError('The route belongs to another table')
    return number
  }

  get actionNames(): Iterable<string> {
    return this.actions.names
  }

  candidatesOf(action: string): readonly LinkCandidate[] | undefined {
    // The rows of a page link to one action: the comparison is a tenth of the time of a link.
    if (action === this.#latestAction) return this.#latestCandidates
    let candidates = this.#candidates.get(action)
    if (candidates === undefined) {
      // Only names of the table are kept, so that the map cannot grow by what templates ask.
      if (!this.actions.has(action)) return undefined
      candidates = this.findCandidates(action)
      this.#candidates.set(action, candidates)
    }
    this.#latestAction = action
    return (this.#latestCandidates = candidates)
  }

  findCandidates(action: string): readonly LinkCandidate[] {
    const found = this.actions.candidates(action)
    const isOnly = found.length === 1
    return found.map(({ index, variables }) => ({ action, builder: this.builder(index), variables, isOnly }))
  }

  /** Writes the URLs of a route. */
  builder(index: number): UrlBuilder {
    return (this.#builders[index] ??= new UrlBuilder(this.compiled(index)))
  }

  /**
   * Compiled on first use, since most routes of a process that just started wait for their first request.
   *
   * @throws RangeError when there is no such route
   */
  compiled(index: number): CompiledRoute {
    const known = this.#compiled[index]
    if (known !== undefined) return known
    const route = this.routes[index]
    if (route === undefined) throw new RangeError(`There is no route ${index}`)
    return (this.#compiled[index] = compileRoute(route))
  }
}
