import type { HostRequest } from './host.js'

/**
 * Below a mount path Express cuts off as many characters as it has read of it: not the place that guards of the
 * application saw, where Express 4 takes a slash as well (`/m//admin`), and where reading has escaped a character of the
 * target: both versions leave `/admin` of `/a"b/xadmin#` at `/:tenant`. Connect ends a mount path at a dot, too, and leaves `/.admin`
 * of `/m.admin`. True for such a request: no route answers it.
 */
export function isCutAmiss(request: HostRequest, baseUrl: string): boolean {
  if (baseUrl === '') return false
  const { url, originalUrl } = request
  const isWhole = originalUrl.length === baseUrl.length + url.length
  if (isWhole && originalUrl.startsWith(baseUrl) && originalUrl.endsWith(url)) return false
  const rest = baseUrl + pathOf(request)
  const whole = wholePath(request)
  if (whole === undefined || whole === rest || `${whole}/` === rest) return whole === undefined
  // A path that an application has rewritten on purpose differs in more than its slashes, from a path that was read as it was sent.
  const isReadAsSent = originalUrl.replace(absoluteStart, '').startsWith(whole)
  const withoutCut = baseUrl + rest.slice(baseUrl.length + 1)
  return !isReadAsSent || whole === withoutCut || whole.replace(slashes, '/') === rest.replace(slashes, '/')
}

/** As Express reads it; undefined where nothing is left below a mount path, and where what is left cannot be read. */
export function pathOf(request: HostRequest): string | undefined {
  try {
    const { path } = request as { readonly path?: unknown }
    return typeof path === 'string' ? path : undefined
  } catch {
    return undefined
  }
}

/** The path of the whole target, as Express itself reads it. */
function wholePath(request: HostRequest): string | undefined {
  const { url } = request
  try {
    request.url = request.originalUrl
    return pathOf(request)
  } finally {
    request.url = url
  }
}

const absoluteStart = /^[A-Za-z][\w+.-]*:\/\/[^/?]*/
const slashes = /\/{2,}/g
