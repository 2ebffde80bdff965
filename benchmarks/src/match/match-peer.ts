import type { Route } from '@mvc-router/router-core'
import type { RouteSet } from '../route-sets.js'

/** A router to compare with. Each has a file of its own, with a timed loop of its own: a shared one would see every router's shapes. */
export interface MatchPeer {
  /** What it leaves out, for the reader of the table. */
  readonly note: string
  readonly generatesCode?: boolean
  /** Undefined when it cannot register the routes. */
  create(set: RouteSet): Matcher | undefined
}

export interface Matcher {
  find(method: string, path: string): Found | undefined
  /** The timed loop; returns a checksum. */
  run(methods: readonly string[], paths: readonly string[]): number
}

export interface Found {
  /** The index of the route in the set. */
  readonly route: number
  readonly params: Readonly<Record<string, string>>
}

/** `/user/:id`, or `/user/:id([0-9]+)`: most routers write it so. */
export function toColonPath(
  { pattern }: Route,
  constrained: (name: string, source: string) => string,
): string {
  const path = pattern.parts
    .map((part) => {
      if (part.type === 'literal') return part.text
      return part.constraint === undefined ? `:${part.name}` : constrained(part.name, part.constraint.source)
    })
    .join('')
  return path === '' ? '/' : path
}

export const inParentheses = (name: string, source: string): string => `:${name}(${source})`

export function isConstrained({ routes }: RouteSet): boolean {
  return routes.some(({ pattern }) =>
    pattern.parts.some((part) => part.type === 'variable' && part.constraint),
  )
}
