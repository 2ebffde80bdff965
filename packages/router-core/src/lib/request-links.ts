import { urlToHtml } from './escape-html.js'
import type { LinkChecks } from './link-checks.js'
import type { HostPolicy } from './reversing/host-policy.js'
import {
  ActionDefinition,
  freezeDefinition,
  type ActionDefinitionOrigin,
} from './reversing/action-definition.js'
import { normalizeMountPath } from './reversing/mount-path.js'
import { fromMap } from './reversing/reverse-arguments.js'
import { reverseRoute, type ReverseContext } from './reversing/reverse-route.js'
import { reverseShortWay, urlShortWay } from './reversing/reverse-short-way.js'
import type { ReversedRoute } from './reversing/reversed-route.js'
import type { ReverseArguments } from './reversing/reverser.js'
import type { RouterSettings } from './router-options.js'
import type { RouteTable } from './table/route-table.js'
import type { RequestReverser } from './templates/current-reverser.js'
import { reverseLink, type TemplateRouter } from './templates/reverse-link.js'

/** What a Reverser knows of its request. */
export interface ReverseRequest {
  /** Where the router is mounted, `req.baseUrl`. Default: the option `basePath`. */
  readonly mountPath?: string | undefined
  /** The `Host` header, with its port. */
  readonly host?: string | undefined
  readonly secure?: boolean | undefined
  /**
   * Ambient arguments: what variables of a route take that a link does not name. Asked for each link; they never reach
   * the query, and a given argument wins.
   */
  readonly defaults?: (() => ReverseArguments | null | undefined) | undefined
  /** Told of links that cannot be built, before the error is thrown: for development. */
  readonly onFailure?: ((error: unknown) => void) | undefined
  /** The request's format; a route's variable named `format` takes it when no argument is given. */
  readonly format?: string | undefined
}

/** The links of one request, over the current table of its router. */
export class RequestLinks implements RequestReverser, TemplateRouter, ActionDefinitionOrigin {
  readonly host: string | undefined
  readonly secure: boolean
  readonly hostPolicy: HostPolicy
  readonly #router: { readonly table: RouteTable }
  readonly #checks: LinkChecks
  readonly #context: ReverseContext
  readonly #onFailure: ReverseRequest['onFailure']

  constructor(
    router: { readonly table: RouteTable },
    { mountPath: basePath, hostPolicy, reverseTrailingSlash, maxParamLength }: RouterSettings,
    checks: LinkChecks,
    { mountPath, host, secure = false, format, defaults, onFailure }: ReverseRequest,
  ) {
    this.host = host
    this.secure = secure
    this.hostPolicy = hostPolicy
    this.#router = router
    this.#checks = checks
    this.#context = {
      mountPath: mountPath === undefined ? basePath : normalizeMountPath(mountPath),
      host,
      format,
      defaults,
      reverseTrailingSlash,
      maxParamLength,
    }
    this.#onFailure = onFailure
  }

  /** An own property, by which templates tell what a program handed over from what a request sent. */
  readonly reverse = (action: string, args?: ReverseArguments | null): ActionDefinition =>
    freezeDefinition(this.reverseUnfrozen(action, args))

  reverseUnfrozen(action: string, given?: ReverseArguments | null): ActionDefinition {
    const args = fromMap(action, given)
    const { table } = this.#router
    let reversed: ReversedRoute
    try {
      reversed =
        reverseShortWay(table, this.#context, action, args) ??
        reverseRoute(table, this.#context, action, args)
    } catch (error) {
      this.#onFailure?.(error)
      throw error
    }
    if (this.#checks.areOn) this.#checks.check(table, reversed, this.host)
    return new ActionDefinition(reversed, this)
  }

  href(action: string, given?: ReverseArguments | null): string {
    const args = fromMap(action, given)
    return this.#shortUrl(action, args, false) ?? reverseLink(this, action, args).url
  }

  hrefHtml(action: string, given?: ReverseArguments | null): string {
    const args = fromMap(action, given)
    return this.#shortUrl(action, args, true) ?? urlToHtml(reverseLink(this, action, args).url)
  }

  reverseTemplate(action: string, given?: ReverseArguments | null): ActionDefinition {
    const args = fromMap(action, given)
    const reversed = reverseRoute(this.#router.table, { ...this.#context, keepsMissing: true }, action, args)
    return freezeDefinition(new ActionDefinition(reversed, this))
  }

  #shortUrl(action: string, args: unknown, asHtml: boolean): string | undefined {
    return this.#checks.areOn
      ? undefined
      : urlShortWay(this.#router.table, this.#context, action, args, asHtml)
  }
}
