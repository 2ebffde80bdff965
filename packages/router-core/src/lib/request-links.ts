import { reverseSigned, type SigningOptions } from './reversing/reverse-signed.js'
import type { OptionNames } from './check-options.js'
import type { ControllerRegistry } from './controllers/controller-registry.js'
import type { LinkChecks } from './link-checks.js'
import type { HostPolicy } from './reversing/host-policy.js'
import {
  ActionDefinition,
  toActionDefinition,
  type ActionDefinitionOrigin,
} from './reversing/action-definition.js'
import { escapeHtml } from './escape-html.js'
import { normalizeMountPath } from './reversing/mount-path.js'
import { reverseRoute } from './reversing/reverse-route.js'
import type { ReverseContext, ReversedRoute } from './reversing/url-builder.js'
import { copyArguments, fromMap, isArguments } from './reversing/reverse-arguments.js'
import type { ReverseArguments } from './reversing/reverser.js'
import type { RouterSettings } from './router-options.js'
import type { RouteTable } from './table/route-table.js'
import type { RequestReverser } from './templates/current-reverser.js'
import {
  createModelAttribute,
  type CurrentRequest,
  type ModelAttribute,
} from './templates/model-attribute.js'
import { mergeArguments } from './templates/template-link.js'
import { atItsHost, type TemplateRouter } from './templates/reverse-link.js'

/** The facts about a request that a Reverser uses. */
export interface ReverseRequest {
  /** The path at which the router is mounted, `req.baseUrl`. Default: the option `basePath`. */
  readonly mountPath?: string | undefined
  /** The `Host` header, with its port. */
  readonly host?: string | undefined
  readonly secure?: boolean | undefined
  /** Returns ambient arguments: values for variables that a link leaves out. They never reach the query. */
  readonly defaults?: (() => ReverseArguments | null | undefined) | undefined
  /** For development: called with the error of a link before the error is thrown. */
  readonly onFailure?: ((error: unknown) => void) | undefined
  /** The request's format, the default for a variable named `format`. */
  readonly format?: string | undefined
}

export const requestNames: OptionNames<ReverseRequest> = {
  mountPath: true,
  host: true,
  secure: true,
  defaults: true,
  onFailure: true,
  format: true,
}

/** The facts about a request that a mapping knows. */
export interface RequestOrigin {
  readonly controllers: ControllerRegistry
  /** The matched action, for `current`, `isCurrent` and `with` in templates. */
  readonly page: CurrentRequest | undefined
}

/** The Reverser of a request, or of a router outside of requests. It always uses the router's current table. */
export class RequestLinks implements RequestReverser, TemplateRouter, ActionDefinitionOrigin {
  readonly host: string | undefined
  readonly secure: boolean
  readonly hostPolicy: HostPolicy
  readonly router: { readonly table: RouteTable }
  readonly #checks: LinkChecks
  readonly #context: ReverseContext & Pick<RouterSettings, 'signer' | 'strictQuery'>
  readonly #origin: RequestOrigin | undefined
  #attribute: ModelAttribute | undefined

  constructor(
    router: { readonly table: RouteTable },
    settings: RouterSettings,
    checks: LinkChecks,
    request: ReverseRequest,
    origin?: RequestOrigin,
  ) {
    const { host, secure = false, mountPath, format, defaults, onFailure } = request
    const { reverseTrailingSlash, maxParamLength, strictQuery, signer } = settings
    this.host = host
    this.secure = secure
    this.hostPolicy = settings.hostPolicy
    this.router = router
    this.#checks = checks
    this.#context = {
      mountPath: mountPath === undefined ? settings.mountPath : normalizeMountPath(mountPath),
      host,
      format,
      defaults,
      onFailure,
      reverseTrailingSlash,
      maxParamLength,
      strictQuery,
      signer,
    }
    this.#origin = origin
  }

  /** An own property, because arrays inherit a method `reverse`, and a request can send an array to a template. */
  readonly reverse = (action: string, args?: ReverseArguments | null): ActionDefinition =>
    toActionDefinition(this.#find(action, args), this)

  href(action: string, args?: ReverseArguments | null): string {
    const found = this.#find(action, args)
    return found.host === undefined ? found.url : this.#atItsHost(found).url
  }

  html(action: string, args: ReverseArguments | null | undefined): string {
    const found = this.#find(action, args)
    if (found.host !== undefined) return escapeHtml(this.#atItsHost(found).url)
    return found.isHtml ? found.url : escapeHtml(found.url)
  }

  link(action: string, args: ReverseArguments | undefined): ActionDefinition {
    const found = this.#find(action, args)
    return found.host === undefined ? new ActionDefinition(found, found.args, this) : this.#atItsHost(found)
  }

  #atItsHost(found: ReversedRoute): ActionDefinition {
    return atItsHost(toActionDefinition(found, this), this)
  }

  #find(action: string, args: ReverseArguments | null | undefined): ReversedRoute {
    const { table } = this.router
    const found = reverseRoute(table, this.#context, action, this.#argumentsOf(action, args))
    if (this.#checks.areOn) this.#checks.check(table, found, this.host)
    return found
  }

  /** With `strictQuery`, the argument `query` may be an object with more arguments. Direct arguments win over them. */
  #argumentsOf(action: string, args: ReverseArguments | null | undefined): typeof args {
    if (!this.#context.strictQuery || !isArguments(args)) return args
    const { query, ...others } = copyArguments(action, fromMap(action, args))
    return isArguments(query) ? mergeArguments(action, query, others) : args
  }

  reverseTemplate(action: string, args?: ReverseArguments | null): ActionDefinition {
    const context = { ...this.#context, keepsMissing: true }
    const given = this.#argumentsOf(action, args)
    return toActionDefinition(reverseRoute(this.router.table, context, action, given), this)
  }

  signed(action: string, args?: ReverseArguments | null, options: SigningOptions = {}): ActionDefinition {
    const given = this.#argumentsOf(action, args)
    const reversed = reverseSigned(this.router.table, this.#context, action, given, options)
    const { host, secure, hostPolicy } = this
    const reverse = (again: string, changed?: ReverseArguments | null): ActionDefinition =>
      this.signed(again, changed, options)
    return toActionDefinition(reversed, { host, secure, hostPolicy, reverse })
  }

  /** Undefined outside of a mapping. */
  get controllers(): ControllerRegistry | undefined {
    return this.#origin?.controllers
  }

  /** The `route` object of templates. */
  get attribute(): ModelAttribute {
    return (this.#attribute ??= createModelAttribute(this, () => this.#origin?.page))
  }

  with(changes?: unknown): string {
    return this.attribute.with(changes)
  }
}
