import type { RouteFileProblem } from '../exceptions.js'
import { noArguments } from '../syntax/action-call.js'
import { parseConstraint } from '../syntax/constraint.js'
import type { ExpandedRouteLine } from '../syntax/expand-includes.js'
import { toExpressPath } from '../syntax/express-path.js'
import { staticPathVariable, type RouteTarget } from '../syntax/route-file.js'
import type { RoutePattern, RoutePatternPart } from '../syntax/route-pattern.js'
import { compileHost } from './host-matcher.js'
import { compilePath, UnsafePatternProblem } from './path-matcher.js'
import type { Route } from './route.js'

/** Builds the routes of a table from parsed lines. What only shows when a whole pattern is seen is reported here. */
export function buildRoutes(lines: readonly ExpandedRouteLine[]): {
  routes: Route[]
  problems: RouteFileProblem[]
} {
  const routes: Route[] = []
  const problems: RouteFileProblem[] = []
  for (const line of lines) {
    const route = new LineRoute(line)
    if (isSafe(route.pattern)) routes.push(route)
    else problems.push(toProblem(line))
  }
  return { routes, problems }
}

class LineRoute implements Route {
  readonly method: string
  readonly path: string
  readonly host: string | undefined
  readonly pattern: RoutePattern
  readonly formats: readonly string[]
  readonly predicates: Route['predicates']
  readonly action: string
  readonly args: Readonly<Record<string, string>>
  readonly target: RouteTarget
  readonly modifiers: Route['modifiers']
  readonly file: string
  readonly line: number

  constructor({ method, pattern, formats, predicates, target, modifiers, file, line }: ExpandedRouteLine) {
    this.method = method
    this.path = pattern.text
    this.host = pattern.host?.text
    this.pattern = target.type === 'staticDirectory' ? withFilePath(pattern) : pattern
    this.formats = formats
    this.predicates = predicates
    this.action = toActionText(target)
    this.args = target.type === 'action' ? target.call.fixedArguments : noArguments
    this.target = target
    this.modifiers = modifiers
    this.file = file
    this.line = line
    Object.freeze(this)
  }

  /** Few ask for it, and none while routes are loaded. */
  get expressPath(): string | undefined {
    return toExpressPath(this.pattern)
  }
}

function toActionText(target: RouteTarget): string {
  switch (target.type) {
    case 'action':
      return target.call.action
    case 'status':
      return String(target.status)
    case 'staticDirectory':
      return `staticDir:${target.directory}`
    case 'staticFile':
      return `staticFile:${target.file}`
    case 'redirect':
      return `redirect:${target.status}:${target.url}`
    case 'redirectToAction':
      return `redirect:${target.status}:@${target.call.action}`
  }
}

/** `GET /public staticDir:files` serves everything below `/public/`; the rest of the path is the variable `resource`. */
function withFilePath(pattern: RoutePattern): RoutePattern {
  const last = pattern.parts.at(-1)
  const slash =
    last?.type === 'literal' && last.text.endsWith('/') ? [] : [{ type: 'literal', text: '/' } as const]
  const variable = { type: 'variable', name: staticPathVariable, constraint: parseConstraint('.+') } as const
  return { ...pattern, parts: [...pattern.parts, ...slash, variable], optionalTrailingSlash: false }
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
