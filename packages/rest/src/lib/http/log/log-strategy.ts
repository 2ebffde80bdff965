import type * as Pino from 'pino'
import { dependency } from '@mvc-router/router-core/tools'
import type { ClientLogRecord } from './client-log-record.js'

const pinoModule = dependency<typeof Pino>('pino', import.meta.url)

/** Where records of clients go. What it throws, or rejects with, is counted and never reaches the client. */
export interface LogStrategy {
  log(record: ClientLogRecord): void | Promise<void>
}

/** What is needed of a pino logger. */
export type PinoLike = Pick<Pino.Logger, 'error' | 'warn' | 'info' | 'debug'>

/**
 * The default strategy: one JSON line per record, by `pino`, from a logger of your own if you give one. Without one it
 * writes to the standard output in the background, and forgets what that does not take: a full disk, a closed pipe or a
 * reader that has stopped reading never holds up the process.
 */
export class PinoLogStrategy implements LogStrategy {
  readonly #logger: PinoLike
  #failure: unknown

  constructor(logger?: PinoLike) {
    this.#logger = logger ?? this.#createLogger()
  }

  log({ level, message, time, context, browser }: ClientLogRecord): void {
    // The level comes from a closed list, so this is no access by a name from outside.
    this.#logger[level]({ clientTime: time.toISOString(), context, browser }, '%s', message)
    const failure = this.#failure
    this.#failure = undefined
    if (failure !== undefined) throw new Error('The log could not be written', { cause: failure })
  }

  /** What the output refuses is known later than the record: the next one tells it. */
  #createLogger(): PinoLike {
    const { pino } = pinoModule()
    const output = pino.destination({ dest: 1, sync: false, maxLength: maxWaitingLength })
    const note = (failure: unknown): void => {
      this.#failure = failure
    }
    output.on('error', note)
    output.on('drop', note)
    return pino({ name: 'client', level: 'debug' }, output)
  }
}

/** What may wait to be written, in characters. */
const maxWaitingLength = 1_000_000
