/** A path in the syntax of route files. */
export interface TranslatedPath {
  /** For example `/user/{id}`, without an optional last slash. */
  readonly pattern: string
  /** True if `/?` must not follow: the pattern itself accepts a last slash, or the last slash counts. */
  readonly takesLastSlash: boolean
  /** True if the path also matches the mount path itself, like `*`. */
  readonly acceptsNothing: boolean
  /** Variables with a different name in Express, such as `0` for `*`. */
  readonly renamed: readonly (readonly [variable: string, expressName: string])[]
  readonly variables: readonly string[]
  /** Variables whose value in Express is a list of segments. */
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

/** The largest number of lines for one path. With more lines, the path in Express would be easier to read. */
export const maxAlternatives = 16

export const rootPath: TranslatedPath = {
  pattern: '/',
  takesLastSlash: false,
  acceptsNothing: false,
  renamed: [],
  variables: [],
  lists: [],
}
