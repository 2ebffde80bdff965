import type { MatchRequest, Route } from '@mvc-router/router-core'
import { matchQuery } from '@mvc-router/router-core/path-languages'

/** What a request has beside its method and path, as far as lines ask for it. */
export interface RequestVariant {
  /** The host pattern of the line that is looked at. */
  readonly hostPattern: string | undefined
  readonly host: string
  readonly format: string
  readonly query: URLSearchParams
}

/** More combinations of formats and queries are not looked at. */
const maxContexts = 16

/** The requests that a line accepts differ in format and query, where other lines ask for some. */
export function variantsOf(route: Route, others: readonly Route[]): RequestVariant[] {
  const host = { hostPattern: route.host, host: sampleHost(route) }
  const formats =
    route.formats.length > 0 ? route.formats : ['html', ...others.flatMap((other) => other.formats)]
  const own = queryFor(new URLSearchParams(), route)
  const queries = [
    own,
    ...others.flatMap((other) => [queryFor(own, other), ...queriesAgainst(own, other)]),
  ].filter((query) => matchQuery(route.predicates, query))
  const distinct = [...new Map(queries.map((query) => [query.toString(), query])).values()]
  return [...new Set(formats)]
    .flatMap((format) => distinct.map((query) => ({ ...host, format, query })))
    .slice(0, maxContexts)
}

/** Whether a line accepts what a request has beside its method and path. */
export function acceptsVariant(route: Route, { hostPattern, format, query }: RequestVariant): boolean {
  return (
    (route.host === undefined || route.host === hostPattern || isAnyHost(route)) &&
    (route.formats.length === 0 || route.formats.includes(format)) &&
    matchQuery(route.predicates, query)
  )
}

export function toRequest(
  method: string,
  path: string,
  { host, format, query }: RequestVariant,
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

function isAnyHost({ pattern }: Route): boolean {
  const [first, second] = pattern.host?.parts ?? []
  return first?.type === 'variable' && first.constraint === undefined && second === undefined
}

/** A host that the pattern of a line accepts, or one that no line is likely to ask for. */
function sampleHost({ pattern }: Route): string {
  const parts = pattern.host?.parts ?? [{ type: 'literal', text: 'host.invalid' } as const]
  return parts
    .map((part) =>
      part.type === 'literal'
        ? part.text
        : (['a', '0', 'www', 'example', 'de', 'en'].find((text) => part.constraint?.test(text) ?? true) ??
          'a'),
    )
    .join('')
}

/** A query with what a line asks for. */
function queryFor(query: URLSearchParams, { predicates }: Route): URLSearchParams {
  return predicates.reduce(withPredicate, query)
}

/** Queries of which each lacks one thing that a line asks for. */
function queriesAgainst(query: URLSearchParams, { predicates }: Route): URLSearchParams[] {
  return predicates.map(({ type, key, value }) => {
    const opposite = { present: 'absent', absent: 'present', equal: 'notEqual', notEqual: 'equal' } as const
    return withPredicate(query, { type: opposite[type], key, value })
  })
}

function withPredicate(
  query: URLSearchParams,
  { type, key, value }: Route['predicates'][number],
): URLSearchParams {
  const changed = new URLSearchParams(query)
  if (type === 'equal') changed.set(key, value)
  else if (type === 'present' && !changed.has(key)) changed.set(key, '1')
  else if (type === 'absent') changed.delete(key)
  else if (type === 'notEqual' && changed.getAll(key).includes(value)) changed.set(key, `${value}0`)
  return changed
}
