import type { ProgramPlace, RecordedRouter } from '../record/recorded-application.js'
import type { HandlerNames } from './handler-names.js'
import type { Registration } from './recorded-program.js'

/** A part of the program that has no line. */
export interface Untranslated {
  readonly place: ProgramPlace
  readonly reason: string
  readonly suggestion: string
}

export interface PlannedLine {
  readonly type: 'line'
  /** `use` is a handler of `app.use` that answers all requests under a path, or passes them on. */
  readonly kind: 'route' | 'use' | 'static'
  readonly registration: Registration
  readonly method: string
  readonly pattern: string
  readonly target: string
  readonly middleware: string[]
  /** True if the action may call `next()`. */
  readonly passesOn: boolean
}

export interface PlannedInclude {
  readonly type: 'include'
  readonly prefix: string
  readonly file: PlannedFile
  readonly middleware: string[]
}

export interface PlannedComment {
  readonly type: 'comment'
  readonly text: string
  readonly place: ProgramPlace
  readonly suggestion?: string
}

export type PlannedEntry = PlannedLine | PlannedInclude | PlannedComment

export interface PlannedFile {
  /** For example `user.routes`. The main file has the name ''. */
  readonly name: string
  /** Runs for all lines of the file. It is written at the include, so that it also runs for lines that users add. */
  readonly middleware: string[]
  readonly entries: PlannedEntry[]
}

/** A call that stays in the application. */
export interface KeptCall {
  readonly place: ProgramPlace
  readonly byPackage: string | undefined
  readonly text: string
  readonly position: 'before' | 'behind'
}

/** The route files of an application, and the parts of the program that have no line. */
export interface RoutePlan {
  readonly names: HandlerNames
  readonly main: PlannedFile
  readonly files: readonly PlannedFile[]
  readonly untranslated: readonly Untranslated[]
  readonly kept: readonly KeptCall[]
  /** The routers in the plan, including routers that are only reported. */
  readonly routers: ReadonlySet<RecordedRouter>
}
