import type { ProgramPlace, RecordedRouter } from '../record/recorded-application.js'
import type { HandlerNames } from './handler-names.js'
import type { Registration } from './recorded-program.js'

/** A part of the program that becomes no line, with a reason and a suggestion. */
export interface Untranslated {
  readonly place: ProgramPlace
  readonly reason: string
  readonly suggestion: string
}

/** A line of a route file, before it is written. */
export interface PlannedLine {
  readonly type: 'line'
  /** `use` is a handler of `app.use` that answers all requests below a path, or passes them on. */
  readonly kind: 'route' | 'use' | 'static'
  readonly registration: Registration
  readonly method: string
  readonly pattern: string
  /** `userController.show`, `redirect:/home`, `staticDir:public`. */
  readonly target: string
  readonly middleware: string[]
  /** True if the action may call `next()`. */
  readonly passesOn: boolean
}

/** A line that includes the file of a router. */
export interface PlannedInclude {
  readonly type: 'include'
  readonly prefix: string
  readonly file: PlannedFile
  readonly middleware: string[]
}

/** A comment line of a route file about a place of the program. */
export interface PlannedComment {
  readonly type: 'comment'
  readonly text: string
  readonly place: ProgramPlace
  readonly suggestion?: string
}

/** A line of any kind. */
export type PlannedEntry = PlannedLine | PlannedInclude | PlannedComment

/** The route file of a router. */
export interface PlannedFile {
  /** `user.routes`; empty for the main file. */
  readonly name: string
  /** Runs for all lines of the file. It is written at the include, so that it runs for lines that are added later. */
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

/** The route files of an application, and the parts that do not become lines. */
export interface RoutePlan {
  readonly names: HandlerNames
  readonly main: PlannedFile
  readonly files: readonly PlannedFile[]
  readonly untranslated: readonly Untranslated[]
  readonly kept: readonly KeptCall[]
  /** The routers in the plan, also those that are reported. */
  readonly routers: ReadonlySet<RecordedRouter>
}
