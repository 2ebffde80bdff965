import type { Route } from '../routes/route.js'

/** The parts of a request that matching reads. The case of header names does not matter. */
export interface MatchRequest {
  readonly method: string
  /** Relative to the mount path, with or without a query. */
  readonly path: string
  /** With or without a port. */
  readonly host?: string | undefined
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>> | undefined
  /** True if `%c3` in the path matches `%C3` in a literal, as when Express ignores case. Default: false. */
  readonly ignoresEscapeCase?: boolean | undefined
}

/** The route that answers a request, with the arguments of its action. */
export interface RouteMatch {
  readonly route: Route
  /** The action. Its variables are replaced by their values. */
  readonly action: string
  /** The decoded variables of path and host, and the fixed arguments, which win. */
  readonly args: Record<string, string>
  /** The format that the route sets: from an argument named `format`, or from its list of formats. */
  readonly format?: string
}

export interface MatchOptions {
  readonly maxParamLength: number
}

/** `post`: from POST to PUT, PATCH or DELETE. `compat`: from and to any method except WS. */
export type MethodOverride = false | 'post' | 'compat'
