import type { HostRequest, HostResponse, NextFunction } from '../../hosts/host.js'
import { isPromise } from '../../is-object.js'
import type { NamedMiddleware } from './read-middleware.js'
import { toError } from '../request/error-reason.js'

/**
 * Runs one middleware after the other. An exception or rejection of a middleware is passed on as an error.
 *
 * @param done called with the first reason, or without a reason after the last middleware
 * @param warn called with an error that a middleware throws after `next()`
 */
export function runMiddleware(
  chain: readonly NamedMiddleware[],
  request: HostRequest,
  response: HostResponse,
  done: NextFunction,
  warn: (problem: unknown) => void,
): void {
  const run = (index: number): void => {
    const middleware = chain[index]
    if (middleware === undefined) {
      done()
      return
    }
    let isPassedOn = false
    const next: NextFunction = (reason) => {
      if (isPassedOn) return
      isPassedOn = true
      if (reason) done(reason)
      else run(index + 1)
    }
    const fail = (error: unknown): void => {
      if (isPassedOn) warn(error)
      else next(toError(error, 'A middleware'))
    }
    try {
      const result = middleware(request, response, next)
      if (isPromise(result)) result.then(undefined, fail)
    } catch (error) {
      fail(error)
    }
  }
  run(0)
}
