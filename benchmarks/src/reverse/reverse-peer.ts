/** A route for a builder of URLs, to be written in the syntax of each. */
export interface NamedRoute {
  readonly name: string
  /** `/users/{id}`: literal segments and variables, each a whole segment. */
  readonly segments: readonly (string | { readonly variable: string })[]
}

export type Params = Readonly<Record<string, string | number>>

/** A builder of URLs to compare with. It loads its package when it is created. */
export interface ReversePeer {
  /** Features that it leaves out, for the reader of the table. */
  readonly note: string
  /** Undefined when it cannot have the routes. */
  create(routes: readonly NamedRoute[]): Promise<Builder | undefined>
}

/** The timed call. An `ActionDefinition` is a URL, too, as a text. */
export type Builder = (name: string, params: Params) => { toString(): string }

/** `/users/:id`, or `/users/{id}`. */
export function toPath({ segments }: NamedRoute, variable: (name: string) => string): string {
  return `/${segments.map((segment) => (typeof segment === 'string' ? segment : variable(segment.variable))).join('/')}`
}
