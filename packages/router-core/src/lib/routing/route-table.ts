import type { RouteFileProblem } from '../exceptions.js'
import { noArguments } from '../syntax/action-call.js'
import { parseConstraint } from '../syntax/constraint.js'
import type { ExpandedRouteLine } from '../syntax/expand-includes.js'
import { toExpressPath } from '../syntax/express-path.js'
import { staticPathVariable, type RouteModifiers, type RouteTarget } from '../syntax/route-file.js'
import type { QueryPredicate } from '../syntax/query-predicates.js'
import type { RoutePattern } from '../syntax/route-pattern.js'
import { ActionIndex } from './action-index.js'
import { MatchIndex } from './match-index/match-index.js'
import { compileHost, type HostMatcher } from './host-matcher.js'
import { compilePlainReverse, type PlainReverse } from './reverse-plainly.js'
import { compilePath, UnsafePatternProblem, type PathMatcher } from './path-matcher.js'

/** One line of a route file: what it accepts, what it runs, and where it stands. */
export interface Route {
  /** As written: `GET`, `*`, `GET|POST`. */
  readonly method: string
  /** The path pattern with the prefixes of includes, without the host: `/user/{<[0-9]+>id}`. */
  readonly path: string
  /** The host pattern as written. */
  readonly host: string | undefined
  readonly pattern: RoutePattern
  readonly formats: readonly string[]
  readonly predicates: readonly QueryPredicate[]
  /** `controller.method`; for other targets their text: `404`, `staticDir:public`. */
  readonly action: string
  /** The fixed arguments. */
  readonly args: Readonly<Record<string, string>>
  readonly target: RouteTarget
  /** The words of the `+` lines above it and above its includes: `nocsrf` is `true`, `name=x` is `'x'`. */
  readonly modifiers: RouteModifiers
  readonly file: string
  /** From 1. */
  readonly line: number
  /** The same path in Express's syntax, where one exists. */
  readonly expressPath: string | undefined
}

/** A route with everything that can be known before a request comes. */
export interface CompiledRoute {
  readonly route: Route
  /** undefined is every method but WS. */
  readonly methods: ReadonlySet<string> | undefined
  readonly path: PathMatcher
  readonly host: HostMatcher | undefined
}

/**
 * Routes in the order of their priority. Immutable: a reload builds a new one. Whoever holds it, holds one state of
 * the route files for as long as it takes to answer a request.
 */
export class RouteTable {
  readonly routes: readonly Route[]
  readonly #compiled: (CompiledRoute | undefined)[]
  #actions: ActionIndex | undefined
  #index: MatchIndex | undefined
  readonly #plainReverses = new Map<string, readonly PlainReverse[] | undefined>()

  constructor(routes: readonly Route[]) {
    this.routes = Object.freeze([...routes])
    this.#compiled = Array.from({ length: routes.length })
  }

  /** The routes by action, for reversing. */
  get actions(): ActionIndex {
    return (this.#actions ??= new ActionIndex(this.routes))
  }

  /** The routes by method and path, for matching. */
  get index(): MatchIndex {
    return (this.#index ??= new MatchIndex(this))
  }

  /** @throws RangeError when there is no such route */
  route(index: number): Route {
    const route = this.routes[index]
    if (route === undefined) throw new RangeError(`There is no route ${index}`)
    return route
  }

  /** The routes of an action that the short way can reverse; undefined unless it can reverse all of them. */
  plainReverses(action: string): readonly PlainReverse[] | undefined {
    const known = this.#plainReverses.get(action)
    // Only names of the table are kept, so that the map cannot grow by what templates ask.
    if (known !== undefined || !this.actions.isPlain(action) || this.#plainReverses.has(action)) return known
    const candidates = this.actions.candidates(action)
    const reverses = candidates.map(({ index }) =>
      compilePlainReverse(this.compiled(index), candidates.length === 1),
    )
    const plain = reverses.filter((reverse) => reverse !== undefined)
    const all = plain.length === reverses.length ? plain : undefined
    this.#plainReverses.set(action, all)
    return all
  }

  /** Compiled on first use, since most routes of a process that just started wait for their first request. */
  compiled(index: number): CompiledRoute {
    const known = this.#compiled[index]
    if (known !== undefined) return known
    return (this.#compiled[index] = compileRoute(this.route(index)))
  }
}

/** Builds the routes of a table from parsed lines. What only shows when a whole pattern is seen is reported here. */
export function buildRoutes(lines: readonly ExpandedRouteLine[]): {
  routes: Route[]
  problems: RouteFileProblem[]
} {
  const routes: Route[] = []
  const problems: RouteFileProblem[] = []
  for (const line of lines) {
    const route = toRoute(line)
    if (isSafe(route.pattern)) routes.push(route)
    else problems.push(toProblem(line))
  }
  return { routes, problems }
}

function toRoute(line: ExpandedRouteLine): Route {
  const { method, pattern, formats, predicates, target, modifiers, file } = line
  return Object.freeze({
    method,
    path: pattern.text,
    host: pattern.host?.text,
    pattern: target.type === 'staticDirectory' ? withFilePath(pattern) : pattern,
    formats,
    predicates,
    action: toActionText(target),
    args: target.type === 'action' ? target.call.fixedArguments : noArguments,
    target,
    modifiers,
    file,
    line: line.line,
    expressPath: toExpressPath(pattern),
  })
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
  if (countVariables(pattern) < 2) return true
  try {
    compilePath(pattern)
    if (pattern.host !== undefined) compileHost(pattern.host)
    return true
  } catch (error) {
    if (error instanceof UnsafePatternProblem) return false
    throw error
  }
}

function countVariables({ host, parts }: RoutePattern): number {
  return [...(host?.parts ?? []), ...parts].filter((part) => part.type === 'variable').length
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

function compileRoute(route: Route): CompiledRoute {
  return {
    route,
    methods: route.method === '*' ? undefined : new Set(route.method.split('|')),
    path: compilePath(route.pattern),
    host: route.pattern.host && compileHost(route.pattern.host),
  }
}
