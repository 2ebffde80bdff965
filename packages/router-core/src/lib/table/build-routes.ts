import { attempt, ConstraintException } from '@mvc-router/constraint-language'
import { hasWholeSegmentsOnly } from '../syntax/pattern/whole-segments.js'
import type { RouteFileProblem } from '../exceptions.js'
import type { Sliced } from '../slices.js'
import type { RouteLine } from '../syntax/route-line.js'
import type { RoutePattern } from '../syntax/pattern/route-pattern.js'
import { compileHost } from '../matching/host-matcher.js'
import { toRoute } from '../routes/to-route.js'
import type { Route } from '../routes/route.js'
import { compilePath } from '../matching/path-matcher.js'

/** Builds the routes of a table from parsed lines, and finds mistakes that only a whole pattern shows. */
export function* buildRoutes(lines: readonly RouteLine[]): Sliced<{
  routes: Route[]
  problems: RouteFileProblem[]
}> {
  const routes: Route[] = []
  const problems: RouteFileProblem[] = []
  for (const line of lines) {
    yield
    const route = toRoute(line)
    const refusal = findRefusal(route.pattern)
    if (refusal === undefined) routes.push(route)
    else problems.push(toProblem(line, refusal))
  }
  return { routes, problems }
}

/** Finds variables that cannot be distinguished together, although each constraint alone is valid. */
function findRefusal(pattern: RoutePattern): ConstraintException | undefined {
  if (pattern.host === undefined && hasWholeSegmentsOnly(pattern)) return undefined
  return attempt(ConstraintException, (): undefined => {
    compilePath(pattern)
    if (pattern.host !== undefined) compileHost(pattern.host)
  })
}

function toProblem(
  { file, line, lineText, pattern }: RouteLine,
  { code, message, hint }: ConstraintException,
): RouteFileProblem {
  const column = Math.max(0, lineText.indexOf(pattern.text)) + 1
  return { code, message, hint, file, line, column, lineText }
}
