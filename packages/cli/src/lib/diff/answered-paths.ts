import {
  BadRequestException,
  NoHandlerFoundException,
  type MatchRequest,
  type Route,
  type RouteMatch,
  type Router,
} from '@mvc-router/router-core'
import { ConstraintException } from '@mvc-router/constraint-language'
import {
  isWholeSegment,
  parseConstraint,
  type Constraint,
  type RoutePattern,
} from '@mvc-router/router-core/path-languages'
import { attempt, blamesPath, variablesOf } from '@mvc-router/router-core/tools'

/** A set of paths that a line answers. A line may have several sets. */
export interface AnsweringLine {
  readonly route: Route
  readonly pattern: RoutePattern
  /** Lines with the same key accept the same paths. */
  readonly pathKey: string
  /** Lines with the same key accept the same requests, except for the method. */
  readonly key: string
}

/**
 * Returns the sets of paths that a line answers. If the action of a redirection refuses a path, a later line may answer
 * the path. The application is assumed to supply arguments that the redirection lacks.
 */
export function answeringLines(route: Route, router: Router): AnsweringLine[] {
  const { host, formats, predicates } = route
  return patternsOf(route, router).map((pattern) => {
    const { parts, optionalTrailingSlash } = pattern
    const texts = parts.map((part) => (part.type === 'literal' ? part.text : [part.constraint?.source]))
    const pathKey = JSON.stringify([optionalTrailingSlash, texts])
    return { route, pattern, pathKey, key: JSON.stringify([host, formats, predicates, pathKey]) }
  })
}

/** True for a line that accepts every path. */
export function takesEverything({ pattern: { parts } }: Route): boolean {
  const [slash, variable, more] = parts
  return (
    slash?.type === 'literal' &&
    slash.text === '/' &&
    variable?.type === 'variable' &&
    variable.constraint?.spansSegments === true &&
    ['a', 'a/b', 'A-0.html'].every((text) => variable.constraint?.test(text) === true) &&
    more === undefined
  )
}

/** True for a folder, which passes on requests for files that it lacks, and for a line with `+ passes`. */
export function mayPassOn({ target, modifiers }: Route): boolean {
  return target.type === 'staticDirectory' || Object.hasOwn(modifiers, 'passes')
}

/**
 * Returns the line that answers a request. If a redirection cannot build its URL, a later line may answer. If the line
 * `old` always answers, a line that may pass requests on counts last, and not at all if it accepts every path.
 */
export function answerTo(request: MatchRequest, router: Router, old: Route): RouteMatch | undefined {
  let match = attempt(BadRequestException, () => router.match(request))
  if (match instanceof BadRequestException) return undefined
  let passing: RouteMatch | undefined
  for (; match !== undefined; match = router.matchFollowing(request, match.route))
    if (!mayPassOn(old) && mayPassOn(match.route))
      passing ??= takesEverything(match.route) ? undefined : match
    else if (leadsSomewhere(match, router)) return match
  return passing
}

/** False if the action of a redirection refuses a value of the path. */
function leadsSomewhere({ route: { target }, args }: RouteMatch, router: Router): boolean {
  if (target.type !== 'redirectToAction' || target.call.variables.length > 0) return true
  const { action, fixedArguments } = target.call
  const found = attempt(NoHandlerFoundException, () => router.reverse(action, { ...args, ...fixedArguments }))
  return !(found instanceof NoHandlerFoundException && blamesPath(found, args, fixedArguments))
}

function patternsOf({ target, pattern }: Route, router: Router): readonly RoutePattern[] {
  if (target.type !== 'redirectToAction' || target.call.variables.length > 0) return [pattern]
  const { action, fixedArguments } = target.call
  const given = new Set([...variablesOf(pattern).map(({ name }) => name), ...Object.keys(fixedArguments)])
  const targets = router.routes.filter((route) => route.action === action)
  const patterns = targets.flatMap((route): RoutePattern[] => {
    const constraints = new Map(variablesOf(route.pattern).map(({ name, constraint }) => [name, constraint]))
    if (![...constraints.keys()].every((name) => given.has(name))) return []
    for (const [name, text] of Object.entries(route.args)) {
      if (given.has(name)) constraints.set(name, parseConstraint(escaped(text)))
      else if (targets.length > 1) return []
    }
    const isFixed = Object.entries(fixedArguments).every(
      ([name, text]) => constraints.get(name)?.test(text) !== false,
    )
    if (!isFixed) return []
    const { parts } = pattern
    const narrowed = parts.map((part, index) => {
      // If variables share a segment, all their constraints together decide how it is split.
      const isAlone = part.type === 'variable' && isWholeSegment(parts, index)
      const isLast = index === parts.length - 1
      if (!isAlone || part.name in fixedArguments || (part.constraint?.spansSegments === true && !isLast))
        return part
      return { ...part, constraint: both(part.constraint, constraints.get(part.name)) }
    })
    return [{ ...pattern, parts: narrowed }]
  })
  return patterns.length === 0 ? [pattern] : patterns
}

/** Returns a constraint for texts that both accept, or the first constraint if an automaton would be too large. */
function both(own: Constraint | undefined, other: Constraint | undefined): Constraint | undefined {
  if (other === undefined || other.source === own?.source) return own
  const source = `(?=(?:${other.source})$)(?:${own?.source ?? '[^/]+'})`
  const constraint = attempt(ConstraintException, () => parseConstraint(source))
  return constraint instanceof ConstraintException ? own : constraint
}

function escaped(text: string): string {
  return text.replaceAll(
    /[\\^$.*+?()[\]{}|/-]/g,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
}
