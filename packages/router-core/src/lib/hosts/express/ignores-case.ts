import type { HostRequest } from '../host.js'

interface ExpressRouter {
  readonly caseSensitive?: unknown
  readonly stack?: readonly { readonly handle?: unknown }[]
}

export interface ExpressApp {
  readonly parent?: ExpressApp
  /** Only in Express 4, where `router` throws. */
  readonly _router?: ExpressRouter
  readonly router?: ExpressRouter
  get(setting: string): unknown
}

/**
 * True if every router that may have a guard for this request ignores case. A guard at `/caf%C3%A9` then also runs for
 * `/caf%c3%a9`, so a route may answer this path.
 *
 * It checks the application, the applications around it, and all routers and applications inside these. It cannot find
 * two kinds of routers, which count as case-sensitive:
 *
 * - routers inside an application that `app.use` has mounted;
 * - routers around an application that a router, or a function of the server, calls.
 */
export function ignoresCase({ app, socket }: Pick<HostRequest, 'app' | 'socket'>): boolean {
  if (app === undefined) return false
  let current: ExpressApp = app
  // The number of mounted applications in the stack of `current` that are already checked.
  let mounted = 0
  while (!isSensitiveApp(current, mounted, 0)) {
    if (current.parent === undefined) return isOutermost(current, socket)
    current = current.parent
    mounted = 1
  }
  return false
}

/** True if the server calls this application directly, so no other application is around it. */
function isOutermost(app: ExpressApp, socket: HostRequest['socket']): boolean {
  const { server } = socket as { server?: { listeners?(event: string): unknown[] } }
  return server?.listeners?.('request').includes(app) === true
}

/** @param mounted the number of mounted applications in the stack of `app` that are already checked */
function isSensitiveApp(app: ExpressApp, mounted: number, depth: number): boolean {
  const router = routerOf(app)
  if (app.get('case sensitive routing') === true || router === undefined) return true
  return isSensitiveRouter(router, depth) || countMounted(router, 0) > mounted
}

function routerOf(app: ExpressApp): ExpressRouter | undefined {
  // oxlint-disable-next-line no-underscore-dangle -- the name is Express's
  return app._router ?? (Object.hasOwn(app, 'lazyrouter') ? undefined : app.router)
}

function isSensitiveRouter({ caseSensitive, stack = [] }: ExpressRouter, depth: number): boolean {
  if (Boolean(caseSensitive) || depth > maxDepth) return true
  return stack.some(
    ({ handle }) =>
      (isRouter(handle) && isSensitiveRouter(handle, depth + 1)) ||
      (isApp(handle) && isSensitiveApp(handle, 0, depth + 1)),
  )
}

/** Counts the functions `mounted_app`, which Express puts around each application that `app.use` mounts. */
function countMounted({ stack = [] }: ExpressRouter, depth: number): number {
  if (depth > maxDepth) return Infinity
  return stack.reduce((count, { handle }) => {
    if (isRouter(handle)) return count + countMounted(handle, depth + 1)
    return typeof handle === 'function' && handle.name === 'mounted_app' ? count + 1 : count
  }, 0)
}

/** Ends the search if a router is mounted in itself. */
const maxDepth = 32

function isRouter(handle: unknown): handle is ExpressRouter {
  return typeof handle === 'function' && 'stack' in handle && Array.isArray(handle.stack)
}

/** True for an application that `router.use` has added. `app.use` wraps applications. */
function isApp(handle: unknown): handle is ExpressApp {
  return typeof handle === 'function' && 'mountpath' in handle && 'settings' in handle
}
