import type { RouteFileProblem } from '../exceptions.js'
import { noArguments } from '../syntax/action-call.js'
import { variablesOf } from '../syntax/route-pattern.js'
import { toRouteProblem } from '../routes/to-route-problem.js'
import { isRoute, type RouteEntry } from '../routes/line-route.js'

/**
 * Lines whose fixed argument has the name of a variable: what a request has in its place is never seen
 * (route-file.md, section 3.10).
 */
export function findOverriddenVariables(entries: readonly RouteEntry[]): RouteFileProblem[] {
  return entries
    .filter(isRoute)
    .filter(({ args }) => args !== noArguments)
    .flatMap((route) =>
      variablesOf(route.pattern)
        .filter(({ name }) => name !== '_' && Object.hasOwn(route.args, name))
        .map(({ name }) =>
          toRouteProblem(route, {
            code: 'E_ROUTE_OVERRIDDEN',
            message: `The fixed argument "${name}" hides what a request has for {${name}}`,
            hint: `every request gets '${route.args[name]}'; give the argument or the variable another name`,
          }),
        ),
    )
}
