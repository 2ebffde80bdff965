import { compileLanguage, exploreTexts, parseRegularExpression } from '@mvc-router/constraint-language'
import type { MatchRequest, Route } from '@mvc-router/router-core'
import {
  compileHost,
  matchQuery,
  parseHost,
  readHost,
  type HostMatcher,
} from '@mvc-router/router-core/path-languages'
import { getOrInsert } from '@mvc-router/router-core/tools'
import { literalText } from '../route-parts.js'

export interface RequestVariant {
  readonly host: string
  /** The host patterns of lines that accept this host. */
  readonly hostPatterns: ReadonlySet<string>
  readonly format: string
  readonly query: URLSearchParams
}

interface FoundVariants {
  readonly variants: readonly RequestVariant[]
  /** True if the variants represent all requests that the line accepts. */
  readonly areAll: boolean
}

/** A host that probably no line names. */
export const otherHost = 'host.invalid'

/** The comparison stops after this number of combinations. */
const maxVariants = 2000
const maxSteps = 400_000

/** Finds hosts, formats and queries that lines treat differently. */
export class RequestVariants {
  readonly #hosts = new Map<string, HostMatcher>()

  /** Returns one variant for each set of lines that accept a request. Variants with few conditions come first. */
  of(route: Route, others: readonly Route[]): FoundVariants {
    const lines = [route, ...others].filter(
      ({ host, formats, predicates }) => host !== undefined || formats.length + predicates.length > 0,
    )
    const hosts = this.#hostsOf(route, lines)
    const queries = queriesOf(route, lines)
    const variants = hosts.found.flatMap((host) =>
      formatsOf(route, lines).flatMap((format) => queries.found.map((query) => ({ ...host, format, query }))),
    )
    return {
      variants: variants.slice(0, maxVariants),
      areAll: hosts.areAll && queries.areAll && variants.length <= maxVariants,
    }
  }

  #hostsOf(
    route: Route,
    lines: readonly Route[],
  ): { found: readonly Pick<RequestVariant, 'host' | 'hostPatterns'>[]; areAll: boolean } {
    const matchers = new Map<string, HostMatcher>()
    for (const { host, pattern } of lines) {
      if (host === undefined || pattern.host === undefined) continue
      const { host: own } = pattern
      const matcher = getOrInsert(this.#hosts, host, () => compileHost(own))
      matchers.set(host, matcher)
    }
    const found = new Map<string, Pick<RequestVariant, 'host' | 'hostPatterns'>>()
    const add = (text: string): void => {
      const host = parseHost(text)
      const accepting = [...matchers].filter(([, matcher]) => readHost(matcher, host) !== undefined)
      const hostPatterns = new Set(accepting.map(([name]) => name))
      const key = [...hostPatterns].join(' ')
      if (route.host !== undefined && !hostPatterns.has(route.host)) return
      if (!found.has(key)) found.set(key, { host: text, hostPatterns })
    }
    add(otherHost)
    const written = [...matchers.values()].filter(isWritten).map(literalText)
    for (const text of written) add(text)
    const open = [...matchers.values()].filter((matcher) => !isWritten(matcher))
    if (open.length === 0) return { found: [...found.values()], areAll: true }
    const automata = [hostsBeside(written), ...open.map(({ automaton }) => automaton)]
    const visit = (text: string, accepts: (index: number) => boolean): false => {
      if (accepts(0)) add(text)
      return false
    }
    const end = exploreTexts(automata, visit, { required: 1, maxSteps })
    return { found: [...found.values()], areAll: end === 'all' }
  }
}

function isWritten({ parts }: HostMatcher): boolean {
  return parts.every(({ type }) => type === 'literal')
}

export function acceptsVariant(route: Route, { hostPatterns, format, query }: RequestVariant): boolean {
  return (
    (route.host === undefined || hostPatterns.has(route.host)) &&
    (route.formats.length === 0 || route.formats.includes(format)) &&
    matchQuery(route.predicates, query)
  )
}

export function toRequest(
  method: string,
  path: string,
  { host, format, query }: Omit<RequestVariant, 'hostPatterns'>,
): MatchRequest {
  return {
    method,
    path: query.size === 0 ? path : `${path}?${query.toString()}`,
    host,
    headers: { accept: typesByFormat.get(format) ?? `application/${format}` },
  }
}

const typesByFormat: ReadonlyMap<string, string> = new Map([
  ['html', 'text/html'],
  ['txt', 'text/plain'],
  ['js', 'text/javascript'],
])

/** Returns the language of all host names that are not in `written`. */
function hostsBeside(written: readonly string[]): ReturnType<typeof compileLanguage> {
  const label = '[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?'
  const others = written.map((text) => `(?!${text.replaceAll('.', String.raw`\.`)}$)`).join('')
  const expression = parseRegularExpression(String.raw`${others}${label}(?:\.${label})*`)
  return compileLanguage([{ type: 'expression', expression }])
}

/** Returns the formats in the lines, and a format that no line names. */
function formatsOf(route: Route, lines: readonly Route[]): readonly string[] {
  if (route.formats.length > 0) return route.formats
  const asked = new Set(lines.flatMap(({ formats }) => formats))
  if (asked.size === 0) return ['html']
  const other = ['html', 'json', 'xml', 'txt'].find((format) => !asked.has(format)) ?? 'other'
  return [...new Set(['html', ...asked, other])]
}

/** Varies each key of the lines: no value, a value that no line names, and each value of a line. */
function queriesOf(
  route: Route,
  lines: readonly Route[],
): { found: readonly URLSearchParams[]; areAll: boolean } {
  const asked = new Map<string, Set<string>>()
  for (const { type, key, value } of lines.flatMap(({ predicates }) => predicates)) {
    const values = getOrInsert(asked, key, () => new Set())
    if (type === 'equal' || type === 'notEqual') values.add(value)
  }
  let found = [new URLSearchParams()]
  let areAll = true
  for (const [key, values] of asked) {
    let other = values.size === 0 ? '1' : `${[...values][0]}0`
    while (values.has(other)) other += '0'
    const own = route.predicates.filter((each) => each.key === key)
    const all = own.filter(({ type }) => type === 'equal').map(({ value }) => value)
    const choices = [[], [other], ...[...values].map((value) => [value]), all]
    found = found.flatMap((query) =>
      choices.flatMap((choice) => {
        const changed = new URLSearchParams(query)
        for (const value of choice) changed.append(key, value)
        return matchQuery(own, changed) ? [changed] : []
      }),
    )
    areAll &&= found.length <= maxVariants
    found = found.slice(0, maxVariants)
  }
  const withQuery = lines.filter(({ predicates }) => predicates.length > 0)
  const answerTo = (query: URLSearchParams): string =>
    withQuery.map(({ predicates }) => (matchQuery(predicates, query) ? 1 : 0)).join('')
  const first = new Map(found.toReversed().map((query) => [answerTo(query), query]))
  return { found: found.filter((query) => first.get(answerTo(query)) === query), areAll }
}
