import type { ControllerRegistry } from '../../controllers/controller-registry.js'
import type { Router } from '../../router.js'
import type { MatchRequest, RouteMatch } from '../../matching/match-request.js'
import { matchFollowing, matchRoute } from '../../matching/match-route.js'
import { isFinishedUrl } from '../../reversing/finished-url.js'
import { normalizeMountPath } from '../../reversing/mount-path.js'
import type { WriteOptions } from '../../reversing/url-builder.js'
import { canonicalPath } from '../../table/canonical-path.js'
import type { Route } from '../../routes/route.js'
import { readProperty, type HostRequest } from '../../hosts/host.js'
import { hasLowerEscape } from '../../syntax/percent-encoding.js'
import type { RouteHandler } from './route-handler.js'
import { settingsOf } from '../../hosts/host-settings.js'
import { SignatureException } from '../../exceptions.js'
import type { LinkSigner } from '../../signing/link-signer.js'
import { readRouterOptions } from '../../router-options.js'
import { namesNoAction } from './dynamic-action.js'
import { fileOf, hasFile } from './static-file.js'

/** The state of the route files and controllers. A reload creates a new snapshot, which only new requests use. */
export class RoutingSnapshot {
  readonly router: Router
  readonly registry: ControllerRegistry
  /** Reports a problem to the developer only. */
  readonly warn: (problem: unknown) => void
  readonly #handlers = new Map<Route, RouteHandler>()
  readonly #toHandler: (route: Route) => RouteHandler
  readonly #options: WriteOptions
  readonly #basePath: string | undefined
  readonly #signer: LinkSigner | undefined

  constructor(router: Router, registry: ControllerRegistry, toHandler: (route: Route) => RouteHandler) {
    this.router = router
    this.registry = registry
    this.#toHandler = toHandler
    const settings = readRouterOptions(router.options)
    this.#options = settings
    this.#basePath = router.options.basePath === undefined ? undefined : settings.mountPath
    this.#signer = settings.signer
    this.warn = (problem) =>
      settings.onWarning(problem instanceof Error ? (problem.stack ?? problem.message) : String(problem))
  }

  /**
   * The first line that accepts the request, or the first one after `after`. Skips dynamic lines for which the path of
   * the request names no action.
   */
  match(asked: MatchRequest, after?: Route): RouteMatch | undefined {
    const { table } = this.router
    let match =
      after === undefined
        ? matchRoute(table, asked, this.#options)
        : matchFollowing(table, asked, after, this.#options)
    while (match !== undefined && namesNoAction(this.registry, match, asked.path))
      match = matchFollowing(table, asked, match.route, this.#options)
    return match
  }

  /** The next line for a request that `after` has passed on. */
  matchFollowing(request: HostRequest, after: Route): RouteMatch | undefined {
    return this.match(this.toMatchRequest(request, request.path), after)
  }

  /** The sorted methods for which some line answers this path. */
  allowedMethods(asked: MatchRequest): string[] {
    return this.router
      .allowedMethods(asked)
      .filter((method) => this.#matchAnswer({ ...asked, method }) !== undefined)
  }

  handlerFor(asked: MatchRequest, method: string): RouteHandler | undefined {
    const match = this.#matchAnswer({ ...asked, method })
    return match && this.handlerOf(match.route)
  }

  /** False if the line would pass the request on, because there is no action or file for the path. */
  isAnswer(match: RouteMatch, asked: MatchRequest): boolean {
    const { path, method, ignoresEscapeCase = false } = asked
    if (namesNoAction(this.registry, match, path)) return false
    const handler = this.handlerOf(match.route)
    // The middleware of the line runs before the search for the file, because a guard must hide which files exist.
    if (handler.type !== 'file' || handler.middleware.length > 0) return true
    return (method === 'GET' || method === 'HEAD') && hasFile(fileOf(handler, match, path, ignoresEscapeCase))
  }

  /** The URL of a line that answers GET for the path in another spelling (docs/route-file.md, Canonical paths). */
  canonicalUrl(asked: MatchRequest, baseUrl: string, ignoreCase: boolean): string | undefined {
    const isAnswer = (match: RouteMatch, path: string): boolean =>
      this.isAnswer(match, { ...asked, method: 'GET', path })
    const path = canonicalPath(this.router.table, asked, this.#options, ignoreCase, isAnswer)
    const url = path && (this.#basePath ?? normalizeMountPath(baseUrl)) + path
    return url !== undefined && isFinishedUrl(url) ? url : undefined
  }

  #matchAnswer(asked: MatchRequest): RouteMatch | undefined {
    let match = this.match(asked)
    while (match !== undefined && !this.isAnswer(match, asked)) match = this.match(asked, match.route)
    return match
  }

  handlerOf(route: Route): RouteHandler {
    const known = this.#handlers.get(route)
    if (known !== undefined) return known
    const handler = this.#toHandler(route)
    this.#handlers.set(route, handler)
    return handler
  }

  /** Path and query as the client sent them, with the base path that a proxy has cut off. */
  targetOf({ originalUrl, url }: HostRequest): string {
    return this.#basePath === undefined ? originalUrl : this.#basePath + url
  }

  /** @throws SignatureException (status 403) for a request without a valid signature */
  verifySignature(request: HostRequest, { route }: RouteMatch): void {
    const { method } = request
    if (this.#signer === undefined) throw new SignatureException('E_SIGNATURE_INVALID')
    this.#signer.verify(route, {
      method,
      host: settingsOf(request).authority(request),
      url: this.targetOf(request),
    })
  }

  /** @param path the path of the request, read only once because a host may compute it at each access */
  toMatchRequest(request: HostRequest, path: string): MatchRequest {
    const method = readProperty(request, 'method')
    const { table } = this.router
    const { needs } = table
    // Without an escape such as `%c3`, this makes no difference.
    const ignoresEscapeCase =
      path.includes('%') &&
      (hasLowerEscape(path) || table.foldedIndex !== table.index) &&
      settingsOf(request).ignoresCase?.(request) === true
    if (!needs.host && !needs.headers && !needs.query) return { method, path, ignoresEscapeCase }
    const question = needs.query ? request.url.indexOf('?') : -1
    return {
      method,
      path: question < 0 ? path : path + request.url.slice(question),
      host: needs.host ? settingsOf(request).authority(request) : undefined,
      headers: needs.headers ? request.headers : undefined,
      ignoresEscapeCase,
    }
  }
}
