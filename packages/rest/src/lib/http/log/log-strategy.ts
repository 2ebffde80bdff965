import { write } from 'node:fs'
import type { ClientLogLevel, ClientLogRecord } from './client-log-record.js'

/** A destination of client records. Its exceptions and rejections are only counted, and never reach the client. */
export interface LogStrategy {
  log(record: ClientLogRecord): void | Promise<void>
}

/** The maximum length of waiting records, in UTF-16 units. */
const maxWaitingLength = 1_000_000

/** The pause after the output was full. */
const pauseMs = 100

const standardOutput = 1

/**
 * The default strategy: one JSON line per record on the standard output. It writes in the background, and drops records
 * if the output is full. So a full disk, a closed pipe or a stopped reader never blocks the process.
 */
export class JsonLogStrategy implements LogStrategy {
  #waiting = ''
  #isWriting = false
  #failure: unknown

  /** @throws Error if this line was dropped, or if earlier lines failed, because the output reports a failure late. */
  log({ level, message, time, context, browser }: ClientLogRecord): void {
    const clientTime = time.toISOString()
    const written = { time: new Date(), name: 'client', level, message, clientTime, context, browser }
    const line = JSON.stringify(written)
    if (this.#waiting.length + line.length < maxWaitingLength) this.#waiting += `${line}\n`
    else this.#failure ??= new Error('Too many records wait to be written')
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

  /** `fs.write` writes in the thread pool. A stream to a file would block this thread. */
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

/** The methods of a `pino` logger that `PinoLogStrategy` calls. */
export type PinoLike = Readonly<
  Record<ClientLogLevel, (fields: object, format: string, message: string) => unknown>
>

/** Writes records with a `pino` logger, which has its own level and output. */
export class PinoLogStrategy implements LogStrategy {
  readonly #logger: PinoLike

  constructor(logger: PinoLike) {
    this.#logger = logger
  }

  log({ level, message, time, context, browser }: ClientLogRecord): void {
    // The level comes from a fixed list, so a client cannot choose another method.
    this.#logger[level]({ clientTime: time.toISOString(), context, browser }, '%s', message)
  }
}
