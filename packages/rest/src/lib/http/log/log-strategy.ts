import { write } from 'node:fs'
import type { ClientLogLevel, ClientLogRecord } from './client-log-record.js'

/** A destination of clients' records. Its exceptions and rejections are counted and never reach the client. */
export interface LogStrategy {
  log(record: ClientLogRecord): void | Promise<void>
}

/** Limit of waiting records, in characters. */
const maxWaitingLength = 1_000_000

/** How long an output that takes nothing at the moment is left alone. */
const pauseMs = 100

const standardOutput = 1

/**
 * The default strategy: one JSON line per record on the standard output, the stream of `console`. It is written in the background, and
 * what the output does not take is forgotten: a full disk, a closed pipe or a reader that has stopped reading never holds up the process.
 */
export class JsonLogStrategy implements LogStrategy {
  #waiting = ''
  #isWriting = false
  #failure: unknown

  /** @throws Error for lines that could not be written; the output says so only after their records. */
  log({ level, message, time, context, browser }: ClientLogRecord): void {
    const clientTime = time.toISOString()
    const line = JSON.stringify({
      time: new Date(),
      name: 'client',
      level,
      message,
      clientTime,
      context,
      browser,
    })
    if (this.#waiting.length + line.length < maxWaitingLength) this.#waiting += `${line}\n`
    else this.#failure ??= new Error('Too much waits to be written')
    if (!this.#isWriting) this.#writeNext()
    const failure = this.#failure
    this.#failure = undefined
    if (failure !== undefined) throw new Error('The log could not be written', { cause: failure })
  }

  #writeNext(): void {
    const lines = Buffer.from(this.#waiting)
    this.#waiting = ''
    this.#isWriting = lines.length > 0
    if (this.#isWriting) this.#write(lines)
  }

  /** In the thread pool, since a stream writes a file in this thread. */
  #write(lines: Buffer): void {
    write(standardOutput, lines, (error, length) => {
      if (error?.code === 'EAGAIN') setTimeout(() => this.#write(lines), pauseMs).unref()
      else if (error === null && length < lines.length) this.#write(lines.subarray(length))
      else {
        if (error !== null) this.#failure = error
        this.#writeNext()
      }
    })
  }
}

/** The methods of a `pino` logger that are called. */
export type PinoLike = Readonly<
  Record<ClientLogLevel, (fields: object, format: string, message: string) => unknown>
>

/** Writes records by a `pino` logger, whose level and output are its own. */
export class PinoLogStrategy implements LogStrategy {
  readonly #logger: PinoLike

  constructor(logger: PinoLike) {
    this.#logger = logger
  }

  log({ level, message, time, context, browser }: ClientLogRecord): void {
    // The level comes from a closed list, so this is no access by a name from outside.
    this.#logger[level]({ clientTime: time.toISOString(), context, browser }, '%s', message)
  }
}
