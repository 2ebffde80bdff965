import type { RouteFileProblem } from '../exceptions.js'
import type { ExpandedRouteLine } from '../syntax/expand-includes.js'
import { PlainRouteLine } from '../syntax/plain-route-line.js'
import type { RoutePattern, RoutePatternPart } from '../syntax/route-pattern.js'
import { compileHost } from '../matching/host-matcher.js'
import { LineRoute, type RouteEntry } from './line-route.js'
import { compilePath, UnsafePatternProblem } from '../matching/path-matcher.js'

/** Builds the routes of a table from parsed lines. What only shows when a whole pattern is seen is reported here. */
export function buildRoutes(lines: readonly ExpandedRouteLine[]): {
  entries: RouteEntry[]
  problems: RouteFileProblem[]
} {
  const entries: RouteEntry[] = []
  const problems: RouteFileProblem[] = []
  for (const line of lines) {
    const entry = line instanceof PlainRouteLine ? line : new LineRoute(line)
    if (entry instanceof PlainRouteLine || isSafe(entry.pattern)) entries.push(entry)
    else problems.push(toProblem(line))
  }
  return { entries, problems }
}

/** Only patterns with several variables in one regular expression can be unsafe though each constraint is safe. */
function isSafe(pattern: RoutePattern): boolean {
  if (pattern.host === undefined && pattern.parts.every(isWholeSegment)) return true
  try {
    compilePath(pattern)
    if (pattern.host !== undefined) compileHost(pattern.host)
    return true
  } catch (error) {
    if (error instanceof UnsafePatternProblem) return false
    throw error
  }
}

/** A variable between slashes shares its regular expression with no other. */
function isWholeSegment(part: RoutePatternPart, index: number, parts: readonly RoutePatternPart[]): boolean {
  if (part.type === 'literal') return true
  const before = parts[index - 1]
  const after = parts[index + 1]
  return (
    part.constraint?.spansSegments !== true &&
    before?.type === 'literal' &&
    before.text.endsWith('/') &&
    (after === undefined || (after.type === 'literal' && after.text.startsWith('/')))
  )
}

function toProblem({ file, line, lineText, pattern }: ExpandedRouteLine): RouteFileProblem {
  return {
    code: 'E_ROUTE_REGEX_UNSAFE',
    message: 'The variables of this path can be told apart in too many ways',
    hint: 'put literal text between them that they cannot contain, or make the constraints narrower',
    file,
    line,
    column: Math.max(0, lineText.indexOf(pattern.text)) + 1,
    lineText,
  }
}
