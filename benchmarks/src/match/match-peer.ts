import type { Route } from '@mvc-router/router-core'
import type { RouteSet } from '../route-sets.js'

/** A router to compare with. It loads its package when it is created: alone in a process, no other one is loaded. */
export interface MatchPeer {
  /** Features that it leaves out, for the reader of the table. */
  readonly note: string
  readonly generatesCode?: boolean
  /** Undefined when it cannot register the routes. */
  create(set: RouteSet): Promise<Matcher | undefined>
}

export interface Matcher {
  /** The timed call: undefined or null where no route matches. */
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

/** `/user/:id`, or `/user/:id([0-9]+)`: most routers write it so. */
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
