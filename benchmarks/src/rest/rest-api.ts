import type { Listening } from '../servers/serve-measured.js'
import type { Questions } from './questions.js'
import type { Store } from './stores.js'

/** An API of books to compare with. */
export interface RestApi {
  readonly stores: readonly Store[]
  readonly questions: Questions
  /** Loaded by the process that runs it, and by no other. */
  readonly load: () => Promise<StartApi>
}

/** Gives a server with 1,000 books, not listening yet. */
export type StartApi = (store: Store) => Promise<RunningApi>

export interface RunningApi {
  readonly server: Listening
  /** Drops its table. */
  readonly close: () => Promise<void>
}
