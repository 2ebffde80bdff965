import { noArguments, type ActionCall } from '../syntax/action-call.js'
import { parseConstraint, withoutDots } from '../syntax/pattern/constraint.js'
import { isWholeSegment } from '../syntax/pattern/whole-segments.js'
import type { RouteLine } from '../syntax/route-line.js'
import type { RoutePattern, RoutePatternPart } from '../syntax/pattern/route-pattern.js'
import { staticPathVariable, type RouteTarget } from '../syntax/route-target.js'
import type { Route } from './route.js'
import { actionText } from './describe-route.js'

/** The route of a parsed line. It does not keep the text, so ten thousand routes take little memory. */
export function toRoute({
  method,
  pattern,
  formats,
  predicates,
  target,
  modifiers,
  middleware,
  file,
  line,
}: RouteLine): Route {
  return Object.freeze({
    method,
    path: pattern.text,
    host: pattern.host?.text,
    pattern: toMatchedPattern(pattern, target),
    formats,
    predicates,
    action: toActionText(target),
    args: fixedArgumentsOf(target),
    target,
    modifiers,
    middleware: middleware.length === 0 ? noNames : middleware.map(({ name }) => name),
    file,
    line,
  })
}

function fixedArgumentsOf(target: RouteTarget): Readonly<Record<string, string>> {
  if (target.type === 'view') return target.fixedArguments
  return target.type === 'action' ? target.call.fixedArguments : noArguments
}

const noNames: readonly string[] = Object.freeze([])

/** The pattern with the parts and constraints that the target needs. */
function toMatchedPattern(pattern: RoutePattern, target: RouteTarget): RoutePattern {
  if (target.type === 'staticDirectory') return withFilePath(pattern)
  const isNamed = 'call' in target && target.call.variables.length > 0
  return isNamed ? withActionNames(pattern, target.call) : pattern
}

/**
 * Excludes dots from the variables of an action's name, because `admin.drop` in `shop.{action}` would lead to another
 * controller. The added look-ahead reads to the end of the segment or path. So a constraint before other text stays, as
 * in `{<[a-z.]+>action}.html`, and the mapping checks the value. A variable with a fixed argument stays, too.
 */
function withActionNames(pattern: RoutePattern, { variables, fixedArguments }: ActionCall): RoutePattern {
  const toNames = (parts: readonly RoutePatternPart[]): RoutePatternPart[] =>
    parts.map((part, index) => {
      if (
        part.type === 'literal' ||
        !variables.includes(part.name) ||
        Object.hasOwn(fixedArguments, part.name)
      )
        return part
      const { constraint } = part
      const isLast = index === parts.length - 1
      const isBounded = isLast || (constraint?.spansSegments !== true && isWholeSegment(parts, index))
      return constraint === undefined || isBounded ? { ...part, constraint: withoutDots(constraint) } : part
    })
  const { host, parts } = pattern
  return { ...pattern, host: host && { ...host, parts: toNames(host.parts) }, parts: toNames(parts) }
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
    case 'view':
      return `view:${target.view}`
    case 'redirect':
      return `redirect:${target.status}:${target.url}`
    case 'redirectToAction':
      return `redirect:${target.status}:@${actionText({ action: target.call.action, args: target.call.fixedArguments })}`
  }
}

/** `GET /public staticDir:files` serves all files in `/public/`. The variable `resource` has the path of the file. */
function withFilePath(pattern: RoutePattern): RoutePattern {
  const last = pattern.parts.at(-1)
  const slash =
    last?.type === 'literal' && last.text.endsWith('/') ? [] : [{ type: 'literal', text: '/' } as const]
  const constraint = parseConstraint('.*')
  const variable = { type: 'variable', name: staticPathVariable, constraint, isFilePath: true } as const
  return { ...pattern, parts: [...pattern.parts, ...slash, variable], optionalTrailingSlash: false }
}
