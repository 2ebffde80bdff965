import type { Route } from '../routes/route.js'
import type { ReverseArguments } from './reverse-arguments.js'

/** What reversing found: a URL, and what it was built from. */
export interface ReversedRoute {
  /** Path and query, mount path included. */
  readonly url: string
  /** Path and query as the table matches them, without the mount path. */
  readonly path: string
  readonly host: string | undefined
  /** `GET` for a `*` route, the first one of several methods. */
  readonly method: string
  readonly route: Route
  readonly action: string
  /** The caller's arguments, those written in the action's text among them. */
  readonly args: ReverseArguments
  /** Known to hold nothing that HTML escapes. */
  readonly isHtml?: boolean
}
