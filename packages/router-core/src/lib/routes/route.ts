import type { QueryPredicate } from '../syntax/query-predicates.js'
import type { RouteModifiers } from '../syntax/modifiers.js'
import type { RoutePattern } from '../syntax/pattern/route-pattern.js'
import type { RouteTarget } from '../syntax/route-target.js'

/** A line of a route file: the requests that it accepts, the target that it runs, and its place. */
export interface Route {
  /** As written: `GET`, `*`, `GET|POST`. */
  readonly method: string
  /** The path pattern with the prefixes of includes, without the host: `/user/{<[0-9]+>id}`. */
  readonly path: string
  /** The host pattern as written. */
  readonly host: string | undefined
  readonly pattern: RoutePattern
  readonly formats: readonly string[]
  readonly predicates: readonly QueryPredicate[]
  /** `controller.method`, or the text of another target: `404`, `staticDir:public`. */
  readonly action: string
  /** The fixed arguments. */
  readonly args: Readonly<Record<string, string>>
  readonly target: RouteTarget
  /** The words of the `+` lines of the route and its includes: `nocsrf` is `true`, `name=x` is `'x'`. */
  readonly modifiers: RouteModifiers
  /** The middleware that runs before the target (`+ use=signedIn,upload`). Names of outer includes come first. */
  readonly middleware: readonly string[]
  readonly file: string
  /** From 1. */
  readonly line: number
}
