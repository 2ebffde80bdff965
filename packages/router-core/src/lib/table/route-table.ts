import { checkOptions } from '../check-options.js'
import { ActionIndex } from '../reversing/action-index.js'
import { compileRoute, type CompiledRoute, type CompiledRoutes } from '../matching/compiled-route.js'
import { foldEscapes } from '../matching/fold-escapes.js'
import type { MatchableRoutes } from '../matching/match-route.js'
import type { ReversibleRoutes } from '../reversing/reverse-route.js'
import { MatchIndex } from '../matching/index/match-index.js'
import { UrlBuilder, type LinkCandidate } from '../reversing/url-builder.js'
import type { Route } from '../routes/route.js'
import { atOnce, type Sliced } from '../slices.js'

/** The routes in file order. A table is immutable. A reload builds a new table, and a request keeps its own. */
export class RouteTable implements CompiledRoutes, MatchableRoutes, ReversibleRoutes {
  readonly routes: readonly Route[]
  /** Routes that the application has added. They come last. */
  readonly added: readonly Route[]
  /** True for each part of a request that some line reads. */
  readonly needs: { readonly host: boolean; readonly headers: boolean; readonly query: boolean }
  readonly #ignoresCase: boolean
  readonly #compiled: (CompiledRoute | undefined)[]
  #actions: ActionIndex | undefined
  #index: MatchIndex | undefined
  #foldedIndex: MatchIndex | undefined
  readonly #builders: (UrlBuilder | undefined)[]
  readonly #candidates = new Map<string, readonly LinkCandidate[]>()
  #latestAction: string | undefined
  #latestCandidates: readonly LinkCandidate[] | undefined

  /**
   * @param routes the routes of the files
   * @param options `controllerNames`: `'any'` ignores the case of actions
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
    this.needs = {
      host: this.routes.some(({ host }) => host !== undefined),
      headers: this.routes.some(({ formats }) => formats.length > 0),
      query: this.routes.some(({ predicates }) => predicates.length > 0),
    }
    this.#compiled = Array.from({ length: this.routes.length })
    this.#builders = Array.from({ length: this.routes.length })
  }

  /** A table with the same routes of files, and with other added routes. */
  withAdded(added: readonly Route[]): RouteTable {
    const routes = this.routes.slice(0, this.routes.length - this.added.length)
    return new RouteTable(routes, { controllerNames: this.#ignoresCase ? 'any' : 'lower', added })
  }

  get actions(): ActionIndex {
    return (this.#actions ??= atOnce(ActionIndex.build(this.routes, this.#ignoresCase)))
  }

  get index(): MatchIndex {
    return (this.#index ??= atOnce(MatchIndex.build(this)))
  }

  /** Builds the indexes, so the first request and the first link do not wait for them. */
  *prepare(): Sliced<void> {
    this.#index ??= yield* MatchIndex.build(this)
    yield* this.#index.prepare()
    this.#foldedIndex ??= yield* this.#foldIndex()
    yield* this.#foldedIndex.prepare()
    this.#actions ??= yield* ActionIndex.build(this.routes, this.#ignoresCase)
  }

  get foldedIndex(): MatchIndex {
    return (this.#foldedIndex ??= atOnce(this.#foldIndex()))
  }

  *#foldIndex(): Sliced<MatchIndex> {
    const folded = foldEscapes(this)
    return folded === this ? this.index : yield* MatchIndex.build(folded)
  }

  /** @throws RangeError for a route of another table */
  numberOf(route: Route): number {
    const number = this.routes.indexOf(route)
    if (number < 0) throw new RangeError('The route belongs to another table')
    return number
  }

  get actionNames(): Iterable<string> {
    return this.actions.names
  }

  candidatesOf(action: string): readonly LinkCandidate[] | undefined {
    // The rows of a page link to the same action, so the latest candidates save lookups.
    if (action === this.#latestAction) return this.#latestCandidates
    let candidates = this.#candidates.get(action)
    if (candidates === undefined) {
      // The map keeps only names of the table, so names in templates cannot make it grow.
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

  builder(index: number): UrlBuilder {
    return (this.#builders[index] ??= new UrlBuilder(this.compiled(index)))
  }

  /**
   * Compiles a route at its first use, because a new process has no request for most routes yet.
   *
   * @throws RangeError if there is no such route
   */
  compiled(index: number): CompiledRoute {
    const known = this.#compiled[index]
    if (known !== undefined) return known
    const route = this.routes[index]
    if (route === undefined) throw new RangeError(`There is no route ${index}`)
    return (this.#compiled[index] = compileRoute(route))
  }
}
