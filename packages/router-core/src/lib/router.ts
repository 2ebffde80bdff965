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
import { findMistakenLines } from './table/find-mistaken-lines.js'
import { findShadowedRoutes } from './table/find-shadowed-routes.js'
import { buildRoutes } from './table/build-routes.js'
import { methodAfterOverride } from './matching/method-after-override.js'
import { explainMatch, type LineExplanation } from './matching/explain-match.js'
import type { MatchRequest, RouteMatch } from './matching/match-request.js'
import { allowedMethods, matchFollowing, matchRoute } from './matching/match-route.js'
import type { Route } from './routes/route.js'
import { atOnce, inSlices, type Sliced } from './slices.js'
import { RouteTable } from './table/route-table.js'
import { buildTable, reportProblems, type BuildTableOptions } from './build-table.js'
import { noRoutes } from './loading/file-problems.js'
import type { FindInclude } from './syntax/expand-includes.js'
import { parseRouteInCode, parseRouteLines, type RouteFile } from './syntax/route-file.js'

/** Matches requests to actions, and reverses actions to URLs. */
export class Router implements RequestReverser {
  readonly options: RouterOptions
  /** Always undefined, because a router belongs to no request. */
  readonly host: undefined
  readonly #settings: RouterSettings
  readonly #checks: LinkChecks
  readonly #outsideRequests: RequestLinks
  #table: RouteTable

  /** Makes a router from an existing table. Applications call `parse` or `load` instead. */
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
  static parse(text: string, options: RouterOptions & { readonly file?: string } = {}): Router {
    if (typeof text !== 'string') throw new TypeError('Router.parse: expected the text of a route file')
    checkOptions('Router.parse', options, { ...routerOptionNames, file: true })
    const { file = 'routes.conf' } = options
    const parsed = atOnce(parseRouteLines(text, { ...options, file }))
    const router = routerOfFiles([parsed], findInModules(options.modules ?? {}, options), options)
    // Comparing many lines takes seconds and would block the process. `load` does it in slices.
    if (router.#table.routes.length <= maxComparedAtOnce)
      atOnce(reportProblems([], router.#table, router.#settings))
    return router
  }

  /**
   * A router from route files on disk, in list order.
   *
   * @param locations paths, globs, `file:` URLs, `package:name/routes.conf`, or functions that return the text
   * @throws RouteFileParsingException with the errors of all files
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
    await inSlices(reportProblems(warnings, router.#table, router.#settings))
    return router
  }

  /** Sets the application's router, which the static `Router.reverse` uses. */
  static use(router: Reverser | undefined): void {
    setApplicationRouter(router)
  }

  /** Reverses with the application's router, bound to the current request if there is one. */
  static reverse(action: ActionName, args: ReadonlyMap<string, unknown>): ActionDefinition
  static reverse<Action extends ActionName>(
    action: Action,
    ...args: ReverseParameters<Action>
  ): ActionDefinition
  static reverse(action: string, args?: object | null): ActionDefinition {
    return applicationRouter().reverse(action, args as ReverseArguments)
  }

  /** A signed link: `Router.signed('mailController.unsubscribe', { id: 7 }, { expiresIn: '7d' })`. */
  static signed<Action extends SignedActionName>(
    action: Action,
    ...[args, options]: SignedParameters<Action>
  ): ActionDefinition {
    return signedLink(Router.current, action, args, options)
  }

  /** The application's router, bound to the current request if there is one. */
  static get current(): Reverser & { readonly host?: string | undefined } {
    const router: TemplateRouter = applicationRouter()
    return router.current ?? router
  }

  get routes(): readonly Route[] {
    return this.#table.routes
  }

  /** The current routes. A table is immutable, so `add` replaces it. */
  get table(): RouteTable {
    return this.#table
  }

  /** The Reverser of the current request (RouterModelAttribute provides it), or else this router. */
  get current(): RequestReverser {
    return currentReverser() ?? this
  }

  /**
   * Warnings about probable mistakes: fixed arguments that hide a variable, text such as `:id`, lines that an earlier
   * line shadows, and a table without routes.
   */
  get warnings(): readonly RouteFileProblem[] {
    return atOnce(this.#findWarnings())
  }

  /** Finds the `warnings` in slices of a millisecond, for a process that also answers requests. */
  async findWarnings(): Promise<readonly RouteFileProblem[]> {
    return inSlices(this.#findWarnings())
  }

  *#findWarnings(): Sliced<RouteFileProblem[]> {
    const { routes } = this.#table
    if (routes.length === 0) return [noRoutes('routes')]
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
    return matchRoute(this.#table, this.#overridden(request), this.#settings)
  }

  /**
   * The next route that accepts a request, after the route `after` has passed it on.
   *
   * @param after a route of this router
   * @throws BadRequestException (status 400) for a malformed path or method override
   */
  matchFollowing(request: MatchRequest, after: Route): RouteMatch | undefined {
    checkRequest(request, 'matchFollowing', request?.method)
    return matchFollowing(this.#table, this.#overridden(request), after, this.#settings)
  }

  /** Explains for each route why it does not accept the request. This takes much longer than `match`. */
  explain(request: MatchRequest): LineExplanation[] {
    checkRequest(request, 'explain', request?.method)
    return explainMatch(this.#table, this.#overridden(request), this.#settings)
  }

  #overridden(request: MatchRequest): MatchRequest {
    const { methodOverride } = this.#settings
    return methodOverride === false
      ? request
      : { ...request, method: methodAfterOverride(request, methodOverride) }
  }

  /** @throws NoRouteFoundException when no route matches */
  matchOrThrow(request: MatchRequest): RouteMatch {
    const match = this.match(request)
    if (match === undefined) throw new NoRouteFoundException(request.method, request.path)
    return match
  }

  /** The sorted methods that routes accept for this path. Empty if no route has the path. */
  allowedMethods(request: Omit<MatchRequest, 'method'>): string[] {
    checkRequest(request, 'allowedMethods', '')
    return allowedMethods(this.#table, request, this.#settings)
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
   * A Reverser for one request. It uses the request's mount path and host.
   *
   * @param origin only a mapping passes it
   */
  forRequest(request: ReverseRequest = {}, origin?: RequestOrigin): RequestLinks {
    checkOptions('Router.forRequest', request, requestNames)
    return new RequestLinks(this, this.#settings, this.#checks, request, origin)
  }

  /**
   * Adds a route after all other routes: `router.add('GET', '/users/{id}', 'userController.show')`.
   *
   * @throws RouteFileParsingException for a route that would be an error in a route file
   */
  add(method: string, path: string, action: string): this {
    const line = parseRouteInCode([method, path, action], this.options)
    const { routes, problems } = atOnce(buildRoutes([line]))
    const [first, ...rest] = problems
    if (first !== undefined) throw new RouteFileParsingException([first, ...rest])
    for (const mistake of atOnce(findMistakenLines(routes, this.options)))
      this.#settings.onWarning(formatProblem(mistake))
    this.#table = this.#table.withAdded([...this.#table.added, ...routes])
    return this
  }
}

const maxComparedAtOnce = 1000

/** Checks a request, because programs in JavaScript may pass any value. */
function checkRequest(
  request: Pick<MatchRequest, 'path'> | undefined,
  caller: string,
  method: unknown,
): void {
  if (typeof request?.path === 'string' && typeof method === 'string') return
  throw new TypeError(`Router.${caller}: expected a request with the texts "method" and "path"`)
}

/** @throws RouteFileParsingException with every error of every file */
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

/** Runs `buildRouter` without a pause. */
export function routerOfFiles(...parameters: Parameters<typeof buildRouter>): Router {
  return atOnce(buildRouter(...parameters))
}
