import { RouteTable, type MatchRequest, type Route, type RouteMatch } from '@mvc-router/router-core'
import { compileRoute, type CompiledRoute } from '../../dist/lib/matching/compiled-route.js'
import type { MatchOptions } from '../../dist/lib/matching/match-request.js'
import { allowedMethods, matchFollowing, matchRoute } from '../../dist/lib/matching/match-route.js'
import { acceptOneByOne, allowedAmong, matchAllAmong } from './linear-matcher.js'
import type { RandomLine, RandomTable } from './random-tables.js'

type ComparedTable = Omit<RandomTable, 'lines'> & { readonly lines: readonly Omit<RandomLine, 'parts'>[] }

/** The number of requests for each kind of answer. */
export class AnswerCounts {
  matches = 0
  /** Answers for a path that has other methods. */
  wrongMethods = 0
  misses = 0
  errors = 0

  get requests(): number {
    return this.matches + this.wrongMethods + this.misses + this.errors
  }

  add({ match, allowed }: Answers): void {
    if (typeof match === 'string') this.errors++
    else if (match !== undefined) this.matches++
    else if (allowed.length > 0) this.wrongMethods++
    else this.misses++
  }
}

/**
 * Describes a wrong answer of the index, with as few route lines as still cause it. Returns undefined if all answers are
 * right.
 */
export function findDifference(table: ComparedTable, counts: AnswerCounts): string | undefined {
  let difference = compare(table, counts)
  if (difference === undefined) return undefined
  const { request } = difference
  let { lines } = table
  for (let index = lines.length - 1; index >= 0; index--) {
    const fewer = lines.toSpliced(index, 1)
    const found = compare({ ...table, lines: fewer, requests: [request] }, new AnswerCounts())
    if (found === undefined) continue
    lines = fewer
    difference = found
  }
  return [
    ...lines.map(({ text }) => text),
    `request:  ${JSON.stringify(request)}`,
    `options:  ${JSON.stringify(table.options)}`,
    `expected: ${toText(difference.expected)}`,
    `actual:   ${toText(difference.actual)}`,
  ].join('\n')
}

interface Difference {
  readonly request: MatchRequest
  readonly expected: Answers
  readonly actual: Answers
}

/** The answers to a request. A string is the text of an error. */
interface Answers {
  readonly match: RouteMatch | string | undefined
  /** The matches of the next lines, as if each line passed the request on. */
  readonly following: readonly RouteMatch[]
  readonly allowed: readonly string[] | string
}

function compare({ lines, requests, options }: ComparedTable, counts: AnswerCounts): Difference | undefined {
  const table = new SharingTable(lines.map(({ route }) => route))
  for (const request of requests) {
    const expected = askOneByOne(table, request, options)
    const actual = askIndex(table, request, options)
    if (!isSame(actual, expected)) return { request, expected, actual }
    counts.add(expected)
  }
  return undefined
}

/** A table that shares compiled routes with other tables. */
class SharingTable extends RouteTable {
  static readonly #shared = new WeakMap<Route, CompiledRoute>()

  override compiled(index: number): CompiledRoute {
    const route = this.routes[index] as Route
    let compiled = SharingTable.#shared.get(route)
    if (compiled === undefined) {
      compiled = compileRoute(route)
      SharingTable.#shared.set(route, compiled)
    }
    return compiled
  }
}

function askOneByOne(table: RouteTable, request: MatchRequest, options: MatchOptions): Answers {
  const acceptances = answerOf(() => acceptOneByOne(table, request, options))
  if (typeof acceptances === 'string') return { match: acceptances, following: [], allowed: acceptances }
  const [match, ...following] = matchAllAmong(acceptances, request)
  return { match, following, allowed: allowedAmong(acceptances) }
}

function askIndex(table: RouteTable, request: MatchRequest, options: MatchOptions): Answers {
  const match = answerOf(() => matchRoute(table, request, options))
  return {
    match,
    following: typeof match === 'object' ? followAll(table, request, options, match) : [],
    allowed: answerOf(() => allowedMethods(table, request, options)),
  }
}

function followAll(
  table: RouteTable,
  request: MatchRequest,
  options: MatchOptions,
  first: RouteMatch,
): RouteMatch[] {
  const following: RouteMatch[] = []
  let next = matchFollowing(table, request, first.route, options)
  while (next !== undefined) {
    following.push(next)
    next = matchFollowing(table, request, next.route, options)
  }
  return following
}

function answerOf<Answer>(ask: () => Answer): Answer | string {
  try {
    return ask()
  } catch (error) {
    return String(error)
  }
}

function isSame(actual: Answers, expected: Answers): boolean {
  return (
    isSameMatch(actual.match, expected.match) &&
    actual.following.length === expected.following.length &&
    actual.following.every((match, index) => isSameMatch(match, expected.following[index])) &&
    isSameList(actual.allowed, expected.allowed)
  )
}

/** True for the same route, action and format, and the same arguments in the same order. */
function isSameMatch(actual: Answers['match'], expected: Answers['match']): boolean {
  if (typeof actual !== 'object' || typeof expected !== 'object') return actual === expected
  return (
    actual.route.line === expected.route.line &&
    actual.action === expected.action &&
    actual.format === expected.format &&
    isSameList(Object.keys(actual), Object.keys(expected)) &&
    isSameList(Object.keys(actual.args), Object.keys(expected.args)) &&
    isSameList(Object.values(actual.args), Object.values(expected.args))
  )
}

function isSameList(actual: readonly string[] | string, expected: readonly string[] | string): boolean {
  if (typeof actual === 'string' || typeof expected === 'string') return actual === expected
  return actual.length === expected.length && actual.every((text, index) => text === expected[index])
}

function toText({ match, following, allowed }: Answers): string {
  return JSON.stringify({ match: toData(match), following: following.map(toData), allowed })
}

function toData(match: Answers['match']): unknown {
  return typeof match === 'object' ? { ...match, route: `${match.route.method} ${match.route.path}` } : match
}
