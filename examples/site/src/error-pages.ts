import type { ErrorRequestHandler, RequestHandler } from 'express'
import type { SiteInterceptor } from './site-interceptor.js'

/** The page for everything that no route has. */
export function notFoundPage(site: SiteInterceptor): RequestHandler {
  return (request, response) => {
    const message = 'Nothing stands at this place on the shelf.'
    response.status(404).render('message', { ...site.frame(request), title: 'Not found', message })
  }
}

/** The page for what failed. A visitor sees the message of a refusal, and never that of a failure of ours. */
export function errorPage(
  site: SiteInterceptor,
  reportFailure: (error: unknown) => void,
): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const status = statusOf(error)
    if (status >= 500) reportFailure(error)
    if (response.headersSent) {
      next(error)
      return
    }
    const refused = { title: status === 404 ? 'Not found' : 'That did not work', message: messageOf(error) }
    const failed = { title: 'Something fell over', message: 'It is our fault, and we have been told.' }
    response
      .status(status)
      .render('message', { ...site.frame(request), ...(status < 500 ? refused : failed) })
  }
}

function statusOf(error: unknown): number {
  const status: unknown =
    typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
  return typeof status === 'number' && status >= 400 && status < 600 ? status : 500
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'The request could not be read.'
}
