import { BadRequestException } from '../exceptions.js'
import type { MatchRequest, MethodOverride } from './match-request.js'
import { headerOf, queryOf } from './request-facts.js'

/** The header, query key and form field that choose another method for a request (docs/route-file.md, Method override). */
export const overrideHeader = 'X-HTTP-Method-Override'
const overrideKey = overrideHeader.toLowerCase()

/** True for the name of the header in any case. */
export function isOverrideKey(name: string): boolean {
  return name.toLowerCase() === overrideKey
}

const overridable: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE'])

/** @throws BadRequestException for an override that the option does not allow (docs/route-file.md, Method override) */
export function methodAfterOverride(request: MatchRequest, methodOverride: MethodOverride): string {
  const method = request.method.toUpperCase()
  if (methodOverride === false || (methodOverride === 'post' && method !== 'POST') || method === 'WS')
    return method
  const asked = headerOf(request, overrideKey) ?? queryOverride(queryOf(request.path))
  if (asked === undefined) return method
  if (methodOverride === 'compat') {
    const wanted = asked.toUpperCase()
    if (wanted === 'WS') throw new BadRequestException('A method override cannot make a WebSocket handshake')
    return wanted
  }
  if (!overridable.has(asked))
    throw new BadRequestException('The method override must be exactly PUT, PATCH or DELETE')
  return asked
}

function queryOverride(query: string | undefined): string | undefined {
  if (query === undefined || !query.toLowerCase().includes(overrideKey)) return undefined
  for (const [key, value] of new URLSearchParams(query)) if (isOverrideKey(key)) return value
  return undefined
}
