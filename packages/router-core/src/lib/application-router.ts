import { ConfigurationException } from './exceptions.js'
import type { Reverser } from './reversing/reverser.js'

// Global, because the static `Router.reverse` has no other way to the router of the application.
let router: Reverser | undefined

/** @throws ConfigurationException for a value that cannot reverse, such as a promise of a router */
export function setApplicationRouter(next: Reverser | undefined): void {
  if (next !== undefined && typeof next?.reverse !== 'function')
    throw new ConfigurationException(
      'router',
      'Router.use: expected a router or a mapping; await the promise that Router.load returns',
    )
  router = next
}

/** @throws Error when no router is in use */
export function applicationRouter(): Reverser {
  if (router === undefined) {
    throw new Error('No router is in use: call Router.use(router) once, before Router.reverse(action)')
  }
  return router
}
