import { NoHandlerFoundException, RouteFileParsingException } from '../../exceptions.js'
import type { ExpressRequest, ExpressResponse, Middleware, NextFunction } from '../express-request.js'
import type { RouterHandlerMapping } from '../router-handler-mapping.js'

export interface DevelopmentErrorPageOptions {
  readonly mapping: Pick<RouterHandlerMapping, 'reloadError'>
}

/** An error handler of Express: told apart by its four parameters. */
export type ErrorMiddleware = (
  error: unknown,
  request: ExpressRequest,
  response: ExpressResponse,
  next: NextFunction,
) => void

/**
 * Shows developers in the browser what is wrong with route files and links, with the line and a caret:
 * `app.use(developmentErrorPage({ mapping }))` behind the mapping, before the pages for 404 and 500. A broken route
 * file shows where no route answers, since the last good routes serve on. Does nothing when NODE_ENV is `production`.
 */
export function developmentErrorPage({
  mapping,
}: DevelopmentErrorPageOptions): [Middleware, ErrorMiddleware] {
  return [
    (_request, response, next) => {
      const { reloadError } = mapping
      if (reloadError === undefined) next()
      else show(reloadError, response, next, 'The last good routes serve until this is corrected.')
    },
    (error, _request, response, next) => {
      const isOurs = error instanceof NoHandlerFoundException || error instanceof RouteFileParsingException
      if (isOurs) show(error, response, next)
      else next(error)
    },
  ]
}

function show(error: Error, response: ExpressResponse, next: NextFunction, note = ''): void {
  if (process.env['NODE_ENV'] === 'production' || response.headersSent) {
    next(note === '' ? error : undefined)
    return
  }
  response.statusCode = 500
  response.setHeader('Content-Type', 'text/html; charset=utf-8')
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.end(toPage(error, note))
}

/** The message holds the code frames. Never the stack: it is of no use here, and none of the browser's business. */
function toPage({ name, message }: Error, note: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(name)}</title>
<style>
  body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; color-scheme: light dark }
  pre { overflow: auto; padding: 1rem; border-left: 4px solid #c62828; background: #8881; font: 0.9rem/1.4 ui-monospace, monospace }
</style>
<h1>${escapeHtml(name)}</h1>
<pre>${escapeHtml(message)}</pre>
<p>${escapeHtml(note)}</p>
</html>
`
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
