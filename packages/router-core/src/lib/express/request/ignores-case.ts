import type { ExpressRequest } from './express-request.js'

/** What Express 4 and 5 let others see of their routers. */
interface ExpressRouter {
  readonly caseSensitive?: unknown
  readonly stack?: readonly { readonly handle?: unknown }[]
}

interface ExpressApp {
  readonly parent?: ExpressApp
  /** Express 4, where `router` throws. */
  readonly _router?: ExpressRouter
  readonly router?: ExpressRouter
  get(setting: string): unknown
}

/**
 * Tells whether every router that a guard of this request may stand in ignores case: those of its application, of the
 * applications around that one, and the routers within them. A guard at `/caf%C3%A9` then runs for `/caf%c3%a9` as well,
 * so a route may. What cannot be told is taken for case-sensitive, which is the safe answer.
 */
export function ignoresCase({ app }: Pick<ExpressRequest, 'app'>): boolean {
  for (let current: ExpressApp | undefined = app; current !== undefined; current = current.parent) {
    if (current.get('case sensitive routing') === true) return false
    const router = routerOf(current)
    if (router === undefined || isCaseSensitive(router, 0)) return false
  }
  return true
}

function routerOf(app: ExpressApp): ExpressRouter | undefined {
  // oxlint-disable-next-line no-underscore-dangle -- the name is Express's
  return app._router ?? (Object.hasOwn(app, 'lazyrouter') ? undefined : app.router)
}

function isCaseSensitive({ caseSensitive, stack = [] }: ExpressRouter, depth: number): boolean {
  if (Boolean(caseSensitive) || depth > maxDepth) return true
  return stack.some(({ handle }) => isRouter(handle) && isCaseSensitive(handle, depth + 1))
}

/** A router that is mounted in itself would never end. */
const maxDepth = 32

function isRouter(handle: unknown): handle is ExpressRouter {
  return typeof handle === 'function' && 'stack' in handle && Array.isArray(handle.stack)
}
