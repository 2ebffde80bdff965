import { attempt } from '@mvc-router/constraint-language'
import { acceptsMethod } from './accepts-method.js'
import { editDistance } from '../nearest-names.js'
import { BadRequestException } from '../exceptions.js'
import { shorten } from '../printable.js'
import type { Route } from '../routes/route.js'
import { toUpperEscapes } from '../syntax/percent-encoding.js'
import type { RoutePattern } from '../syntax/pattern/route-pattern.js'
import type { CompiledRoute, CompiledRoutes } from './compiled-route.js'
import { foldEscapes } from './fold-escapes.js'
import { matchQuery } from './match-query.js'
import type { MatchOptions, MatchRequest } from './match-request.js'
import { acceptsSegment, compilePath, matchPath, type PathMatcher } from './path-matcher.js'
import { RequestFacts } from './request-facts.js'
import { parseRequestPath } from './request-path.js'

/** The reason why a line does not accept a request. */
export interface MismatchReason {
  readonly type: 'path' | 'constraint' | 'method' | 'format' | 'query' | 'host' | 'action'
  readonly message: string
}

/** Explains a single line, even if an earlier line accepts the request. */
export interface LineExplanation {
  readonly route: Route
  /** Empty when the line accepts the request. */
  readonly reasons: readonly MismatchReason[]
  /** The distance between request and line: 0 if the path fits, `Infinity` if more than a small change is needed. */
  readonly distance: number
}

/** The request, read once for all lines. */
interface Question {
  readonly segments: readonly string[]
  readonly method: string
  readonly facts: RequestFacts
  readonly isHostKnown: boolean
  readonly maxParamLength: number
}

/** Explains for each line, in file order, why it does not accept a request. */
export function explainMatch(
  table: CompiledRoutes,
  request: MatchRequest,
  options: MatchOptions,
): LineExplanation[] {
  const isFolded = request.ignoresEscapeCase === true
  const lines = isFolded ? foldEscapes(table) : table
  const question = attempt(BadRequestException, () => readQuestion(request, options))
  if (!(question instanceof BadRequestException))
    return table.routes.map((_, index) => explainLine(lines.compiled(index), question))
  // No line accepts a malformed request.
  const reason = { type: 'path', message: question.message } as const
  return table.routes.map((route) => ({ route, reasons: [reason], distance: Infinity }))
}

function readQuestion(request: MatchRequest, { maxParamLength }: MatchOptions): Question {
  const path = request.ignoresEscapeCase === true ? toUpperEscapes(request.path) : request.path
  return {
    segments: parseRequestPath(path).segments,
    method: request.method.toUpperCase(),
    facts: new RequestFacts(request),
    isHostKnown: request.host !== undefined,
    maxParamLength,
  }
}

/** The explained lines that nearly accept the request, the nearest first. */
export function nearMisses(lines: readonly LineExplanation[], limit = 5): LineExplanation[] {
  return lines
    .filter(({ reasons, distance: edits }) => reasons.length > 0 && edits < Infinity)
    .toSorted((left, right) => left.distance - right.distance)
    .slice(0, limit)
}

function explainLine(compiled: CompiledRoute, question: Question): LineExplanation {
  const { route } = compiled
  const path = explainPath(compiled, question)
  const conditions = explainConditions(compiled, question, path === undefined)
  if (path === undefined) return { route, reasons: conditions, distance: 0 }
  const { edits, ...reason } = path
  // If the path and also a condition do not fit, the line is no near miss.
  return { route, reasons: [reason, ...conditions], distance: conditions.length === 0 ? edits : Infinity }
}

function explainConditions(
  { route, host }: CompiledRoute,
  { method, facts, isHostKnown }: Question,
  pathFits: boolean,
): MismatchReason[] {
  const reasons: MismatchReason[] = []
  if (!acceptsMethod(route.method, method)) {
    const wrong = route.method === '*' ? '* does not take WS' : `the method is ${route.method}`
    reasons.push({ type: 'method', message: pathFits ? `the path fits, but ${wrong}` : wrong })
  }
  if (route.formats.length > 0 && !route.formats.includes(facts.format)) {
    const message = `the format is not ${route.formats.join(' or ')}: see the header Accept`
    reasons.push({ type: 'format', message })
  }
  if (!matchQuery(route.predicates, facts.query))
    reasons.push({ type: 'query', message: "the query does not fit the route's conditions" })
  if (host !== undefined && facts.variablesOf(host) === undefined) {
    const message = isHostKnown ? `the host does not fit ${route.host}` : 'the host is not known'
    reasons.push({ type: 'host', message })
  }
  return reasons
}

type PathMiss = MismatchReason & { readonly edits: number }

/** Undefined when the path fits. */
function explainPath({ path, route }: CompiledRoute, question: Question): PathMiss | undefined {
  const { maxParamLength, segments } = question
  const fits = (matcher: PathMatcher, asked: readonly string[]): boolean =>
    matchPath(matcher, { segments: asked }, maxParamLength) !== undefined
  if (fits(path, segments)) return undefined
  if (segments.length === 0) return miss('the path does not start with a slash')
  const withSlash = segments.at(-1) === '' ? segments.slice(0, -1) : [...segments, '']
  if (withSlash.length > 0 && fits(path, withSlash)) {
    const message = `the line would answer ${toPath(withSlash)}: a pattern that ends in "/?" accepts both`
    return { type: 'path', message, edits: 0.5 }
  }
  const variable = failingVariable(route.pattern, (pattern) => fits(compilePath(pattern), segments))
  if (variable !== undefined) {
    const message = `the variable "${variable.name}" does not satisfy ${variable.source}`
    return { type: 'constraint', message, edits: 0.7 }
  }
  return (
    misspeltLiteral(path, segments, (asked) => fits(path, asked)) ?? firstDifference(path, route, question)
  )
}

/** The first variable whose constraint is the only reason why the path does not fit. */
function failingVariable(
  pattern: RoutePattern,
  fits: (pattern: RoutePattern) => boolean,
): { readonly name: string; readonly source: string } | undefined {
  const { parts } = pattern
  for (const [index, part] of parts.entries()) {
    if (part.type !== 'variable' || part.constraint === undefined || part.constraint.spansSegments) continue
    const free = { ...part, constraint: undefined }
    try {
      if (fits({ ...pattern, parts: parts.with(index, free) }))
        return { name: part.name, source: part.constraint.written }
    } catch {
      // `compilePath` throws if the variables cannot be distinguished without this constraint.
    }
  }
  return undefined
}

/** The reason, if the request only misspells a single literal. */
function misspeltLiteral(
  { segments: expected }: PathMatcher,
  segments: readonly string[],
  fits: (segments: readonly string[]) => boolean,
): PathMiss | undefined {
  for (const [index, segment] of segments.entries()) {
    const literal = expected[index]
    if (literal === undefined) return undefined
    if (literal.type !== 'literal' || literal.text === segment || literal.text === '') continue
    if (segment.length > literal.text.length * 2 + 1) return undefined
    // A literal that differs only in case has the smallest distance.
    const edits = editDistance(segment.toLowerCase(), literal.text.toLowerCase()) + 0.1
    const other = segments.with(index, literal.text)
    if (edits > Math.max(1.1, literal.text.length / 3) || !fits(other)) return undefined
    return { type: 'path', message: `the line would answer ${toPath(other)}`, edits }
  }
  return undefined
}

function firstDifference(
  { segments: expected, tail }: PathMatcher,
  { path }: Route,
  { segments, maxParamLength }: Question,
): PathMiss {
  for (const [index, matcher] of expected.entries()) {
    const segment = segments[index]
    const what = describeSegment(matcher)
    if (segment === undefined) return miss(`the path ends where ${what} is expected`)
    if (acceptsSegment(matcher, segment, maxParamLength)) continue
    const got = segment === '' ? 'nothing' : `"${shorten(segment, maxShown)}"`
    return miss(`segment ${index + 1} is ${got}, expected ${what}`)
  }
  const extra = segments[expected.length]
  if (tail === undefined && extra !== undefined)
    return miss(`the path goes on with "/${shorten(segments.slice(expected.length).join('/'), maxShown)}"`)
  return miss(`the rest of the path does not fit ${path}`)
}

function miss(message: string): PathMiss {
  return { type: 'path', message, edits: Infinity }
}

function describeSegment(matcher: PathMatcher['segments'][number]): string {
  switch (matcher.type) {
    case 'literal':
      return matcher.text === '' ? 'the end of the path' : `"${matcher.text}"`
    case 'variable':
      return `the variable "${matcher.name}"`
    case 'mixed':
      return matcher.parts.map((part) => (part.type === 'literal' ? part.text : `{${part.name}}`)).join('')
  }
}

function toPath(segments: readonly string[]): string {
  return `/${segments.join('/')}`
}

const maxShown = 60
