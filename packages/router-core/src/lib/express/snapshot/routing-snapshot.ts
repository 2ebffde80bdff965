import type { ControllerRegistry } from '../../controllers/controller-registry.js'
import type { Router } from '../../router.js'
import type { MatchOptions, MatchRequest, RouteMatch } from '../../matching/match-request.js'
import { matchFollowing, matchRoute } from '../../matching/match-route.js'
import type { RouteTable } from '../../table/route-table.js'
import { isRoute } from '../../routes/route-entry.js'
import type { Route } from '../../routes/route.js'
import type { ExpressRequest } from '../request/express-request.js'
import { hasLowerEscape } from '../../syntax/percent-encoding.js'
import type { Handler, Handlers } from './handlers.js'
import { ignoresCase } from '../request/ignores-case.js'
import { requestHost } from '../request/request-host.js'
import { readRouterOptions } from '../../router-options.js'
import { namesNoAction } from './dynamic-action.js'

/**
 * One state of the route files together with the controllers: everything a request needs, in one reference. A reload
 * makes a new one; requests that began with this one end with it.
 */
export class RoutingSnapshot {
  readonly router: Router
  readonly registry: ControllerRegistry
  /** Tells the developer what no client may be told. */
  readonly warn: (problem: unknown) => void
  readonly #handlers: Handlers
  /** The mapping has changed the method of a request that asked for another one. */
  readonly #matchOptions: MatchOptions
  #table: RouteTable | undefined
  #needsHost = false
  #needsHeaders = false
  #needsQuery = false

  constructor(router: Router, registry: ControllerRegistry, handlers: Handlers) {
    this.router = router
    this.registry = registry
    this.#handlers = handlers
    this.#matchOptions = { ...readRouterOptions(router.options), methodOverride: false }
    this.warn = createWarn(router.options.onWarning)
    this.#look(router.table)
  }

  /** The first line that answers, of all or of those behind `after`. One whose path names no action answers nothing. */
  match(asked: MatchRequest, after?: Route): RouteMatch | undefined {
    const { table } = this.router
    let match =
      after === undefined
        ? matchRoute(table, asked, this.#matchOptions)
        : matchFollowing(table, asked, after, this.#matchOptions)
    while (match !== undefined && namesNoAction(this.registry, match, asked.path))
      match = matchFollowing(table, asked, match.route, this.#matchOptions)
    return match
  }

  /** The next line to ask when one has passed the request on. */
  matchFollowing(request: ExpressRequest, after: Route): RouteMatch | undefined {
    return this.match(this.toMatchRequest(request, request.path), after)
  }

  /** The methods that some line answers for this path, sorted. */
  allowedMethods(asked: MatchRequest): string[] {
    return this.router
      .allowedMethods(asked)
      .filter((method) => this.match({ ...asked, method }) !== undefined)
  }

  /** What would answer this path under another method. */
  handlerFor(asked: MatchRequest, method: string): Handler | undefined {
    const match = this.match({ ...asked, method })
    return match && this.handlerOf(match.route)
  }

  handlerOf(route: Route): Handler {
    return this.#handlers.of(route)
  }

  /**
   * What the routes of this snapshot look at.
   *
   * @param path that of the request: Express finds it each time that it is asked
   */
  toMatchRequest(request: ExpressRequest, path: string): MatchRequest {
    const { method } = request
    const { table } = this.router
    if (table !== this.#table) this.#look(table)
    // Only escapes can be written in two cases.
    const ignoresEscapeCase =
      path.includes('%') && (hasLowerEscape(path) || table.hasLowerEscapes) && ignoresCase(request)
    if (!this.#needsHost && !this.#needsHeaders && !this.#needsQuery)
      return { method, path, ignoresEscapeCase }
    const question = this.#needsQuery ? request.url.indexOf('?') : -1
    return {
      method,
      path: question < 0 ? path : path + request.url.slice(question),
      host: this.#needsHost ? requestHost(request) : undefined,
      headers: this.#needsHeaders ? request.headers : undefined,
      ignoresEscapeCase,
    }
  }

  /** What the lines of a table ask for. `router.add` makes a new one. */
  #look(table: RouteTable): void {
    this.#table = table
    // Simple lines ask for no more than a path.
    const routes = table.entries.filter(isRoute)
    this.#needsHost = routes.some(({ host }) => host !== undefined)
    this.#needsHeaders = routes.some(({ formats }) => formats.length > 0)
    this.#needsQuery = routes.some(({ predicates }) => predicates.length > 0)
  }
}

function createWarn(onWarning: ((message: string) => void) | undefined): RoutingSnapshot['warn'] {
  return (problem) => {
    const message = problem instanceof Error ? (problem.stack ?? problem.message) : String(problem)
    if (onWarning === undefined) process.emitWarning(message, 'RouterWarning')
    else onWarning(message)
  }
}
