import { http } from '../../runtime.js'
import type { MatchRequest } from '../../matching/match-request.js'
import type { HostRequest, HostResponse } from '../../hosts/host.js'
import type { RoutingSnapshot } from './routing-snapshot.js'

/** A request that no line of a router answers, with the facts that the router has read. */
export interface Miss {
  readonly snapshot: RoutingSnapshot
  readonly asked: MatchRequest
  readonly baseUrl: string
}

interface NotedMiss extends Miss {
  readonly earlier: NotedMiss | undefined
}

const missKey: unique symbol = Symbol.for('@mvc-router/miss')
const propertyName = 'allowedMethods'

type Notes = HostResponse['locals'] & { [missKey]?: NotedMiss }

/**
 * Notes that no line of the router answers the request. Most of these requests are for the next middleware, so the
 * methods of the path are computed only if `request.allowedMethods` is read.
 *
 * The locals contain the note, because V8 keeps them as a hash table. On Node 20, adding a property to an Express
 * request takes a microsecond, because each request has its own hidden class.
 */
export function addMiss(
  request: HostRequest,
  response: HostResponse,
  notes: Notes,
  { snapshot, asked, baseUrl }: Miss,
): void {
  notes[missKey] = { snapshot, asked, baseUrl, earlier: notes[missKey] }
  if (!prepared.has(Object.getPrototypeOf(request) as object)) addProperty(request, response)
}

/** The misses of all mappings that the request has passed, the earliest first. */
export function missesOf({ locals }: HostResponse): readonly Miss[] {
  const misses: Miss[] = []
  for (let miss = (locals as Notes)[missKey]; miss !== undefined; miss = miss.earlier) misses.unshift(miss)
  return misses
}

/** Prototypes of requests that have the property. */
const prepared = new WeakSet<object>()

function addProperty(request: HostRequest, response: HostResponse): void {
  // Requests that refer to their response share one accessor, which all applications' requests inherit.
  const knowsResponse = (request as { readonly res?: unknown }).res === response
  if (!(propertyName in request))
    Object.defineProperty(
      knowsResponse ? holderOf(request) : request,
      propertyName,
      createProperty(knowsResponse ? ({ res }) => res : () => response),
    )
  if (knowsResponse && !Object.hasOwn(request, propertyName))
    prepared.add(Object.getPrototypeOf(request) as object)
}

function createProperty(
  responseOf: (request: { readonly res?: HostResponse }) => HostResponse | undefined,
): PropertyDescriptor {
  return {
    get(this: object): readonly string[] | undefined {
      const response = responseOf(this)
      return response && allowedMethods(response)
    },
    set(this: object, value: unknown): void {
      Object.defineProperty(this, propertyName, {
        value,
        writable: true,
        enumerable: true,
        configurable: true,
      })
    },
    enumerable: true,
    configurable: true,
  }
}

/** The methods of the lines that accept the path; undefined if no line accepts it. */
function allowedMethods(response: HostResponse): readonly string[] | undefined {
  const methods = missesOf(response).flatMap(({ snapshot, asked }) => snapshot.allowedMethods(asked))
  return methods.length === 0 ? undefined : [...new Set(methods)].toSorted()
}

/** The last prototype before Node's own. */
function holderOf(request: object): object {
  let holder = request
  for (;;) {
    const next: object | null = Object.getPrototypeOf(holder)
    if (next === null || next === http().IncomingMessage.prototype || next === Object.prototype) return holder
    holder = next
  }
}
