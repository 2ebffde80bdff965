import { existsSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import type { ControllerRegistry, RegisteredAction } from '../controllers/controller-registry.js'
import type { Router } from '../router.js'
import type { MatchRequest, RouteMatch } from '../matching/match-request.js'
import { isRoute } from '../routes/route-entry.js'
import type { Route } from '../routes/route.js'
import type { RouteTarget } from '../syntax/route-target.js'
import type { ExpressRequest } from './express-request.js'
import { hasLowerEscape } from '../syntax/percent-encoding.js'
import { ignoresCase } from './ignores-case.js'
import type { MiddlewareRegistry, NamedMiddleware } from './named-middleware.js'
import { requestHost } from './request-host.js'
import { toRequestRoute, type RequestRoute } from './request-route.js'

/** What answers the requests of a route, resolved once for all of them. */
export type Handler = Target & {
  /** Runs before everything else. */
  readonly middleware: readonly NamedMiddleware[]
  /** What requests have at `req.route`. */
  readonly requestRoute: RequestRoute
}

/** What a route leads to. */
type Target =
  | { readonly type: 'action'; readonly action: RegisteredAction | undefined }
  | { readonly type: 'dynamicAction' }
  | { readonly type: 'file'; readonly root: string; readonly resource: string | undefined }
  | Extract<RouteTarget, { type: 'status' | 'redirect' | 'redirectToAction' }>

/**
 * One state of the route files together with the controllers: everything a request needs, in one reference. A reload
 * makes a new one; requests that began with this one end with it.
 */
export class RoutingState {
  readonly router: Router
  readonly registry: ControllerRegistry
  /** Tells the developer what no client may be told. */
  readonly warn: (problem: unknown) => void
  readonly #handlers = new Map<Route, Handler>()
  readonly #middleware: MiddlewareRegistry
  readonly #cwd: string
  readonly #needsHost: boolean
  readonly #needsHeaders: boolean
  readonly #needsQuery: boolean

  constructor(
    router: Router,
    registry: ControllerRegistry,
    middleware: MiddlewareRegistry,
    cwd: string = process.cwd(),
  ) {
    this.router = router
    this.registry = registry
    this.#middleware = middleware
    this.warn = createWarn(router.options.onWarning)
    this.#cwd = cwd
    // Simple lines have actions only, which were looked up when the file was checked, and ask for no more than a path.
    const routes = router.table.entries.filter(isRoute)
    this.#needsHost = routes.some(({ host }) => host !== undefined)
    this.#needsHeaders = routes.some(({ formats }) => formats.length > 0)
    this.#needsQuery = routes.some(({ predicates }) => predicates.length > 0)
    for (const route of routes) this.#handlers.set(route, this.#toHandler(route))
  }

  /** The next line to ask when one has passed the request on. */
  matchFollowing(request: ExpressRequest, after: Route): RouteMatch | undefined {
    return this.router.matchFollowing(this.toMatchRequest(request), after)
  }

  /** What would answer this path under another method. */
  handlerFor(asked: MatchRequest, method: string): Handler | undefined {
    const match = this.router.match({ ...asked, method })
    return match && this.handlerOf(match.route)
  }

  handlerOf(route: Route): Handler {
    let handler = this.#handlers.get(route)
    if (handler === undefined) {
      // The route of a simple line, or one that was added in code after the table had been loaded.
      handler = this.#toHandler(route)
      this.#handlers.set(route, handler)
    }
    return handler
  }

  /** What the routes of this state look at. */
  toMatchRequest(request: ExpressRequest): MatchRequest {
    const { method, path } = request
    // Only escapes can be written in two cases.
    const ignoresEscapeCase =
      path.includes('%') &&
      (hasLowerEscape(path) || this.router.table.hasLowerEscapes) &&
      ignoresCase(request)
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

  #toHandler(route: Route): Handler {
    return {
      ...this.#toTarget(route),
      middleware: this.#middleware.resolve(route.middleware),
      requestRoute: toRequestRoute(route),
    }
  }

  #toTarget({ target, file }: Route): Target {
    switch (target.type) {
      case 'action':
        return target.call.variables.length > 0
          ? { type: 'dynamicAction' }
          : { type: 'action', action: this.registry.find(target.call.action) }
      case 'staticDirectory':
        return { type: 'file', root: this.#locate(target.directory, file), resource: undefined }
      case 'staticFile': {
        const path = this.#locate(target.file, file)
        return { type: 'file', root: dirname(path), resource: basename(path) }
      }
      default:
        return target
    }
  }

  /** Beside the route file, or else in the working directory. */
  #locate(path: string, routeFile: string): string {
    const beside = resolve(this.#cwd, dirname(routeFile), path)
    const fromWorkingDirectory = resolve(this.#cwd, path)
    return !existsSync(beside) && existsSync(fromWorkingDirectory) ? fromWorkingDirectory : beside
  }
}

function createWarn(onWarning: ((message: string) => void) | undefined): RoutingState['warn'] {
  return (problem) => {
    const message = problem instanceof Error ? (problem.stack ?? problem.message) : String(problem)
    if (onWarning === undefined) process.emitWarning(message, 'RouterWarning')
    else onWarning(message)
  }
}
