import type { Route } from '@mvc-router/router-core'
import { createRandom, pick, randomText, type Random } from './random.js'
import type { RouteSet } from './route-sets.js'

/** A request with its right answer. `route` is undefined if no route matches. */
export interface SampleRequest {
  readonly method: string
  readonly path: string
  readonly route: number | undefined
  readonly params: Readonly<Record<string, string>>
}

export type RequestKind = 'all' | 'static' | 'miss'

/** Random requests for the routes of a set, with random values. */
export function sampleRequests(set: RouteSet, kind: RequestKind, count = 2048): SampleRequest[] {
  const random = createRandom(kind.length * 1000 + count)
  const routes = [...set.routes.entries()].filter(([, route]) => kind !== 'static' || isStatic(route))
  return Array.from({ length: count }, () => {
    const [index, route] = pick(random, routes)
    const request = toRequest(random, index, route)
    return kind === 'miss' ? toMiss(random, request) : request
  })
}

function isStatic({ pattern }: Route): boolean {
  return pattern.parts.every((part) => part.type === 'literal')
}

function toRequest(random: Random, index: number, { method, pattern }: Route): SampleRequest {
  const params: Record<string, string> = {}
  let path = ''
  for (const part of pattern.parts) {
    if (part.type === 'literal') path += part.text
    else {
      const value = randomValue(random, part.constraint?.source)
      params[part.name] = value
      path += value
    }
  }
  return { method, path: path === '' ? '/' : path, route: index, params }
}

function randomValue(random: Random, constraint: string | undefined): string {
  switch (constraint) {
    case '[0-9]+':
      return randomText(random, '123456789', 1, 7)
    case '[0-9a-f]{8,40}':
      return randomText(random, '0123456789abcdef', 8, 40)
    default:
      return random() < 0.5
        ? randomText(random, '123456789', 1, 7)
        : randomText(random, 'abcdefghijklmnopqrstuvwxyz0123456789', 3, 14)
  }
}

/** Changes a path so that no route matches it: it gets an unknown first segment, or more segments than the route. */
function toMiss(random: Random, { method, path }: SampleRequest): SampleRequest {
  const unknown = randomText(random, 'abcdefghijklmnopqrstuvwxyz', 4, 10)
  const segments = path.split('/')
  const missed = pick(random, [
    `/x${unknown}/${segments.slice(2).join('/')}`,
    `${path.replace(/\/$/, '')}/x${unknown}/y${unknown}/z`,
  ])
  return { method, path: missed, route: undefined, params: {} }
}
