import { checkOptions, flag, oneOf } from '../../check-options.js'
import { missesOf } from '../snapshot/allowed-methods.js'
import type { HostRequest, HostResponse, Middleware } from '../../hosts/host.js'
import { escapeByte } from '../../syntax/percent-encoding.js'

/** Options of `redirectToCanonical`. */
export interface RedirectToCanonicalOptions {
  /** Default: 308. */
  readonly status?: 301 | 302 | 307 | 308 | undefined
  /** Also redirects a path whose literals have another case: `/Projects` to `/projects`. Default: false. */
  readonly ignoreCase?: boolean | undefined
}

/**
 * Redirects a GET or HEAD that no line accepts, if a line accepts the path with or without its last slash: `/users/` to
 * `/users`. The query stays. Use it after the mapping: `app.use(mapping.middleware, redirectToCanonical(),
 * methodNotAllowed())`.
 *
 * @throws ConfigurationException
 */
export function redirectToCanonical(options: RedirectToCanonicalOptions = {}): Middleware {
  const rules = { status: oneOf(301, 302, 307, 308), ignoreCase: flag }
  checkOptions('redirectToCanonical', options, rules)
  const { status = 308, ignoreCase = false } = options
  return (request, response, next) => {
    const isSafe = request.method === 'GET' || request.method === 'HEAD'
    if (!isSafe || response.headersSent) {
      next()
      return
    }
    const url = findUrl(request, response, ignoreCase)
    if (url === undefined) next()
    else response.redirect(status, url)
  }
}

function findUrl(request: HostRequest, response: HostResponse, ignoreCase: boolean): string | undefined {
  for (const { snapshot, asked, baseUrl } of missesOf(response)) {
    const url = snapshot.canonicalUrl(asked, baseUrl, ignoreCase)
    if (url !== undefined) return url + queryOf(request.originalUrl)
  }
  return undefined
}

/** The query as the client wrote it. Characters that no URL may contain are escaped. Each character is one byte. */
function queryOf(target: string): string {
  const [path = ''] = target.split('?', 1)
  return target
    .slice(path.length)
    .replaceAll(/[^\u0021-\u007E]|["<>\\^`{|}]/g, (character) => escapeByte(character.charCodeAt(0)))
}
