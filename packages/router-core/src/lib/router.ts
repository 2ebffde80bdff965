import { applicationRouter, setApplicationRouter } from './application-router.js'
import { checkOptions } from './check-options.js'
import { LinkChecks } from './link-checks.js'
import { RequestLinks, requestNames, type RequestOrigin, type ReverseRequest } from './request-links.js'
import { currentReverser, type RequestReverser } from './templates/current-reverser.js'
import {
  ConfigurationException,
  formatProblem,
  NoRouteFoundException,
  RouteFileParsingException,
  type RouteFileProblem,
} from './exceptions.js'
import { findInModules } from './loading/find-in-modules.js'
import { loadRouteFiles } from './loading/load-route-files.js'
import type { RouteFileLocation } from './loading/resolve-locations.js'
import { normalizeMountPath } from './reversing/mount-path.js'
import type {
  ActionName,
  ReverseParameters,
  SignedActionName,
  SignedParameters,
} from './reversing/registered-actions.js'
import { signedLink, type TemplateRouter } from './templates/reverse-link.js'
import type { ReverseArguments, Reverser } from './reversing/reverser.js'
import {
  readRouterOptions,
  routerOptionNames,
  routerOptionsOf,
  type RouterOptions,
  type RouterSettings,
} from './router-options.js'
import type { ActionDefinition } from './reversing/action-definition.js'
import { isFinishedUrl } from './reversing/finished-url.js'
import { canonicalPath, type CanonicalOptions } from './table/canonical-path.js'
import { findMistakenLines } from './table/find-mistaken-lines.js'
import { findShadowedRoutes } from './table/find-shadowed-routes.js'
import { buildRoutes } from './table/build-routes.js'
import { explainMatch, type LineExplanation } from './matching/explain-match.js'
import type { MatchRequest, RouteMatch } from './matching/match-request.js'
import { allowedMethods, matchFollowing, matchRoute } from './matching/match-route.js'
import type { Route } from './routes/route.js'
import { atOnce, inSlices, type Sliced } from './slices.js'
import { RouteTable } from './table/route-table.js'
import { buildTable, findShadowsInDevelopment, noRoutes, type BuildTableOptions } from './build-table.js'
import type { FindInclude } from './syntax/expand-includes.js'
import { parseRouteInCode } from './syntax/route-in-code.js'
import { parseRouteLines, type RouteFile } from './syntax/route-file.js'

/** A route table with its options: matches requests, and reverses actions to URLs. */
export class Router implements RequestReverser {
  readonly options: RouterOptions
  /** Outside of a request no host is known. */
  readonly host: undefined
  readonly #settings: RouterSettings
  readonly #checks: LinkChecks
  readonly #outsideRequests: RequestLinks
  #table: RouteTable

  /** From a table that is built already; see `parse` and `load` for what applications call. */
  constructor(table: RouteTable = new RouteTable([]), options: RouterOptions = {}) {
    checkOptions('Router', options, routerOptionNames)
    this.#settings = readRouterOptions(options)
    this.#checks = new LinkChecks(this.#settings)
    this.#table = table
    this.options = options
    this.#outsideRequests = this.forRequest({})
  }

  /**
   * A router from the text of a route file.
   *
   * @throws RouteFileParsingException with every error of the text
   */
  static parse(
    text: string,
    { file = 'routes.conf', ...options }: RouterOptions & { readonly file?: string } = {},
  ): Router {
    if (typeof text !== 'string') throw new TypeError('Router.parse: expected the text of a route file')
    checkOptions('Router.parse', options, routerOptionNames)
    const parsed = atOnce(parseRouteLines(text, { ...options, file }))
    const router = routerOfFiles([parsed], findInModules(options.modules ?? {}, options), options)
    // To compare many lines takes seconds: `load` does it in slices.
    if (router.#table.routes.length <= maxComparedAtOnce)
      for (const warning of atOnce(findShadowsInDevelopment(router.#table, router.#settings)))
        router.#settings.onWarning(formatProblem(warning))
    return router
  }

  /**
   * A router from route files on disk, appended in list order.
   *
   * @param locations paths, globs, `file:` URLs, `package:name/routes.conf`, or functions that give the text
   * @throws RouteFileParsingException with the errors of all files; nothing is loaded partly
   * @throws ConfigurationException for an empty list
   */
  static async load(
    locations: RouteFileLocation | readonly RouteFileLocation[],
    options: RouterOptions & { readonly cwd?: string | undefined } = {},
  ): Promise<Router> {
    if ([locations].flat().length === 0) {
      const message = 'routeFiles: Router.load expects at least one route file'
      throw new ConfigurationException('routeFiles', message)
    }
    checkOptions('Router.load', options, { ...routerOptionNames, cwd: true })
    const { files, find, warnings } = await loadRouteFiles(locations, options)
    const router = await inSlices(buildRouter(files, find, options))
    for (const warning of warnings) router.#settings.onWarning(formatProblem(warning))
    for (const warning of await inSlices(findShadowsInDevelopment(router.#table, router.#settings)))
      router.#settings.onWarning(formatProblem(warning))
    return router
  }

  /** Makes this the application's router, behind the static `Router.reverse`. */
  static use(router: Reverser | undefined): void {
    setApplicationRouter(router)
  }

  /** Asks the application's router, bound to the current request when there is one. */
  static reverse(action: ActionName, args: ReadonlyMap<string, unknown>): ActionDefinition
  static reverse<Action extends ActionName>(
    action: Action,
    ...args: ReverseParameters<Action>
  ): ActionDefinition
  static reverse(action: string, args?: object | null): ActionDefinition {
    return applicationRouter().reverse(action, args as ReverseArguments)
  }

  /** A signed link of the application's router: `Router.signed('mailController.unsubscribe', { id: 7 }, { expiresIn: '7d' })`. */
  static signed<Action extends SignedActionName>(
    action: Action,
    ...[args, options]: SignedParameters<Action>
  ): ActionDefinition {
    return signedLink(Router.current, action, args, options)
  }

  /** The application's router, bound to the current request when there is one: `Router` itself can be a template's router. */
  static get current(): Reverser & { readonly host?: string | undefined } {
    const router: TemplateRouter = applicationRouter()
    return router.current ?? router
  }

  get routes(): readonly Route[] {
    return this.#table.routes
  }

  /** An immutable state of the routes. */
  get table(): RouteTable {
    return this.#table
  }

  /** The Reverser of the request being handled (RouterModelAttribute provides it), else this router. */
  get current(): RequestReverser {
    return currentReverser() ?? this
  }

  /**
   * Legal and probably a mistake: fixed arguments that hide a variable, text that is written as Express writes variables,
   * lines that an earlier line shadows, and a table without routes.
   */
  get warnings(): readonly RouteFileProblem[] {
    return atOnce(this.#findWarnings())
  }

  /** The same, a millisecond at a time: for a process that also answers requests, such as an editor's. */
  async findWarnings(): Promise<readonly RouteFileProblem[]> {
    return inSlices(this.#findWarnings())
  }

  *#findWarnings(): Sliced<RouteFileProblem[]> {
    const { routes } = this.#table
    if (routes.length === 0) return [noRoutes]
    const mistaken = yield* findMistakenLines(routes, this.options)
    return [...mistaken, ...(yield* findShadowedRoutes(this.#table, this.#settings))]
  }

  /**
   * The first route in file order that accepts the request.
   *
   * @throws BadRequestException (status 400) for a malformed path or method override
   */
  match(request: MatchRequest): RouteMatch | undefined {
    checkRequest(request, 'match', request?.method)
    return matchRoute(this.#table, request, this.#settings)
  }

  /**
   * The first route behind `after` that accepts the request: the next one to ask when `after` has passed it on.
   *
   * @param after a route of this router
   * @throws BadRequestException (status 400) for a malformed path or method override
   */
  matchFollowing(request: MatchRequest, after: Route): RouteMatch | undefined {
    checkRequest(request, 'matchFollowing', request?.method)
    return matchFollowing(this.#table, request, after, this.#settings)
  }

  /**
   * Explains for each route, in file order, why it alone does not accept the request. For people: it costs far
   * more than `match`.
   */
  explain(request: MatchRequest): LineExplanation[] {
    checkRequest(request, 'explain', request?.method)
    return explainMatch(this.#table, request, this.#settings)
  }

  /** @throws NoRouteFoundException when no route matches */
  matchOrThrow(request: MatchRequest): RouteMatch {
    const match = this.match(request)
    if (match === undefined) throw new NoRouteFoundException(request.method, request.path)
    return match
  }

  /** The methods that some route accepts for this path, sorted. Empty when no path matches. */
  allowedMethods(request: Omit<MatchRequest, 'method'>): string[] {
    checkRequest(request, 'allowedMethods', '')
    return allowedMethods(this.#table, request, this.#settings)
  }

  /**
   * The URL of a line that has the path of this request in another spelling (docs/route-file.md, Canonical paths), for a request
   * that no line accepts. It is proven to lead to that line, and holds no query.
   *
   * @param options `mountPath`: default the option `basePath`; `ignoreCase`: literals may differ in their case; `isAnswer`: false for
   *   a line that would pass the request on
   */
  findCanonical(
    request: MatchRequest,
    {
      mountPath,
      ignoreCase = false,
      isAnswer = (): boolean => true,
    }: { readonly mountPath?: string | undefined } & Partial<CanonicalOptions> = {},
  ): { readonly match: RouteMatch; readonly url: string } | undefined {
    checkRequest(request, 'findCanonical', request?.method)
    const found = canonicalPath(this.#table, request, this.#settings, { ignoreCase, isAnswer })
    if (found === undefined) return undefined
    const mount = mountPath === undefined ? this.#settings.mountPath : normalizeMountPath(mountPath)
    const url = mount + found.path
    return isFinishedUrl(url) ? { match: found.match, url } : undefined
  }

  /**
   * The URL of an action (docs/route-file.md, Reversing).
   *
   * @param action `userController.showUser`, or with arguments `userController.showUser(id:'5')`
   * @throws NoHandlerFoundException with the reason of each candidate route
   */
  reverse(action: ActionName, args: ReadonlyMap<string, unknown>): ActionDefinition
  reverse<Action extends ActionName>(action: Action, ...args: ReverseParameters<Action>): ActionDefinition
  reverse(action: string, args?: object | null): ActionDefinition {
    return this.#outsideRequests.reverse(action, args as ReverseArguments)
  }

  /**
   * The URL of a link as text, in half the time (decisions/reversing.md). Absolute for a route with a host.
   *
   * @throws NoHandlerFoundException as `reverse` does
   */
  href(action: ActionName, args: ReadonlyMap<string, unknown>): string
  href<Action extends ActionName>(action: Action, ...args: ReverseParameters<Action>): string
  href(action: string, args?: object | null): string {
    return this.#outsideRequests.href(action, args as ReverseArguments)
  }

  /**
   * A signed URL of an action whose line is below `+ signed` (docs/route-file.md, Signed links). The dispatch verifies it.
   *
   * @throws NoHandlerFoundException as `reverse` does, and for a line that is not signed
   * @throws ConfigurationException without the option `signingKeys`
   */
  signed<Action extends SignedActionName>(
    action: Action,
    ...[args, options]: SignedParameters<Action>
  ): ActionDefinition {
    return this.#outsideRequests.signed(action, args, options)
  }

  reverseTemplate(action: ActionName, args?: ReverseArguments | null): ActionDefinition {
    return this.#outsideRequests.reverseTemplate(action, args)
  }

  /**
   * A Reverser bound to one request: its mount path and its host.
   *
   * @param origin given by a mapping
   */
  forRequest(request: ReverseRequest = {}, origin?: RequestOrigin): RequestLinks {
    checkOptions('Router.forRequest', request, requestNames)
    return new RequestLinks(this, this.#settings, this.#checks, request, origin)
  }

  /**
   * Adds a route behind all others, with a path in the syntax of Express 5: `router.add('GET', '/users/:id{/:tab}', action)`.
   * Optional groups become several routes, the longest first.
   *
   * @throws RouteFileParsingException for what a route file could not hold
   */
  add(method: string, path: string, action: string): this {
    const lines = parseRouteInCode(method, path, action, this.options)
    const { routes, problems } = atOnce(buildRoutes(lines))
    const [first, ...rest] = problems
    if (first !== undefined) throw new RouteFileParsingException([first, ...rest])
    this.#table = this.#table.withAdded([...this.#table.added, ...routes])
    return this
  }
}

const maxComparedAtOnce = 1000

/** Programs without types hand over anything. */
function checkRequest(
  request: Pick<MatchRequest, 'path'> | undefined,
  caller: string,
  method: unknown,
): void {
  if (typeof request?.path === 'string' && typeof method === 'string') return
  throw new TypeError(`Router.${caller}: expected a request with the texts "method" and "path"`)
}

/**
 * A router from files that are parsed already, appended in order, as work that may be interrupted.
 *
 * @throws RouteFileParsingException with every error of every file
 */
export function* buildRouter(
  files: readonly RouteFile[],
  find: FindInclude,
  options: BuildTableOptions & RouterOptions = {},
): Sliced<Router> {
  const routerOptions = routerOptionsOf(options)
  const { onWarning } = readRouterOptions(routerOptions)
  const { table, warnings } = yield* buildTable(files, find, options)
  const router = new Router(table, routerOptions)
  for (const warning of warnings) onWarning(formatProblem(warning))
  return router
}

/**
 * The same at once.
 *
 * @throws RouteFileParsingException with every error of every file
 */
export function routerOfFiles(...parameters: Parameters<typeof buildRouter>): Router {
  return atOnce(buildRouter(...parameters))
}
