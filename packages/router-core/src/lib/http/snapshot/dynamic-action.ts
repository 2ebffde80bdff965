import type { ControllerRegistry, RegisteredAction } from '../../controllers/controller-registry.js'
import type { RouteMatch } from '../../matching/match-request.js'
import { actionVariables } from '../../syntax/route-target.js'

/**
 * The action that a path names in a line such as `/{controller}/{action} {controller}.{action}`.
 *
 * A path with an escaped letter, digit, `.`, `_` or `$` finds no action, because a guard at `/admin` has not run for
 * `/%61dmin`. No client must encode these characters. A value with a dot finds no action, because it would lead to
 * another controller: `admin.drop` in `shop.{action}`.
 *
 * @param path the path as the request wrote it; a query may follow
 */
export function findDynamicAction(
  registry: ControllerRegistry,
  { action, args, route: { target } }: RouteMatch,
  path: string,
): RegisteredAction | undefined {
  if (path.includes('%') && /^[^?]*%(?:2[4E]|3[0-9]|[46][1-9A-F]|5[0-9AF]|7[0-9A])/i.test(path))
    return undefined
  if (actionVariables(target).some((name) => args[name]?.includes('.') === true)) return undefined
  return registry.findDispatchable(action)
}

/** True if the line passes the request on, because the path names no action. */
export function namesNoAction(registry: ControllerRegistry, match: RouteMatch, path: string): boolean {
  const isDynamic = actionVariables(match.route.target).length > 0
  return isDynamic && findDynamicAction(registry, match, path) === undefined
}
