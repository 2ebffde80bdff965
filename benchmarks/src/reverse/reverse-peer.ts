/** A route for builders of URLs, which each builder writes in its own syntax. */
export interface NamedRoute {
  readonly name: string
  /** The segments of the path. A segment is a literal text or a variable. */
  readonly segments: readonly (string | { readonly variable: string })[]
}

export type Params = Readonly<Record<string, string | number>>

/** A builder of URLs to compare with. `create` loads its package. */
export interface ReversePeer {
  /** Features that the builder has or lacks. The table shows them. */
  readonly note: string
  /** Undefined if the builder cannot have the routes. */
  create(routes: readonly NamedRoute[]): Promise<Builder | undefined>
}

/** The timed call. Its result is a string, or an `ActionDefinition`, whose text is the URL. */
export type Builder = (name: string, params: Params) => { toString(): string }

/** Returns a path such as `/users/:id` or `/users/{id}`. `variable` writes a variable. */
export function toPath({ segments }: NamedRoute, variable: (name: string) => string): string {
  return `/${segments.map((segment) => (typeof segment === 'string' ? segment : variable(segment.variable))).join('/')}`
}
