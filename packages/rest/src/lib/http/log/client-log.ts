import type { IncomingMessage } from 'node:http'
import { ConfigurationException } from '@mvc-router/router-core'
import { checkOptionNames } from '../../check-option-names.js'
import { IllegalArgumentException } from '../../exceptions/rest-exceptions.js'
import { checkBodyOptions } from '../body/body-options.js'
import { BodyReader } from '../body/body-reader.js'
import { PayloadTooLargeException, TooManyRequestsException } from '../../exceptions/http-exceptions.js'
import { type ClientLogRecord, readClientLogRecord } from './client-log-record.js'
import { type LogStrategy, PinoLogStrategy } from './log-strategy.js'

/** How the client log behaves. */
export interface ClientLogOptions {
  readonly strategy?: LogStrategy
  /** Called before a body is read; `false` refuses the request with 429. The place for a rate limit. */
  readonly accept?: (request: IncomingMessage) => boolean
}

const maxRecords = 100

/** The endpoints `POST api/log` and `POST api/logs`. A batch is logged whole or not at all. */
export class ClientLog {
  readonly #strategy: LogStrategy
  readonly #accept: (request: IncomingMessage) => boolean
  readonly #reader = new BodyReader(checkBodyOptions({ limit: '256kb' }))
  #refusedCount = 0
  #failedCount = 0

  /** @throws ConfigurationException for a strategy that could log nothing. */
  constructor(options: ClientLogOptions = {}) {
    checkOptionNames('clientLog', options, ['strategy', 'accept'])
    const { strategy = new PinoLogStrategy(), accept = () => true } = options
    if (typeof strategy.log !== 'function')
      throw new ConfigurationException('clientLog.strategy', 'clientLog.strategy must have a method log')
    this.#strategy = strategy
    this.#accept = accept
  }

  /** Requests that `accept` refused. */
  get refusedCount(): number {
    return this.#refusedCount
  }

  /** Records that the strategy failed to write. */
  get failedCount(): number {
    return this.#failedCount
  }

  /** @throws IllegalArgumentException for a bad record or a missing User-Agent */
  async logOne(request: IncomingMessage): Promise<void> {
    this.#admit(request)
    const browser = readBrowser(request)
    const { value } = await this.#reader.read(request)
    this.#write(readClientLogRecord(value, browser, 'The record'))
  }

  /** @throws IllegalArgumentException that names the index of the bad record */
  async logAll(request: IncomingMessage): Promise<void> {
    this.#admit(request)
    const browser = readBrowser(request)
    const { value } = await this.#reader.read(request)
    if (!Array.isArray(value)) throw new IllegalArgumentException('The body must be an array of records')
    if (value.length > maxRecords)
      throw new PayloadTooLargeException(`The body has more than ${maxRecords} records`)
    const records = value.map((record: unknown, index) =>
      readClientLogRecord(record, browser, `Record ${index}`),
    )
    for (const record of records) this.#write(record)
  }

  #admit(request: IncomingMessage): void {
    if (this.#accept(request)) return
    this.#refusedCount += 1
    throw new TooManyRequestsException('Too many log records')
  }

  #write(record: ClientLogRecord): void {
    try {
      this.#strategy.log(record)
    } catch {
      this.#failedCount += 1
    }
  }
}

function readBrowser(request: IncomingMessage): string {
  const browser = request.headers['user-agent']
  if (browser === undefined || browser === '')
    throw new IllegalArgumentException('The User-Agent header is missing')
  return browser
}
