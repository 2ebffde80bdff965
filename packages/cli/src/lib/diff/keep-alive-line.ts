import { NoHandlerFoundException, type Router } from '@mvc-router/router-core'
import { attempt, actionText, routeColumns } from '@mvc-router/router-core/tools'
import type { Change } from './compare-tables.js'

/**
 * Returns a line that redirects broken URLs to the new URL of the same action. Returns undefined if the action has no
 * URL, or if the old URL does not contain all arguments.
 */
export function keepAliveLine(
  { isBreak, route, request, host, args }: Change,
  after: Router,
): string | undefined {
  const { target } = route
  if (!isBreak || target.type !== 'action' || target.call.variables.length > 0) return undefined
  const now = attempt(NoHandlerFoundException, () => after.reverse(route.action, args))
  if (now instanceof NoHandlerFoundException) return undefined
  // A redirection cannot lead to another host, and cannot move arguments into the query.
  if (now.url.includes('?') || (now.host !== undefined && now.host !== host)) return undefined
  // The client repeats the request with the same method and headers.
  if (after.match({ ...request, path: now.url })?.action !== route.action) return undefined
  const method = route.method === '*' && now.route.method === '*' ? '*' : request.method
  const [, path] = routeColumns(route)
  const formats = route.formats.length === 0 ? '' : `(${route.formats.join(',')})`
  const status = method === 'GET' || method === 'HEAD' ? 301 : 308
  return `${method}${formats} ${path} redirect:${status}:@${actionText(route)}`
}
