import { basename, dirname, resolve } from 'node:path'
import type { ControllerRegistry, RegisteredAction } from '../../controllers/controller-registry.js'
import type { Route } from '../../routes/route.js'
import { fs } from '../../runtime.js'
import { isSigned } from '../../signing/link-signer.js'
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

/** @param cwd the folder in which relative paths start, absolute */
export function toRouteHandler(
  route: Route,
  registry: ControllerRegistry,
  middleware: MiddlewareByName,
  cwd: string,
): RouteHandler {
  return {
    ...toTarget(route, registry, cwd),
    // The names were checked when the route files were loaded.
    middleware: route.middleware.flatMap((name) => middleware.get(name) ?? []),
    requestRoute: toRequestRoute(route),
    isSigned: isSigned(route),
  }
}

function toTarget({ target, file }: Route, registry: ControllerRegistry, cwd: string): Target {
  switch (target.type) {
    case 'action':
      return target.call.variables.length > 0
        ? { type: 'dynamicAction' }
        : { type: 'action', action: registry.find(target.call.action) }
    case 'staticDirectory':
      return { type: 'file', root: locate(target.directory, file, cwd), resource: undefined }
    case 'staticFile': {
      const path = locate(target.file, file, cwd)
      return { type: 'file', root: dirname(path), resource: basename(path) }
    }
    default:
      return target
  }
}

/** The absolute path of a file: beside the route file, or in the working directory if it exists only there. */
function locate(path: string, routeFile: string, cwd: string): string {
  const beside = resolve(cwd, dirname(routeFile), path)
  const fromWorkingDirectory = resolve(cwd, path)
  return !fs().existsSync(beside) && fs().existsSync(fromWorkingDirectory) ? fromWorkingDirectory : beside
}
