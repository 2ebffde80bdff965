import type { RouteFileProblem } from '../exceptions.js'
import { noArguments } from '../syntax/action-call.js'
import { variablesOf } from '../syntax/pattern/route-pattern.js'
import { toRouteProblem } from '../routes/to-route-problem.js'
import type { Sliced } from '../slices.js'
import { isRoute, type RouteEntry } from '../routes/route-entry.js'

/**
 * Lines whose fixed argument has the name of a variable: what a request has in its place is never seen
 * (docs/route-file.md, Fixed arguments).
 */
export function* findOverriddenVariables(entries: readonly RouteEntry[]): Sliced<RouteFileProblem[]> {
  const problems: RouteFileProblem[] = []
  for (const entry of entries) {
    yield
    if (!isRoute(entry) || entry.args === noArguments) continue
    for (const { name } of variablesOf(entry.pattern)) {
      if (name === '_' || !Object.hasOwn(entry.args, name)) continue
      problems.push(
        toRouteProblem(entry, {
          code: 'E_ROUTE_OVERRIDDEN',
          message: `The fixed argument "${name}" hides what a request has for {${name}}`,
          hint: `every request gets '${entry.args[name]}'; give the argument or the variable another name`,
        }),
      )
    }
  }
  return problems
}
