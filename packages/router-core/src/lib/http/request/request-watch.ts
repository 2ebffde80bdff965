import type { HostRequest, NextFunction } from '../../hosts/host.js'
import { isErrorReason } from './error-reason.js'

/** Reports the errors of a request to the development pages. */
interface RequestWatch {
  /** A link could not be built. The application may have expected this. */
  readonly failed: (error: unknown) => void
  /** The error goes to the error handlers of the application. */
  readonly passedOn: (error: unknown) => void
}

const watchKey = Symbol.for('@mvc-router/request-watch')

type WatchedRequest = HostRequest & { [watchKey]?: RequestWatch }

export function watchRequest(request: HostRequest, watch: RequestWatch): void {
  Object.defineProperty(request, watchKey, { value: watch })
}

/** Undefined for nearly all requests, and always in production. */
export function watchOf(request: HostRequest): RequestWatch | undefined {
  return (request as WatchedRequest)[watchKey]
}

/** Returns a `next` that also reports errors to the watch. Without a watch, returns `next` itself. */
export function tellErrors(request: HostRequest, next: NextFunction): NextFunction {
  const watch = watchOf(request)
  if (watch === undefined) return next
  return (reason) => {
    if (isErrorReason(reason)) watch.passedOn(reason)
    next(reason)
  }
}
