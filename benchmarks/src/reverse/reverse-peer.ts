/** What all builders of URLs are given: routes by name, in the syntax of each. */
export interface NamedRoute {
  readonly name: string
  /** `/users/{id}`: literal segments and variables, each a whole segment. */
  readonly segments: readonly (string | { readonly variable: string })[]
}

export type Params = Readonly<Record<string, string | number>>

/** Something that builds URLs, to compare with. Each has a timed loop of its own: a shared one would see every peer's shapes. */
export interface ReversePeer {
  /** What it leaves out, for the reader of the table. */
  readonly note: string
  /** Undefined when it cannot have the routes. */
  create(routes: readonly NamedRoute[]): Builder | undefined
}

export interface Builder {
  url(name: string, params: Params): string
  /** The timed loop; returns a checksum. */
  run(names: readonly string[], params: readonly Params[]): number
}

/** `/users/:id` */
export function toColonPath({ segments }: NamedRoute): string {
  return `/${segments.map((segment) => (typeof segment === 'string' ? segment : `:${segment.variable}`)).join('/')}`
}

/** `/users/{id}` */
export function toBracePath({ segments }: NamedRoute): string {
  return `/${segments.map((segment) => (typeof segment === 'string' ? segment : `{${segment.variable}}`)).join('/')}`
}
