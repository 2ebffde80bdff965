import type { HostRequest } from './host.js'

/**
 * True if the path after the mount path is not the one that earlier guards compared. No route answers this request.
 * Hosts cut wrongly in these cases:
 *
 * - Express cuts off as many characters as the parsed mount path has. Parsing may escape a character, and then the cut
 * is too long: at `/:tenant`, `/a"b/xadmin#` becomes `/admin`.
 * - Express 4 cuts off a slash too many: `/m//admin`.
 * - Connect also ends a mount path at a dot: `/m.admin` becomes `/.admin`.
 */
export function isCutAmiss(request: HostRequest, baseUrl: string): boolean {
  if (baseUrl === '') return false
  const { url, originalUrl } = request
  const isWhole = originalUrl.length === baseUrl.length + url.length
  if (isWhole && originalUrl.startsWith(baseUrl) && originalUrl.endsWith(url)) return false
  const rest = baseUrl + pathOf(request)
  const whole = wholePath(request)
  if (whole === undefined || whole === rest || `${whole}/` === rest) return whole === undefined
  // If the target was read as it was sent, and more than its slashes differ, an application has rewritten the path.
  const isReadAsSent = originalUrl.replace(absoluteStart, '').startsWith(whole)
  const withoutCut = baseUrl + rest.slice(baseUrl.length + 1)
  return !isReadAsSent || whole === withoutCut || whole.replace(slashes, '/') === rest.replace(slashes, '/')
}

/** The path as Express reads it; undefined if the host gives no path, or if the path cannot be read. */
export function pathOf(request: HostRequest): string | undefined {
  try {
    const { path } = request as { readonly path?: unknown }
    return typeof path === 'string' ? path : undefined
  } catch {
    return undefined
  }
}

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
