import { EventEmitter } from 'node:events'
import { resolve } from 'node:path'
import {
  BadRequestException,
  ConfigurationException,
  type RouteFileParsingException,
  wrongOption,
} from '../exceptions.js'
import { buildRouter, Router } from '../router.js'
import { reportProblems } from '../build-table.js'
import { readRouterOptions, type RouterOptions } from '../router-options.js'
import { emitWarning } from '../runtime.js'
import { currentSource, type RequestReverser } from '../templates/current-reverser.js'
import { ControllerRegistry, type RegisteredAction } from '../controllers/controller-registry.js'
import type { LoadedRouteFiles } from '../loading/load-route-files.js'
import { RouteTableSource } from '../loading/route-table-source.js'
import type { ActionName, ReverseParameters } from '../reversing/registered-actions.js'
import type { Reverser, ReverseArguments } from '../reversing/reverser.js'
import type { ActionDefinition } from '../reversing/action-definition.js'
import { addMiss, type Miss } from './snapshot/allowed-methods.js'
import { tellErrors } from './request/request-watch.js'
import { RequestBinding } from './snapshot/request-binding.js'
import { RequestDispatch, type Dispatcher } from './dispatch/request-dispatch.js'
import type { Route } from '../routes/route.js'
import { resolveControllers } from '../controllers/resolve-controllers.js'
import {
  readProperty,
  type HostName,
  type HostRequest,
  type HostResponse,
  type Middleware,
  type NextFunction,
} from '../hosts/host.js'
import type { HandlerInterceptor } from './interceptors/handler-interceptor.js'
import { InterceptorRegistry, type InterceptorRegistration } from './interceptors/interceptor-registry.js'
import { readMiddleware, type MiddlewareByName } from './middleware/read-middleware.js'
import { isCutAmiss, pathOf } from '../hosts/is-cut-amiss.js'
import { overrideMethod } from './middleware/method-override.js'
import { requireKnownHost } from '../hosts/require-known-host.js'
import { isErrorReason } from './request/error-reason.js'
import { allowedHost, createHostPolicy } from '../reversing/host-policy.js'
import { settingsOf } from '../hosts/host-settings.js'
import { runMiddleware } from './middleware/run-middleware.js'
import { inSlices } from '../slices.js'
import { findMissingTargets } from './snapshot/find-missing-targets.js'
import { toRouteHandler, type RouteHandler } from './snapshot/route-handler.js'
import { RoutingSnapshot } from './snapshot/routing-snapshot.js'
import type { MappedRequest } from './extensions/mapping-extension.js'
import { MappingExtensions } from './extensions/mapping-extensions.js'
import { checkMappingOptions, type RouterHandlerMappingOptions } from './router-handler-mapping-options.js'

interface MappingEvents {
  /** A new snapshot of the route files serves from now on. */
  reload: [router: Router]
  /** The route files have errors. The last good snapshot still serves. */
  'reload-error': [error: RouteFileParsingException]
}

/**
 * Dispatches requests to the actions of route files:
 *
 * ```ts
 * const mapping = new RouterHandlerMapping({ routeFiles: ['routes.conf'], controllers: { userController } })
 * await mapping.load()
 * app.use(mapping.middleware)
 * ```
 */
export class RouterHandlerMapping extends EventEmitter<MappingEvents> implements Reverser, Dispatcher {
  readonly #options: RouterHandlerMappingOptions
  readonly #interceptors: readonly InterceptorRegistration[]
  readonly #middleware: MiddlewareByName
  readonly #source: RouteTableSource<RoutingSnapshot>
  readonly extensions: MappingExtensions
  /** Middleware that runs before any line is matched: the host check, the middleware of extensions. */
  readonly #before: readonly Middleware[]
  /** False in production, because looking for a watch takes tens of nanoseconds for each request. */
  #isWatched = false
  #hostName: HostName | undefined
  #registry = new ControllerRegistry()
  #loading: Promise<void> | undefined

  /** @throws ConfigurationException */
  constructor(options: RouterHandlerMappingOptions) {
    super()
    checkMappingOptions(options)
    const isNothing =
      options.routeFiles === undefined ||
      (Array.isArray(options.routeFiles) && options.routeFiles.length === 0)
    this.extensions = new MappingExtensions(options.extensions)
    const hostGuards = options.requireAllowedHost === true ? [requireAllowedHost(options)] : []
    this.#before = [...hostGuards, ...this.extensions.middleware]
    if (isNothing && this.extensions.isEmpty)
      throw wrongOption('routeFiles', 'expected at least one route file')
    this.#options = options
    this.#interceptors = [
      ...toRegistrations(this.extensions.interceptors),
      ...toRegistrations(options.interceptors ?? []),
    ]
    this.#middleware = readMiddleware(options.middleware)
    this.#source = this.#createSource()
  }

  /**
   * Finds the controllers and loads the route files.
   *
   * @throws RouteFileParsingException with every error of every file, ConfigurationException
   */
  async load(): Promise<void> {
    await (this.#loading ??= this.#load().finally(() => (this.#loading = undefined)))
  }

  get router(): Router {
    return this.#loaded.router
  }

  get controllers(): ControllerRegistry {
    return this.#loaded.registry
  }

  /** The Reverser of the current request, if RouterModelAttribute has bound it; else the current router. */
  get current(): RequestReverser {
    const source = currentSource()
    const binding = source instanceof RequestBinding ? source.current : undefined
    return binding?.belongsTo(this) === true ? binding.reverser : this.router
  }

  /** Reverses for the current request. After `Router.use(mapping)`, the static `Router.reverse` does the same. */
  reverse(action: ActionName, args: ReadonlyMap<string, unknown>): ActionDefinition
  reverse<Action extends ActionName>(action: Action, ...args: ReverseParameters<Action>): ActionDefinition
  reverse(action: string, args?: object | null): ActionDefinition {
    return this.current.reverse(action, args as ReverseArguments)
  }

  /** For `mvcRouter`: from now on, a request from another host is an error. */
  serveOnly(hostName: HostName): void {
    this.#hostName = hostName
  }

  /** For `devTools`: from now on, the mapping also reports errors to the watch of a request. */
  watch(): void {
    this.#isWatched = true
  }

  /** The option `cwd` as an absolute path. */
  get cwd(): string {
    return resolve(this.#options.cwd ?? '')
  }

  /** The error of the last reload; undefined if the routes on disk serve. */
  get reloadError(): RouteFileParsingException | undefined {
    return this.#source.error
  }

  /**
   * Reads the route files again, also without `autoReloadEnabled`: `process.on('SIGHUP', () => mapping.reload())`.
   * The controllers stay.
   *
   * @returns false if the files have errors (`reloadError`, event `reload-error`); the last good snapshot then serves
   */
  async reload(): Promise<boolean> {
    await (this.#loading ?? this.#loaded)
    return this.#source.reload()
  }

  /** Stops watching the route files. Requests are still answered. */
  async close(): Promise<void> {
    await this.#source.close()
  }

  /** The middleware for `app.use`. It calls `next()` for a request that no route matches. */
  readonly middleware: Middleware = (request, response, following) => {
    const next = this.#isWatched ? tellErrors(request, following) : following
    if (this.#before.length === 0) this.#attempt(request, response, next)
    else this.#runBefore(request, response, next)
  }

  #runBefore(request: HostRequest, response: HostResponse, next: NextFunction): void {
    const done: NextFunction = (reason) => {
      if (reason === undefined) this.#attempt(request, response, next)
      else if (isErrorReason(reason)) this.#fail(reason, request, response, next)
      else next()
    }
    runMiddleware(this.#before, request, response, done, this.#loaded.warn)
  }

  /** Binds a request to the current snapshot of the route files. The request uses this snapshot until its end. */
  bind(request: HostRequest, response: HostResponse): RequestBinding {
    requireKnownHost(request, response.locals, this.#hostName)
    return RequestBinding.of(this, this.#loaded, request, response)
  }

  #attempt(request: HostRequest, response: HostResponse, next: NextFunction): void {
    try {
      this.#handle(request, response, next)
    } catch (error) {
      this.#fail(error, request, response, next)
    }
  }

  #fail(error: unknown, request: HostRequest, response: HostResponse, next: NextFunction): void {
    if (!this.extensions.answerException(this.#mapped(request, response), error)) next(error)
  }

  #mapped(request: HostRequest, response: HostResponse, registered?: RegisteredAction): MappedRequest {
    return { request, response, mapping: this, registered }
  }

  #handle(request: HostRequest, response: HostResponse, next: NextFunction): void {
    const locals = readProperty(response, 'locals')
    requireKnownHost(request, locals, this.#hostName)
    const baseUrl = readProperty(request, 'baseUrl')
    const binding = RequestBinding.find(this, locals)
    const snapshot = binding?.snapshot ?? this.#loaded
    const path = pathOf(request)
    const { reversingOnly = false, methodOverride = false } = this.#options
    if (path === undefined || reversingOnly || isCutAmiss(request, baseUrl)) {
      next()
      return
    }
    // The host's path has no fragment. With a `#`, the request is malformed.
    const fragment = request.url.includes('#') ? '#' : ''
    if (methodOverride !== false) overrideMethod(request, methodOverride)
    const asked = snapshot.toMatchRequest(request, path + fragment)
    const match = snapshot.match(asked)
    if (match === undefined) {
      binding?.enter(undefined)
      if (!this.answerMiss(request, response, { snapshot, asked, baseUrl }, locals)) next()
      return
    }
    new RequestDispatch(this, snapshot, request, response, next).run(match)
  }

  /** Notes that no line has answered. True if an extension answers for another method of the path. */
  answerMiss(
    request: HostRequest,
    response: HostResponse,
    miss: Miss,
    locals: HostResponse['locals'] = response.locals,
  ): boolean {
    addMiss(request, response, locals, miss)
    if (this.extensions.isEmpty) return false
    const { snapshot, asked } = miss
    const { allowedMethods = [] } = request
    return snapshot.allowedMethods(asked).some((method) => {
      const handler = snapshot.handlerFor(asked, method)
      if (handler?.type !== 'action') return false
      return this.extensions.answerOtherMethod(
        this.#mapped(request, response, handler.action),
        allowedMethods,
      )
    })
  }

  interceptorsFor({ path }: HostRequest, route: Route): readonly HandlerInterceptor[] {
    if (this.#interceptors.length === 0) return noInterceptors
    return this.#interceptors
      .filter((registration) => registration.appliesTo(path, route.path))
      .map(({ interceptor }) => interceptor)
  }

  get #loaded(): RoutingSnapshot {
    const { current } = this.#source
    if (current === undefined)
      throw new ConfigurationException(
        'routeFiles',
        'The route files are not loaded: await mapping.load() first',
      )
    return current
  }

  async #load(): Promise<void> {
    const { controllerNames, onWarning = emitWarning } = this.#options
    const resolved = await resolveControllers(this.#options, this.extensions.controllers)
    const rules = this.extensions
    this.#registry = new ControllerRegistry(resolved, { controllerNames, onWarning, rules })
    this.extensions.readLines(this.#registry)
    await this.#source.load()
    if (this.#options.autoReloadEnabled === true) this.#source.start()
  }

  #createSource(): RouteTableSource<RoutingSnapshot> {
    const { routeFiles, autoReload, onWarning = emitWarning } = this.#options
    const source = new RouteTableSource<RoutingSnapshot>({
      ...this.#options,
      ...autoReload,
      locations: [routeFiles ?? [], ...this.extensions.routeFiles].flat(),
      build: (loaded) => this.#build(loaded),
    })
    source.on('reload', ({ router }) => this.emit('reload', router))
    source.on('reload-error', (error) => {
      if (!this.emit('reload-error', error)) onWarning(error.message)
    })
    return source
  }

  async #build({ files, find, warnings }: LoadedRouteFiles): Promise<RoutingSnapshot> {
    const { cwd } = this
    const { reversingOnly = false } = this.#options
    const registry = this.#registry
    const router = await inSlices(
      buildRouter(files, find, {
        ...this.#options,
        controllers: reversingOnly ? undefined : registry,
        middleware: reversingOnly ? undefined : [...this.#middleware.keys()],
        added: this.#added,
        isReload: this.#source.current !== undefined,
      }),
    )
    const { table } = router
    await inSlices(table.prepare())
    const toHandler = (route: Route): RouteHandler => toRouteHandler(route, registry, this.#middleware, cwd)
    const snapshot = new RoutingSnapshot(router, registry, toHandler)
    const problems = [...warnings, ...(await inSlices(findMissingTargets(snapshot)))]
    await inSlices(reportProblems(problems, table, readRouterOptions(router.options)))
    // The application may have added more routes meanwhile.
    if (this.#added.length === table.added.length) return snapshot
    return new RoutingSnapshot(new Router(table.withAdded(this.#added), router.options), registry, toHandler)
  }

  get #added(): readonly Route[] {
    return this.#source.current?.router.table.added ?? []
  }
}

const noInterceptors: readonly HandlerInterceptor[] = []

function toRegistrations(
  interceptors: InterceptorRegistry | readonly HandlerInterceptor[],
): readonly InterceptorRegistration[] {
  if (interceptors instanceof InterceptorRegistry) return interceptors.registrations
  const registry = new InterceptorRegistry()
  for (const interceptor of interceptors) registry.addInterceptor(interceptor)
  return registry.registrations
}

/**
 * A middleware that answers 400 if the request's host is not in `allowedHosts`.
 *
 * @throws ConfigurationException if `allowedHosts` is empty
 */
function requireAllowedHost({
  baseUrl,
  allowedHosts = [],
}: Pick<RouterOptions, 'baseUrl' | 'allowedHosts'>): Middleware {
  const policy = createHostPolicy(baseUrl, allowedHosts)
  if (policy.allowedHosts.length === 0) {
    throw wrongOption('requireAllowedHost', 'needs the option allowedHosts')
  }
  return (request, _response, next) => {
    const isAllowed = allowedHost(settingsOf(request).authority(request), policy) !== undefined
    next(isAllowed ? undefined : new BadRequestException('The host of the request is not allowed'))
  }
}
