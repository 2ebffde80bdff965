import { exploreTexts, getOrInsert, type TextLanguage } from '@mvc-router/constraint-language'
import { acceptsMethod } from '../matching/accepts-method.js'
import type { RouteFileProblem } from '../exceptions.js'
import { PathLetters } from '../path-languages/path-letters.js'
import {
  couldCover,
  pathAutomaton,
  toPathLanguage,
  type PathLanguage,
} from '../path-languages/path-language.js'
import type { MatchOptions } from '../matching/match-request.js'
import { matchRoute } from '../matching/match-route.js'
import { toRouteProblem } from '../routes/describe-route.js'
import type { Route } from '../routes/route.js'
import type { Sliced } from '../slices.js'
import type { Constraint } from '../syntax/pattern/constraint.js'
import { literalStart } from '../syntax/pattern/route-pattern.js'
import { actionVariables } from '../syntax/route-target.js'
import { isWholeSegment } from '../syntax/pattern/whole-segments.js'
import type { RouteTable } from './route-table.js'

/**
 * Reports lines that can never run. Either no request has a value for a variable, or earlier lines accept all
 * requests of the line. A line is not reported if the comparison takes too many steps.
 */
export function* findShadowedRoutes(table: RouteTable, options: MatchOptions): Sliced<RouteFileProblem[]> {
  const prover = new ShadowProver(table, options)
  const problems: RouteFileProblem[] = []
  for (const [index, route] of table.routes.entries()) {
    yield
    const variable = prover.variableWithoutValue(route)
    const shadows = variable === undefined ? prover.shadowsOf(route, index) : undefined
    if (variable !== undefined) problems.push(withoutValue(route, variable))
    if (shadows !== undefined) problems.push(toProblem(route, shadows))
  }
  return problems
}

const slash = { type: 'literal', text: '/' } as const

/** The greatest number of earlier lines that are compared with a line. */
const maxShadows = 32
const maxSteps = 100_000

class ShadowProver {
  readonly #table: RouteTable
  readonly #options: MatchOptions
  readonly #letters: PathLetters
  readonly #starts: readonly string[]
  readonly #languages: (PathLanguage | undefined | null)[] = []
  /** By the source of a constraint: true if a request can have a value that satisfies it. */
  readonly #haveValues = new Map<string, boolean>()

  constructor(table: RouteTable, options: MatchOptions) {
    this.#table = table
    this.#options = options
    this.#starts = table.routes.map(({ pattern }) => literalStart(pattern))
    this.#letters = PathLetters.of(table.routes.map(({ pattern }) => pattern))
  }

  /** The name of a variable with a constraint that no value in a request satisfies, such as `a%20b`. */
  variableWithoutValue({ pattern: { parts } }: Route): string | undefined {
    for (const [index, part] of parts.entries()) {
      if (part.type === 'literal' || part.constraint === undefined || !isWholeSegment(parts, index)) continue
      if (!this.#hasValue(part.constraint)) return part.name
    }
    return undefined
  }

  #hasValue(constraint: Constraint): boolean {
    return getOrInsert(this.#haveValues, constraint.source, () => {
      if (typicalValue(constraint) !== undefined) return true
      const parts = [slash, { type: 'variable', name: 'value', constraint } as const]
      const automaton = pathAutomaton(
        { parts, optionalTrailingSlash: false, text: '', host: undefined },
        this.#letters,
      )
      if (automaton === undefined) return true
      const both = [this.#letters.requestPaths(), automaton]
      const options = { required: 2, maxSteps }
      return exploreTexts(both, (_, accepts) => accepts(0) && accepts(1), options) !== 'all'
    })
  }

  /** The earlier lines that together accept all requests of a route; undefined if there are none, or in doubt. */
  shadowsOf(route: Route, index: number): readonly Route[] | undefined {
    const methods = route.method.split('|')
    const isSimple = route.host === undefined && route.predicates.length === 0 && route.formats.length === 0
    const path = isSimple ? typicalPath(route) : undefined
    if (path !== undefined && methods.some((method) => this.#answers(route, method, path))) return undefined
    const shadows = new Set<Route>()
    for (const method of methods) {
      const found = this.#shadowsOfMethod(route, index, method)
      if (found === undefined) return undefined
      for (const shadow of found) shadows.add(shadow)
    }
    return [...shadows]
  }

  #answers(route: Route, method: string, path: string): boolean {
    const request = { method: method === '*' ? 'GET' : method, path }
    return matchRoute(this.#table, request, this.#options)?.route === route
  }

  #shadowsOfMethod(route: Route, index: number, method: string): readonly Route[] | undefined {
    const earlier: { readonly route: Route; readonly automaton: TextLanguage }[] = []
    let language: PathLanguage | undefined
    const start = literalStart(route.pattern)
    for (let number = 0; number < index; number++) {
      const candidate = this.#table.routes[number] as Route
      if (!areAlike(start, this.#starts[number] as string) || !takesOthers(candidate, route, method)) continue
      // The language is made late, because an unusual constraint may take long.
      language ??= this.#languageOf(index)
      if (language === undefined) return undefined
      const other = this.#languageOf(number)
      if (other === undefined || !couldCover(other, language, this.#options.maxParamLength)) continue
      earlier.push({ route: candidate, automaton: other.automaton })
      if (earlier.length > maxShadows) return undefined
    }
    if (language === undefined) return undefined
    const taken = language
    const alone = earlier.find(({ automaton }) => this.#isContained(taken, [automaton]))
    if (alone !== undefined) return [alone.route]
    const areAll =
      earlier.length > 1 &&
      this.#isContained(
        taken,
        earlier.map(({ automaton }) => automaton),
      )
    return areAll ? earlier.map(({ route: shadow }) => shadow) : undefined
  }

  #languageOf(index: number): PathLanguage | undefined {
    const known = this.#languages[index]
    if (known !== undefined) return known ?? undefined
    const language = toPathLanguage((this.#table.routes[index] as Route).pattern, this.#letters)
    this.#languages[index] = language ?? null
    return language
  }

  #isContained({ automaton }: PathLanguage, others: readonly TextLanguage[]): boolean {
    let isEmpty = true
    const result = exploreTexts(
      [this.#letters.requestPaths(), automaton, ...others],
      (_, accepts) => {
        if (!accepts(0) || !accepts(1)) return false
        isEmpty = false
        return others.every((_other, index) => !accepts(index + 2))
      },
      { required: 2, maxSteps },
    )
    return result === 'all' && !isEmpty
  }
}

/** A path that the route probably accepts, and that earlier lines probably do not accept. */
function typicalPath({ pattern: { parts } }: Route): string {
  const path = parts.map((part) =>
    part.type === 'literal' ? part.text : (typicalValue(part.constraint) ?? ''),
  )
  return path.length === 0 ? '/' : path.join('')
}

function typicalValue(constraint: Constraint | undefined): string | undefined {
  return ['~~', '1', 'a', 'A', '0000'].find((text) => constraint?.test(text) ?? true)
}

/** True if some path can start with both literals. */
function areAlike(left: string, right: string): boolean {
  return left.startsWith(right) || right.startsWith(left)
}

/** True if `earlier` passes nothing on, and `later` fulfils all conditions of `earlier` besides the path. */
function takesOthers(earlier: Route, later: Route, method: string): boolean {
  if (isMeantToPassOn(earlier) || (earlier.host !== undefined && earlier.host !== later.host)) return false
  if (earlier.formats.length > 0) {
    if (later.formats.length === 0 || !later.formats.every((format) => earlier.formats.includes(format)))
      return false
  }
  const asked = new Set(later.predicates.map((predicate) => JSON.stringify(predicate)))
  if (!earlier.predicates.every((predicate) => asked.has(JSON.stringify(predicate)))) return false
  return acceptsMethod(earlier.method, method)
}

/** True for lines that may pass requests on: with middleware, `+ passes`, variables in the action, or files. */
function isMeantToPassOn({ middleware, modifiers, target }: Route): boolean {
  return (
    middleware.length > 0 ||
    Object.hasOwn(modifiers, 'passes') ||
    target.type === 'staticDirectory' ||
    target.type === 'staticFile' ||
    actionVariables(target).length > 0
  )
}

function withoutValue(route: Route, name: string): RouteFileProblem {
  return toRouteProblem(route, {
    code: 'E_ROUTE_MISTAKEN',
    message: `This line can never run, because no request has a value for {${name}}`,
    hint: 'a constraint reads the decoded value, in which only %2F and %25 are escapes; no value is "." or ".."',
  })
}

function toProblem(route: Route, shadows: readonly Route[]): RouteFileProblem {
  const places = shadows.map(({ file, line }) => `${file}:${line}`)
  const [shadow] = shadows
  const one = shadows.length === 1 && shadow !== undefined
  const canPassOn = shadows.some(({ target }) => target.type === 'action')
  return toRouteProblem(route, {
    code: 'E_ROUTE_SHADOWED',
    message: `This line can never run, because ${places.join(', ')} ${one ? 'comes' : 'come'} first`,
    hint: `${one ? `${shadow.method} ${shadow.path} ${shadow.action} takes` : 'together they take'} every request of this line${
      canPassOn ? '; + passes above a line says that its action calls next()' : ''
    }`,
  })
}
