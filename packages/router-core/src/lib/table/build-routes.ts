import { hasWholeSegmentsOnly } from '../syntax/pattern/whole-segments.js'
import type { RouteFileProblem } from '../exceptions.js'
import type { Sliced } from '../slices.js'
import type { RouteLine } from '../syntax/route-line.js'
import { SimpleLine } from '../syntax/simple-line.js'
import { ConstraintException } from '../syntax/pattern/constraint.js'
import type { RoutePattern } from '../syntax/pattern/route-pattern.js'
import { compileHost } from '../matching/host-matcher.js'
import { routeOf, type RouteEntry } from '../routes/route-entry.js'
import { compilePath } from '../matching/path-matcher.js'

/** Builds the routes of a table from parsed lines. What only shows when a whole pattern is seen is reported here. */
export function* buildRoutes(lines: readonly RouteLine[]): Sliced<{
  entries: RouteEntry[]
  problems: RouteFileProblem[]
}> {
  const entries: RouteEntry[] = []
  const problems: RouteFileProblem[] = []
  for (const line of lines) {
    yield
    const entry = line instanceof SimpleLine ? line : routeOf(line)
    const refusal = entry instanceof SimpleLine ? undefined : findRefusal(entry.pattern)
    if (refusal === undefined) entries.push(entry)
    else problems.push(toProblem(line, refusal))
  }
  return { entries, problems }
}

/** Only variables that are told apart together can be refused though each constraint is fine. */
function findRefusal(pattern: RoutePattern): ConstraintException | undefined {
  if (pattern.host === undefined && hasWholeSegmentsOnly(pattern)) return undefined
  try {
    compilePath(pattern)
    if (pattern.host !== undefined) compileHost(pattern.host)
    return undefined
  } catch (error) {
    if (error instanceof ConstraintException) return error
    throw error
  }
}

function toProblem(
  { file, line, lineText, pattern }: RouteLine,
  { code, message, hint }: ConstraintException,
): RouteFileProblem {
  const column = Math.max(0, lineText.indexOf(pattern.text)) + 1
  return { code, message, hint, file, line, column, lineText }
}
