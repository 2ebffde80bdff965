import type { ProgramPlace } from '../record/recorded-application.js'

/** A part of the program that has no line, and the help for it. */
export interface Untranslated {
  readonly place: ProgramPlace
  readonly reason: string
  readonly suggestion: string
}

/** A line of a route file, before it is written. */
export interface PlannedLine {
  readonly type: 'line'
  /** `use`: a line for what `app.use` registers; it answers below a path, or passes on. */
  readonly kind: 'route' | 'use' | 'static'
  readonly method: string
  readonly pattern: string
  /** `userController.show`, `redirect:/home`, `staticDir:public`. */
  readonly target: string
  readonly middleware: string[]
  readonly place: ProgramPlace
  /** The numbers of the recorded handlers that answer. */
  readonly handlers: readonly number[]
}

/** A line that includes the file of a router. */
export interface PlannedInclude {
  readonly type: 'include'
  readonly prefix: string
  readonly file: PlannedFile
  readonly middleware: string[]
}

/** A line that is no route. */
export interface PlannedComment {
  readonly type: 'comment'
  readonly text: string
}

/** A line of any kind. */
export type PlannedEntry = PlannedLine | PlannedInclude | PlannedComment

/** The route file of a router. */
export interface PlannedFile {
  /** `user.routes`; empty for the main file. */
  readonly name: string
  readonly router: number
  readonly isStrict: boolean
  readonly express: 4 | 5
  /** Runs for all of its lines; written where the file is included, so that it runs for lines to come as well. */
  readonly middleware: string[]
  readonly entries: PlannedEntry[]
}

/** A call that stays in the application. */
export interface KeptCall {
  readonly place: ProgramPlace
  readonly text: string
  readonly position: 'before' | 'behind'
}

/** The route files of an application, and the rest of it. */
export interface RoutePlan {
  readonly main: PlannedFile
  readonly files: readonly PlannedFile[]
  readonly untranslated: readonly Untranslated[]
  readonly kept: readonly KeptCall[]
}
