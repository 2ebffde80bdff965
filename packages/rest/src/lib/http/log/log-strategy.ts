import { type Logger, pino } from 'pino'
import type { ClientLogRecord } from './client-log-record.js'

/** Where records of clients go. What it throws is counted and never reaches the client. */
export interface LogStrategy {
  log(record: ClientLogRecord): void
}

/** What is needed of a pino logger. */
export type PinoLike = Pick<Logger, 'error' | 'warn' | 'info' | 'debug'>

/** The default strategy: one JSON line per record, by `pino`, from a logger of your own if you give one. */
export class PinoLogStrategy implements LogStrategy {
  readonly #logger: PinoLike

  constructor(logger: PinoLike = pino({ name: 'client', level: 'debug' })) {
    this.#logger = logger
  }

  log({ level, message, time, context, browser }: ClientLogRecord): void {
    // The level comes from a closed list, so this is no access by a name from outside.
    this.#logger[level]({ clientTime: time.toISOString(), context, browser }, '%s', message)
  }
}
