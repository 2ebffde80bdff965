import type { RouteFileProblem } from '../exceptions.js'
import { noArguments } from '../syntax/action-call.js'
import { variablesOf } from '../syntax/pattern/route-pattern.js'
import { toRouteProblem } from '../routes/to-route-problem.js'
import type { Route } from '../routes/route.js'

/**
 * The variables of a line whose fixed argument has their name: what a request has in its place is never seen
 * (docs/route-file.md, Fixed arguments).
 */
export function findOverriddenVariables(route: Route): RouteFileProblem[] {
  if (route.args === noArguments) return []
  return variablesOf(route.pattern)
    .filter(({ name }) => name !== '_' && Object.hasOwn(route.args, name))
    .map(({ name }) =>
      toRouteProblem(route, {
        code: 'E_ROUTE_OVERRIDDEN',
        message: `The fixed argument "${name}" hides what a request has for {${name}}`,
        hint: `every request gets '${route.args[name]}'; give the argument or the variable another name`,
      }),
    )
}
