import { compileLanguage, exploreTexts, getOrInsert, type Piece } from '@mvc-router/constraint-language'
import { isWholeSegment } from '../syntax/pattern/whole-segments.js'
import type { RouteFileProblem } from '../exceptions.js'
import type { Route } from '../routes/route.js'
import { toRouteProblem } from '../routes/describe-route.js'
import { inSlices, type Sliced } from '../slices.js'
import type { Constraint } from '../syntax/pattern/constraint.js'
import { variablesOf } from '../syntax/pattern/route-pattern.js'

/**
 * Reports lines that no link can choose, because an earlier line of the same action accepts all of their arguments.
 * Unclear cases are not reported. The modifier `alias` marks intended lines, such as an old address of a page.
 */
export async function findNeverLinkedRoutes(routes: readonly Route[]): Promise<RouteFileProblem[]> {
  return inSlices(findThem(routes))
}

function* findThem(routes: readonly Route[]): Sliced<RouteFileProblem[]> {
  const byAction = new Map<string, Route[]>()
  const problems: RouteFileProblem[] = []
  for (const route of routes) {
    yield
    if (route.target.type !== 'action' || route.target.call.variables.length > 0) continue
    const earlier = getOrInsert(byAction, route.action, () => [])
    const first = earlier.find((candidate) => takesLinksOf(candidate, route))
    // Forms often have several lines with the same URL.
    const isOtherUrl = first !== undefined && (first.path !== route.path || first.host !== route.host)
    if (isOtherUrl && !Object.hasOwn(route.modifiers, 'alias')) problems.push(toProblem(route, first))
    earlier.push(route)
  }
  return problems
}

/** True if the earlier line can be reversed whenever the later line can. */
function takesLinksOf(earlier: Route, later: Route): boolean {
  if (earlier.host !== undefined || earlier.predicates.length > 0) return false
  const fixed = Object.entries(earlier.args)
  if (!fixed.every(([name, value]) => Object.hasOwn(later.args, name) && later.args[name] === value))
    return false
  const given = new Map(variablesOf(later.pattern).map((variable) => [variable.name, variable]))
  return earlier.pattern.parts.every((part, index) => {
    if (part.type === 'literal') return true
    const same = given.get(part.name)
    return (
      same !== undefined &&
      // The value of a whole segment always passes the round trip check of reversing.
      isWholeSegment(earlier.pattern.parts, index) &&
      part.constraint?.spansSegments !== true &&
      later.pattern.parts.includes(same) &&
      same.constraint?.spansSegments !== true &&
      !Object.hasOwn(earlier.args, part.name) &&
      !Object.hasOwn(later.args, part.name) &&
      takesValuesOf(part.constraint, same.constraint)
    )
  })
}

function takesValuesOf(earlier: Constraint | undefined, later: Constraint | undefined): boolean {
  if (earlier === undefined || earlier.source === later?.source) return true
  const pieces = [earlier.piece, later?.piece ?? anyValue]
  if (earlier.hasOlderSyntax || later?.hasOlderSyntax === true) return false
  const end = exploreTexts(
    pieces.toReversed().map((piece) => compileLanguage([piece])),
    // Both lines refuse an empty value.
    (text, accepts) => text !== '' && accepts(0) && !accepts(1),
    { required: 1, maxSteps: 50_000 },
  )
  return end === 'all'
}

const anyValue: Piece = { type: 'run', ranges: [[0, 0x10ffff]], min: 1, max: Infinity, isLazy: false }

function toProblem(route: Route, first: Route): RouteFileProblem {
  return toRouteProblem(route, {
    code: 'E_ROUTE_NEVER_LINKED',
    message: `No link can ever choose this line, because ${first.file}:${first.line} takes all of its links`,
    hint: `${first.method} ${first.path} ${first.action} comes first; if this is intended, put "+ alias" above this line`,
  })
}
