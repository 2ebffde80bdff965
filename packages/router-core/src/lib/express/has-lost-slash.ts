import type { ExpressRequest } from './express-request.js'

/**
 * Express 4 takes `/m/` from `/m//admin` for what is mounted at `/m`, which then sees `/admin`, though no guard of
 * `app.use('/m/admin')` has run. True for such a request: no route answers it, as under Express 5.
 */
export function hasLostSlash({ baseUrl, url, originalUrl }: ExpressRequest): boolean {
  if (baseUrl === '' || !originalUrl.includes('//')) return false
  const original = originalUrl.replace(absoluteStart, '')
  const rest = baseUrl + url.replace(absoluteStart, '')
  return original !== rest && original.replace(slashes, '/') === rest.replace(slashes, '/')
}

const absoluteStart = /^[A-Za-z][\w+.-]*:\/\/[^/?]*/
const slashes = /\/{2,}/g
