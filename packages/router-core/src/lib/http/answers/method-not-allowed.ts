import type { Middleware } from '../../hosts/host.js'

/**
 * Answers a request whose path has routes for other methods only: 204 for OPTIONS, else 405. The header `Allow` lists
 * the methods. Use it after every mapping and before the page for 404.
 */
export function methodNotAllowed(): Middleware {
  return (request, response, next) => {
    const { allowedMethods = [] } = request
    if (allowedMethods.length === 0 || response.headersSent) {
      next()
      return
    }
    response.setHeader('Allow', allowedMethods.join(', '))
    if (request.method === 'OPTIONS') {
      response.statusCode = 204
      response.end()
      return
    }
    response.statusCode = 405
    response.setHeader('Content-Type', 'text/plain; charset=utf-8')
    response.end('Method Not Allowed')
  }
}
