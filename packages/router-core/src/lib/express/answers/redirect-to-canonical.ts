import { ConfigurationException } from '../../exceptions.js'
import { missesOf } from '../snapshot/allowed-methods.js'
import { namesNoAction } from '../snapshot/dynamic-action.js'
import type { ExpressRequest, Middleware } from '../request/express-request.js'

/** Options of `redirectToCanonical`. */
export interface RedirectToCanonicalOptions {
  /** Default: 308. */
  readonly status?: 301 | 302 | 307 | 308 | undefined
  /** Whether the literals of a line are found in another case, too: `/Projects` for `/projects`. Default: false. */
  readonly ignoreCase?: boolean | undefined
}

const statuses: ReadonlySet<unknown> = new Set([301, 302, 307, 308])

/**
 * Redirects a GET or HEAD that no line accepts to the line that has the same path with or without its last slash. The
 * query is kept. Goes behind the mapping: `app.use(mapping.middleware, redirectToCanonical(), methodNotAllowed())`.
 *
 * @throws ConfigurationException
 */
export function redirectToCanonical({
  status = 308,
  ignoreCase = false,
}: RedirectToCanonicalOptions = {}): Middleware {
  if (!statuses.has(status))
    throw new ConfigurationException('status', 'redirectToCanonical: status: expected 301, 302, 307 or 308')
  if (typeof ignoreCase !== 'boolean')
    throw new ConfigurationException('ignoreCase', 'redirectToCanonical: ignoreCase: expected true or false')
  return (request, response, next) => {
    const isSafe = request.method === 'GET' || request.method === 'HEAD'
    if (!isSafe || response.headersSent) {
      next()
      return
    }
    const url = findUrl(request, ignoreCase)
    if (url === undefined) next()
    else response.redirect(status, url)
  }
}

function findUrl(request: ExpressRequest, ignoreCase: boolean): string | undefined {
  for (const { snapshot, asked, baseUrl } of missesOf(request)) {
    const { router, registry } = snapshot
    const found = router.findCanonical(asked, {
      mountPath: router.options.basePath === undefined ? baseUrl : undefined,
      ignoreCase,
    })
    if (found === undefined) continue
    // A path that would name no action is answered by nobody.
    if (namesNoAction(registry, found.match, found.url)) continue
    return found.url + queryOf(request.originalUrl)
  }
  return undefined
}

/** As the client wrote it, but for what no URL may hold. Node reads a byte as a character. */
function queryOf(target: string): string {
  const question = target.indexOf('?')
  if (question < 0) return ''
  return target
    .slice(question)
    .replaceAll(
      /[^\u0021-\u007E]|["<>\\^`{|}]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    )
}
