import { ActionIndex } from './action-index.js'
import { compileRoute, type CompiledRoute, type CompiledRoutes } from './compiled-route.js'
import { toRoute, type RouteEntry } from './line-route.js'
import { MatchIndex } from './match-index/match-index.js'
import { compilePlainReverse, type PlainReverse } from './plain-reverse.js'
import type { Route } from './route.js'

/**
 * Routes in the order of their priority. Immutable: a reload builds a new one. Whoever holds it, holds one state of
 * the route files for as long as it takes to answer a request.
 */
export class RouteTable implements CompiledRoutes {
  readonly #entries: RouteEntry[]
  #routes: readonly Route[] | undefined
  readonly #compiled: (CompiledRoute | undefined)[]
  #actions: ActionIndex | undefined
  #index: MatchIndex | undefined
  readonly #plainReverses = new Map<string, readonly PlainReverse[] | undefined>()

  constructor(entries: readonly RouteEntry[]) {
    this.#entries = [...entries]
    this.#compiled = Array.from({ length: entries.length })
  }

  get routes(): readonly Route[] {
    return (this.#routes ??= Object.freeze(this.#entries.map((_, index) => this.route(index))))
  }

  /** The same, in which plain lines that nobody has asked for are still lines. */
  get entries(): readonly RouteEntry[] {
    return this.#entries
  }

  /** The routes by action, for reversing. */
  get actions(): ActionIndex {
    return (this.#actions ??= new ActionIndex(this.#entries))
  }

  /** The routes by method and path, for matching. */
  get index(): MatchIndex {
    return (this.#index ??= new MatchIndex(this))
  }

  /** @throws RangeError when there is no such route */
  route(index: number): Route {
    const entry = this.#entries[index]
    if (entry === undefined) throw new RangeError(`There is no route ${index}`)
    return (this.#entries[index] = toRoute(entry))
  }

  /** The routes of an action that the short way can reverse; undefined unless it can reverse all of them. */
  plainReverses(action: string): readonly PlainReverse[] | undefined {
    const known = this.#plainReverses.get(action)
    // Only names of the table are kept, so that the map cannot grow by what templates ask.
    if (known !== undefined || !this.actions.isPlain(action) || this.#plainReverses.has(action)) return known
    const candidates = this.actions.candidates(action)
    const reverses = candidates.map(({ index }) =>
      compilePlainReverse(this.compiled(index), candidates.length === 1),
    )
    const plain = reverses.filter((reverse) => reverse !== undefined)
    const all = plain.length === reverses.length ? plain : undefined
    this.#plainReverses.set(action, all)
    return all
  }

  /** Compiled on first use, since most routes of a process that just started wait for their first request. */
  compiled(index: number): CompiledRoute {
    const known = this.#compiled[index]
    if (known !== undefined) return known
    return (this.#compiled[index] = compileRoute(this.route(index)))
  }
}
