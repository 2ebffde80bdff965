import { NoHandlerFoundException, type Router } from '@mvc-router/router-core'
import { actionText, routeColumns } from '@mvc-router/router-core/tools'
import type { Change } from './compare-tables.js'

/**
 * The line that would keep the URLs of a break alive: a redirection to where the same action is now. Undefined when the
 * action has no URL any more, or when the old URL does not tell all of its arguments.
 */
export function keepAliveLine({ isBreak, route, method, args }: Change, after: Router): string | undefined {
  const { target } = route
  if (!isBreak || target.type !== 'action' || target.call.variables.length > 0) return undefined
  const now = reverse(after, route.action, args)
  // A redirection carries no other method than its own, and no argument into the query.
  if (now === undefined || now.method !== method || now.url.includes('?') || now.host !== undefined)
    return undefined
  if (after.match({ method, path: now.url })?.action !== route.action) return undefined
  const [, path] = routeColumns(route)
  const formats = route.formats.length === 0 ? '' : `(${route.formats.join(',')})`
  const status = method === 'GET' || method === 'HEAD' ? 301 : 308
  return `${method}${formats} ${path} redirect:${status}:@${actionText(route)}`
}

function reverse(
  router: Router,
  action: string,
  args: Change['args'],
): ReturnType<Router['reverse']> | undefined {
  try {
    return router.reverse(action, args)
  } catch (error) {
    if (error instanceof NoHandlerFoundException) return undefined
    throw error
  }
}
