import { http } from '../../dependency.js'
import type { MatchRequest } from '../../matching/match-request.js'
import type { ExpressRequest } from '../request/express-request.js'
import type { RoutingSnapshot } from './routing-snapshot.js'

/** A request that no line of a router accepts, as the router saw it. */
interface Miss {
  readonly snapshot: RoutingSnapshot
  readonly asked: MatchRequest
  /** Where the mapping was mounted. */
  readonly baseUrl: string
  /** That of another mapping, which was asked before. */
  readonly earlier: Miss | undefined
}

const missKey = Symbol.for('@mvc-router/miss')
const propertyName = 'allowedMethods'

type MissedRequest = ExpressRequest & { [missKey]?: Miss }

/**
 * Notes that no line of the router accepts the request. Which methods the path has is found when somebody reads
 * `request.allowedMethods`: most requests that pass through are for the next middleware, and ask for nothing.
 */
export function addMiss(request: ExpressRequest, snapshot: RoutingSnapshot, asked: MatchRequest): void {
  const missed: MissedRequest = request
  const earlier = missKey in request ? missed[missKey] : undefined
  missed[missKey] = { snapshot, asked, baseUrl: request.baseUrl, earlier }
  if (!(propertyName in request)) Object.defineProperty(holderOf(request), propertyName, property)
}

/** Those of all mappings that were asked, the first one first. */
export function missesOf(request: ExpressRequest): readonly Miss[] {
  const misses: Miss[] = []
  for (let miss = (request as MissedRequest)[missKey]; miss !== undefined; miss = miss.earlier)
    misses.unshift(miss)
  return misses
}

/**
 * One accessor for all requests: that of Express's own request, from which those of all applications inherit. An
 * accessor of each request would cost more than to find the methods.
 */
const property: PropertyDescriptor = {
  get(this: MissedRequest): readonly string[] | undefined {
    return this[missKey] === undefined ? undefined : allowedMethods(this[missKey])
  },
  set(this: object, value: unknown): void {
    Object.defineProperty(this, propertyName, { value, writable: true, enumerable: true, configurable: true })
  },
  enumerable: true,
  configurable: true,
}

/** Undefined where the path has none. */
function allowedMethods(last: Miss): readonly string[] | undefined {
  const methods = new Set<string>()
  for (let miss: Miss | undefined = last; miss !== undefined; miss = miss.earlier)
    for (const method of miss.snapshot.allowedMethods(miss.asked)) methods.add(method)
  return methods.size === 0 ? undefined : [...methods].toSorted()
}

/** The last object below Node's own prototype: the request itself, where there is no Express. */
function holderOf(request: object): object {
  let holder = request
  for (;;) {
    const next: object | null = Object.getPrototypeOf(holder)
    if (next === null || next === http().IncomingMessage.prototype || next === Object.prototype) return holder
    holder = next
  }
}
