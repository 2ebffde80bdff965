/** The regular expression of `{<regex>name}`. */
export interface Constraint {
  readonly source: string
}
