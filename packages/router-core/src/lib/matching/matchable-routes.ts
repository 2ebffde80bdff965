import type { MatchIndex } from './index/match-index.js'
import type { PathPrefixes } from './path-prefixes.js'
import type { Route } from '../routes/route.js'

/** A route table as matching sees it. */
export interface MatchableRoutes {
  /** The routes by method and path. */
  readonly index: MatchIndex
  /** The same for paths whose escapes are in upper case. */
  readonly foldedIndex: MatchIndex
  /** Where the routes start, with escapes in upper case. */
  readonly prefixes: PathPrefixes
  /** @throws RangeError for a route of another table */
  numberOf(route: Route): number
}
