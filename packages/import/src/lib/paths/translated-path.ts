/** A path in the syntax of route files. */
export interface TranslatedPath {
  /** `/user/{id}`, without an optional slash at the end. */
  readonly pattern: string
  /** True if no optional slash may follow: the pattern takes it, as `{<.*>path}` does, or a last slash counts. */
  readonly takesLastSlash: boolean
  /** True if the path also matches the mount path itself, as `*` does. */
  readonly acceptsNothing: boolean
  /** Variables that have another name in Express: `0` for `*`. */
  readonly renamed: readonly (readonly [variable: string, expressName: string])[]
  readonly variables: readonly string[]
  /** Variables that Express gives as a list of segments. */
  readonly lists: readonly string[]
}

/** Thrown for a path that a route file cannot express. */
export class UntranslatablePathException extends Error {
  override readonly name = 'UntranslatablePathException'
  readonly suggestion: string

  constructor(reason: string, suggestion: string) {
    super(reason)
    this.suggestion = suggestion
  }
}

/** The most lines for one path. More lines would be less readable than the path in Express. */
export const maxAlternatives = 16

export const rootPath: TranslatedPath = {
  pattern: '/',
  takesLastSlash: false,
  acceptsNothing: false,
  renamed: [],
  variables: [],
  lists: [],
}
