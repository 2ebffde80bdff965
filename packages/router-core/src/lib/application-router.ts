import type { Reverser } from './reversing/reverser.js'

// The one mutable module-level value of the library: the router behind the static `Router.reverse`.
let router: Reverser | undefined

/** Makes this router the application's. */
export function setApplicationRouter(next: Reverser | undefined): void {
  router = next
}

/** @throws Error when no router is in use */
export function applicationRouter(): Reverser {
  if (router === undefined) {
    throw new Error('No router is in use: call Router.use(router) once, before Router.reverse(action)')
  }
  return router
}
