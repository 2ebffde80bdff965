import type { Untranslated } from '../program/evaluation.js'
import type { ProgramPlace } from '../program/source/program-place.js'
import type { ExpressRouter } from '../program/values/values.js'

/** A line of a route file, before it is written. */
export interface PlannedLine {
  readonly type: 'line'
  /** `use`: a line for what `app.use` registers; it answers below a path, or passes on. */
  readonly kind: 'route' | 'use' | 'static'
  readonly method: string
  readonly pattern: string
  /** `userController.show`, `redirect:/home`, `staticDir:public`. */
  readonly target: string
  readonly middleware: readonly string[]
  readonly place: ProgramPlace
  /** The path in Express's words. */
  readonly expressPath: string
  readonly isConditional: boolean
}

export interface PlannedInclude {
  readonly type: 'include'
  readonly prefix: string
  readonly file: PlannedFile
  readonly middleware: readonly string[]
  readonly isConditional: boolean
}

export interface PlannedComment {
  readonly type: 'comment'
  readonly text: string
}

export type PlannedEntry = PlannedLine | PlannedInclude | PlannedComment

export interface PlannedFile {
  /** `user.routes`; empty for the main file. */
  readonly name: string
  readonly router: ExpressRouter
  readonly entries: PlannedEntry[]
}

/** What stays in the application as it is. */
export interface KeptCall {
  readonly place: ProgramPlace
  readonly text: string
  readonly position: 'before' | 'behind'
}

export interface RoutePlan {
  readonly main: PlannedFile
  readonly files: readonly PlannedFile[]
  readonly untranslated: readonly Untranslated[]
  readonly kept: readonly KeptCall[]
}
