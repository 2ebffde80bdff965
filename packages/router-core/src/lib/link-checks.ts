import { matchRoute } from './matching/match-route.js'
import type { ReversedRoute } from './reversing/url-builder.js'
import type { RouterSettings } from './router-options.js'
import { isInProduction } from './runtime.js'
import type { Route } from './routes/route.js'
import type { RouteTable } from './table/route-table.js'

/** Warns in development about links whose URL an earlier line answers. */
export class LinkChecks {
  readonly #settings: RouterSettings
  readonly #warnedRoutes = new WeakSet<Route>()
  #left = isInProduction() ? 0 : checksInDevelopment

  constructor(settings: RouterSettings) {
    this.#settings = settings
  }

  get areOn(): boolean {
    return this.#left > 0
  }

  /** @param requestHost the host of the request, with its port */
  check(
    table: RouteTable,
    { route, method, path, host, action }: ReversedRoute,
    requestHost: string | undefined,
  ): void {
    this.#left--
    const winner = matchRoute(table, { method, path, host: host ?? requestHost }, this.#settings)?.route
    if (winner === undefined || winner === route || winner.action === route.action) return
    // If the earlier line has formats, the `Accept` header of the request decides.
    if (winner.formats.length > 0) return
    // If the file does not exist, the request goes on to later lines.
    if (winner.target.type === 'staticDirectory' || winner.target.type === 'staticFile') return
    if (this.#warnedRoutes.has(route)) return
    this.#warnedRoutes.add(route)
    this.#settings.onWarning(
      `${route.file}:${route.line} ${action}: the URL ${path} is answered by an earlier line, ${winner.file}:${winner.line} ${winner.action}`,
    )
  }
}

/** A limit, so that a busy process does not check links for ever. */
const checksInDevelopment = 10_000
