/** A place in the program: absolute file, line from 1. */
export interface ProgramPlace {
  readonly file: string
  readonly line: number
  readonly column: number
}
