import type { Route } from '@mvc-router/router-core'
import type { RouteSet } from '../route-sets.js'

/** A router to compare with. `create` loads its package, so a process loads only the peers that it uses. */
export interface MatchPeer {
  /** Features that the peer has or lacks. The table shows them. */
  readonly note: string
  readonly generatesCode?: boolean
  /** Undefined if the peer cannot register the routes. */
  create(set: RouteSet): Promise<Matcher | undefined>
}

export interface Matcher {
  /** The timed call. Its result is undefined or null if no route matches. */
  readonly match: (method: string, path: string) => unknown
  readonly read: (result: unknown) => Found
}

export interface Found {
  /** The index of the route in the set. */
  readonly route: number
  readonly params: Readonly<Record<string, string>>
}

export function matcher<Result>(
  match: (method: string, path: string) => Result,
  read: (result: NonNullable<Result>) => Found,
): Matcher {
  return { match, read: (result) => read(result as NonNullable<Result>) }
}

/** The pattern in the syntax of most routers: `/user/:id`, or `/user/:id([0-9]+)`. */
export function toColonPath(
  { pattern }: Route,
  constrained: (name: string, source: string) => string = (name) => `:${name}`,
): string {
  const path = pattern.parts
    .map((part) => {
      if (part.type === 'literal') return part.text
      return part.constraint === undefined ? `:${part.name}` : constrained(part.name, part.constraint.source)
    })
    .join('')
  return path === '' ? '/' : path
}
