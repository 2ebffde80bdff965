import { compileLanguage, exploreTexts, type TextLanguage } from '@mvc-router/constraint-language'
import type { MatchRequest, Route, Router } from '@mvc-router/router-core'
import { pathAutomaton, PathLetters } from '@mvc-router/router-core/path-languages'
import { acceptsMethod, actionText, getOrInsert, isSigned } from '@mvc-router/router-core/tools'
import { answeringLines, answerTo, mayPassOn, takesEverything, type AnsweringLine } from './answered-paths.js'
import {
  acceptsVariant,
  otherHost,
  RequestVariants,
  toRequest,
  type RequestVariant,
} from './request-variants.js'

export interface Change {
  /** True if nothing answers now, or only an error other than 410, a newly signed line or a line for every path. */
  readonly isBreak: boolean
  readonly route: Route
  readonly method: string
  /** A request that the line answered, with the method, path, host and format of this change. */
  readonly request: MatchRequest
  /** A shortest path among the changed URLs, with a query if the line needs a query. */
  readonly path: string
  readonly format: string
  readonly host: string | undefined
  readonly args: Readonly<Record<string, string>>
  readonly becomes: Route | undefined
}

export interface TableComparison {
  readonly changes: readonly Change[]
  /** The number of old lines whose URLs must stay. */
  readonly lines: number
  /** Old lines whose URLs are answered as before. */
  readonly kept: readonly Route[]
  /** Old lines that share URLs with too many other lines. The compared part of their URLs did not change. */
  readonly unfinished: readonly Route[]
}

/**
 * Finds the new line that answers each URL of an old line. A URL belongs to the first old line that answers it.
 * Automata find the changes, and both routers must confirm each change.
 */
export function compareTables(before: Router, after: Router): TableComparison {
  const comparer = new TableComparer(before, after)
  const changes: Change[] = []
  const kept: Route[] = []
  const unfinished: Route[] = []
  const routes = before.routes.filter(isPublic)
  for (const route of routes) {
    const found = comparer.compare(route)
    changes.push(...found.changes)
    if (found.changes.length > 0) continue
    if (found.isFinished) kept.push(route)
    else unfinished.push(route)
  }
  return { changes, lines: routes.length, kept, unfinished }
}

/** False for an error response, because its URLs need no replacement. */
function isPublic({ target }: Route): boolean {
  return target.type !== 'status' || target.status < 400
}

const maxSteps = 400_000
const commonMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

type LineComparison = Pick<TableComparison, 'changes'> & { readonly isFinished: boolean }

class TableComparer {
  readonly #before: Router
  readonly #after: Router
  readonly #letters: PathLetters
  /** Languages by `pathKey`. Undefined for a pattern that is too large. */
  readonly #automata = new Map<string, TextLanguage | undefined>()
  readonly #lines = new Map<Route, readonly AnsweringLine[]>()
  readonly #variants = new RequestVariants()
  readonly #places: ReadonlyMap<Route, number>

  constructor(before: Router, after: Router) {
    this.#before = before
    this.#after = after
    this.#places = new Map(
      [...before.routes.entries(), ...after.routes.entries()].map(([at, each]) => [each, at]),
    )
    this.#letters = PathLetters.of([...before.routes, ...after.routes].map(({ pattern }) => pattern))
  }

  compare(route: Route): LineComparison {
    const changes: Change[] = []
    let isFinished = true
    // Requests that meet the same lines have the same changes.
    const compared = new Set<string>()
    for (const method of this.#methodsOf(route)) {
      const ofMethod = (other: Route): boolean => acceptsMethod(other.method, method) && mayMeet(route, other)
      // A line that may pass a request on takes no URL from the lines after it, so it comes last.
      const isLast = (other: Route): boolean => !mayPassOn(route) && mayPassOn(other)
      const earlier = this.#before.routes
        .slice(0, this.#places.get(route))
        .filter((other) => ofMethod(other) && !isLast(other))
      const next = this.#after.routes
        .filter((other) => ofMethod(other) && !(isLast(other) && takesEverything(other)))
        .toSorted((one, other) => Number(isLast(one)) - Number(isLast(other)))
      if (this.#isUntouched(route, earlier, next)) continue
      const { variants, areAll } = this.#variants.of(route, [...earlier, ...next])
      isFinished &&= areAll
      for (const context of variants) {
        const inContext = (other: Route): boolean => acceptsVariant(other, context)
        const [takers, candidates] = [earlier.filter(inContext), next.filter(inContext)]
        const [before, after] = [takers, candidates].map((each) =>
          each.map((line) => this.#places.get(line)).join(),
        )
        const asked = `${route.method === '*' ? '' : method};${before};${after}`
        if (compared.has(asked)) continue
        compared.add(asked)
        const found = this.#compareRequests(route, method, context, takers, candidates)
        const isNew = (change: Change): boolean =>
          !changes.some(
            (known) => known.becomes === change.becomes && (known.method === method || route.method === '*'),
          )
        changes.push(...found.changes.filter(isNew))
        isFinished &&= found.isFinished
      }
    }
    return { changes, isFinished }
  }

  /** Returns the methods to compare: for a `*` line, the common methods and all methods in the route files. */
  #methodsOf({ method }: Route): readonly string[] {
    if (method !== '*') return method.split('|')
    const named = [...this.#before.routes, ...this.#after.routes].flatMap((route) => route.method.split('|'))
    return [...new Set([...commonMethods, ...named])].filter((word) => word !== '*' && word !== 'WS')
  }

  #compareRequests(
    route: Route,
    method: string,
    context: RequestVariant,
    earlier: readonly Route[],
    next: readonly Route[],
  ): LineComparison {
    if (this.#isUntouched(route, earlier, next)) return { changes: [], isFinished: true }
    const own = this.#linesOf(route, this.#before)
    const takers = earlier.flatMap((each) => this.#linesOf(each, this.#before))
    const lines = next.flatMap((each) => this.#linesOf(each, this.#after))
    const twin = this.#twinOf(route, lines)
    // A line after the twin receives none of these requests.
    const candidates = twin < 0 ? lines : lines.slice(0, twin + 1)
    const changes: Change[] = []
    const seen = new Set<Route | undefined>()
    const all = [...own, ...takers, ...candidates]
    const automata = all.map((each) => this.#automatonOf(each) ?? noPaths)
    const areKnown = all.every((each) => this.#automatonOf(each) !== undefined)
    const firstTaker = 1 + own.length
    const firstCandidate = firstTaker + takers.length
    // False if no longer path can show an answer that is not known yet.
    const mayTellMore = (isDead: (index: number) => boolean): boolean =>
      (twin < 0 && !seen.has(undefined)) ||
      candidates.some((candidate, index) => !seen.has(candidate.route) && !isDead(index + firstCandidate))
    const explore = (paths: TextLanguage): ReturnType<typeof exploreTexts> =>
      exploreTexts(
        [paths, ...automata],
        (text, accepts) => {
          if (!accepts(0) || !own.some((_, index) => accepts(index + 1))) return false
          if (takers.some((_, index) => accepts(index + firstTaker))) return false
          const becomes = candidates.find((_, index) => accepts(index + firstCandidate))?.route
          if (seen.has(becomes)) return false
          const change = this.#confirm(route, method, this.#letters.fromLetters(text), context, becomes)
          if (change === undefined) return false
          seen.add(becomes)
          if (change !== 'same') changes.push(change)
          return false
        },
        { required: own.length === 1 ? 2 : 1, maxSteps, mayTellMore },
      )
    // First explores readable paths, then paths with needless escapes.
    explore(this.#letters.readablePaths())
    const end = explore(this.#letters.requestPaths())
    return { changes, isFinished: end === 'all' && areKnown }
  }

  /** True if the line is in both tables, and no added line comes before this line. */
  #isUntouched(route: Route, earlier: readonly Route[], next: readonly Route[]): boolean {
    const lines = next.flatMap((each) => this.#linesOf(each, this.#after))
    const twin = this.#twinOf(route, lines)
    const twinRoute = lines[twin]?.route
    if (twinRoute === undefined || !isSameAnswer(route, twinRoute)) return false
    const takers = earlier.flatMap((each) => this.#linesOf(each, this.#before))
    const taken = new Set(takers.map(({ key }) => key))
    return lines.slice(0, twin).every((other) => taken.has(other.key))
  }

  /** Returns the index of the line that accepts the same requests, or -1. */
  #twinOf(route: Route, lines: readonly AnsweringLine[]): number {
    const [only, more] = this.#linesOf(route, this.#before)
    if (only === undefined || more !== undefined) return -1
    return lines.findIndex((line) => line.key === only.key)
  }

  /** Returns undefined if a router contradicts the automata. */
  #confirm(
    route: Route,
    method: string,
    path: string,
    context: RequestVariant,
    becomes: Route | undefined,
  ): Change | 'same' | undefined {
    const request = toRequest(method, path, context)
    const was = answerTo(request, this.#before, route)
    const is = answerTo(request, this.#after, route)
    if (was?.route !== route || is?.route !== becomes) return undefined
    if (is !== undefined && isSameAnswer(route, is.route) && was.action === is.action) return 'same'
    return {
      isBreak: is === undefined || !isAnswer(is.route, route),
      route,
      method,
      request,
      path: request.path,
      format: context.format,
      host: route.host === undefined && context.host === otherHost ? undefined : context.host,
      args: was.args,
      becomes,
    }
  }

  #linesOf(route: Route, router: Router): readonly AnsweringLine[] {
    return getOrInsert(this.#lines, route, () => answeringLines(route, router))
  }

  #automatonOf({ pattern, pathKey }: AnsweringLine): TextLanguage | undefined {
    return getOrInsert(this.#automata, pathKey, () => pathAutomaton(pattern, this.#letters))
  }
}

const noPaths: TextLanguage = compileLanguage([{ type: 'run', ranges: [], min: 1, max: 1, isLazy: false }])

/** True for the same action and fixed arguments, or the same other target, if no new signature is needed. */
function isSameAnswer(old: Route, route: Route): boolean {
  return actionText(old) === actionText(route) && !isNewlySigned(old, route)
}

/** True if the line refuses URLs of the old line because they are unsigned. */
export function isNewlySigned(old: Route, route: Route): boolean {
  return isSigned(route) && !isSigned(old)
}

/** False for an error other than 410, a newly signed line, and a catch-all line that replaces a specific line. */
function isAnswer(route: Route, old: Route): boolean {
  const { target } = route
  if (isNewlySigned(old, route)) return false
  if (target.type === 'status' && target.status >= 400) return target.status === 410
  return !takesEverything(route) || takesEverything(old)
}

/** False if the literal starts of two lines exclude each other. */
function mayMeet(left: Route, right: Route): boolean {
  const [one, other] = [literalStart(left), literalStart(right)]
  return one.startsWith(other) || other.startsWith(one)
}

function literalStart({ pattern: { parts } }: Route): string {
  const [first] = parts
  return first?.type === 'literal' ? first.text : '/'
}
