/** A path in the syntax of route files. */
export interface TranslatedPath {
  /** `/user/{id}`, without the forgiven slash at the end. */
  readonly pattern: string
  /** True if the pattern itself takes a slash at the end, as `{<.*>path}` does. */
  readonly takesLastSlash: boolean
  /** True if the path accepts the empty rest below a mount: `*` does. */
  readonly acceptsNothing: boolean
  /** Variables that Express knows by another name: `0` for `*`. */
  readonly renamed: readonly (readonly [variable: string, expressName: string])[]
  readonly variables: readonly string[]
  /** Variables that Express gives as a list of segments. */
  readonly lists: readonly string[]
}

/** Thrown for a path that a route file cannot say. */
export class UntranslatablePathException extends Error {
  override readonly name = 'UntranslatablePathException'
  readonly suggestion: string

  constructor(reason: string, suggestion: string) {
    super(reason)
    this.suggestion = suggestion
  }
}

/** More lines than this say one path no more readably than Express does. */
export const maxAlternatives = 16

export const rootPath: TranslatedPath = {
  pattern: '/',
  takesLastSlash: false,
  acceptsNothing: false,
  renamed: [],
  variables: [],
  lists: [],
}
