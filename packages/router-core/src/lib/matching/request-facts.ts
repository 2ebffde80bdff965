import { parseHost, readHost, type Host, type HostMatcher } from './host-matcher.js'
import { matchQuery } from './match-query.js'
import type { MatchRequest } from './match-request.js'
import { negotiateFormat } from './negotiate-format.js'
import type { CompiledRoutes } from './compiled-route.js'
import type { Route } from '../routes/route.js'

/** Facts about a request that few routes need. Each is computed when it is first read. */
export class RequestFacts {
  readonly #request: Omit<MatchRequest, 'method'>
  #host: Host | undefined
  #query: URLSearchParams | undefined
  #format: string | undefined
  #asked: HostMatcher | undefined
  #variables: ReadonlyMap<string, string> | undefined

  constructor(request: Omit<MatchRequest, 'method'>) {
    this.#request = request
  }

  get host(): Host | undefined {
    const { host } = this.#request
    return host === undefined ? undefined : (this.#host ??= parseHost(host))
  }

  /** The host's variables by name. Keeps the last result, because an accepted route reads it twice. */
  variablesOf(matcher: HostMatcher): ReadonlyMap<string, string> | undefined {
    if (this.#asked !== matcher) {
      this.#variables = readHost(matcher, this.host)
      this.#asked = matcher
    }
    return this.#variables
  }

  get query(): URLSearchParams {
    return (this.#query ??= new URLSearchParams(queryOf(this.#request.path)))
  }

  get format(): string {
    return (this.#format ??= negotiateFormat(headerOf(this.#request, 'accept')))
  }
}

/** True if a route has a host, formats or query conditions. */
export function isConditional({ host, formats, predicates }: Route): boolean {
  return host !== undefined || formats.length > 0 || predicates.length > 0
}

/** True if a route accepts the host, the format and the query of a request. True without facts. */
export function acceptsFacts(
  table: CompiledRoutes,
  number: number,
  facts: RequestFacts | undefined,
): boolean {
  if (facts === undefined) return true
  const { host, formats, predicates } = table.routes[number] as Route
  return (
    (host === undefined || facts.variablesOf(table.compiled(number).host as HostMatcher) !== undefined) &&
    (formats.length === 0 || formats.includes(facts.format)) &&
    (predicates.length === 0 || matchQuery(predicates, facts.query))
  )
}

/** The text after `?`, without the fragment; undefined if there is no `?`. */
export function queryOf(target: string): string | undefined {
  const fragment = target.indexOf('#')
  if (fragment >= 0) return queryOf(target.slice(0, fragment))
  const questionMark = target.indexOf('?')
  return questionMark < 0 ? undefined : target.slice(questionMark + 1)
}

/** @param name in lower case. The header names may have any case */
export function headerOf({ headers }: Pick<MatchRequest, 'headers'>, name: string): string | undefined {
  if (headers === undefined) return undefined
  const key = Object.hasOwn(headers, name)
    ? name
    : Object.keys(headers).find((candidate) => candidate.toLowerCase() === name)
  const value = key === undefined ? undefined : headers[key]
  return typeof value === 'string' ? value : value?.join(', ')
}
