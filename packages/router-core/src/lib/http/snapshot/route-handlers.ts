import { basename, dirname, resolve } from 'node:path'
import type { ControllerRegistry, RegisteredAction } from '../../controllers/controller-registry.js'
import type { Route } from '../../routes/route.js'
import { fs } from '../../runtime.js'
import { isSigned } from '../../signing/link-signer.js'
import type { Sliced } from '../../slices.js'
import type { RouteTarget } from '../../syntax/route-target.js'
import type { MiddlewareByName, NamedMiddleware } from '../middleware/read-middleware.js'
import { toRequestRoute, type RequestRoute } from '../../hosts/request-route.js'

/** The handler of a route. It is the same for all requests. */
export type RouteHandler = Target & {
  /** Runs before the interceptors and the target. */
  readonly middleware: readonly NamedMiddleware[]
  readonly requestRoute: RequestRoute
  /** True if the signature of a request must be verified, before the middleware runs. */
  readonly isSigned: boolean
}

type Target =
  | { readonly type: 'action'; readonly action: RegisteredAction | undefined }
  | { readonly type: 'dynamicAction' }
  | { readonly type: 'file'; readonly root: string; readonly resource: string | undefined }
  | Extract<RouteTarget, { type: 'view' | 'status' | 'redirect' | 'redirectToAction' }>

export class RouteHandlers {
  readonly #handlers = new Map<Route, RouteHandler>()
  readonly #registry: ControllerRegistry
  readonly #middleware: MiddlewareByName
  readonly #cwd: string

  constructor(registry: ControllerRegistry, middleware: MiddlewareByName, cwd: string = process.cwd()) {
    this.#registry = registry
    this.#middleware = middleware
    this.#cwd = cwd
  }

  /** Creates all handlers in advance. */
  *prepare(routes: readonly Route[]): Sliced<void> {
    for (const route of routes) {
      this.of(route)
      yield
    }
  }

  of(route: Route): RouteHandler {
    const known = this.#handlers.get(route)
    if (known !== undefined) return known
    const handler = {
      ...this.#toTarget(route),
      // The names were checked when the route files were loaded.
      middleware: route.middleware.flatMap((name) => this.#middleware.get(name) ?? []),
      requestRoute: toRequestRoute(route),
      isSigned: isSigned(route),
    }
    this.#handlers.set(route, handler)
    return handler
  }

  #toTarget({ target, file }: Route): Target {
    switch (target.type) {
      case 'action':
        return target.call.variables.length > 0
          ? { type: 'dynamicAction' }
          : { type: 'action', action: this.#registry.find(target.call.action) }
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

  /** The absolute path of a file: beside the route file, or in the working directory if it exists only there. */
  #locate(path: string, routeFile: string): string {
    const beside = resolve(this.#cwd, dirname(routeFile), path)
    const fromWorkingDirectory = resolve(this.#cwd, path)
    return !fs().existsSync(beside) && fs().existsSync(fromWorkingDirectory) ? fromWorkingDirectory : beside
  }
}
