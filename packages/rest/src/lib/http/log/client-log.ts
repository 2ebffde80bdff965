import type { IncomingMessage } from 'node:http'
import { checkOptions } from '@mvc-router/router-core/tools'
import { checkCount, wrongValue } from '../../check-values.js'
import { IllegalArgumentException } from '../../exceptions/rest-exceptions.js'
import { BodyReader, type ReadBody } from '../body/body-reader.js'
import { PayloadTooLargeException, TooManyRequestsException } from '../../exceptions/http-exceptions.js'
import { type ClientLogRecord, readClientLogRecord } from './client-log-record.js'
import { JsonLogStrategy, type LogStrategy } from './log-strategy.js'

/** Options of the client log. */
export interface ClientLogOptions {
  readonly strategy?: LogStrategy
  /** The maximum number of requests from one IP address in a minute. Default: 300. `false` means no limit. */
  readonly rateLimit?: number | false
  /** Your own limit. It is called before a body is read. `false` refuses the request with 429. */
  readonly accept?: (request: IncomingMessage) => boolean | Promise<boolean>
}

const maxRecords = 100

/** The endpoints `POST api/log` and `POST api/logs`. A batch is logged completely or not at all. */
export class ClientLog {
  readonly #strategy: LogStrategy
  readonly #accept: NonNullable<ClientLogOptions['accept']>
  readonly #reader = new BodyReader({ limit: '256kb' })
  readonly #rate: RequestRate | undefined
  #refusedCount = 0
  #failedCount = 0

  /** @throws ConfigurationException for a strategy that cannot log, or a wrong limit. */
  constructor(options: ClientLogOptions = {}) {
    checkOptions('clientLog', options, { strategy: true, rateLimit: true, accept: true })
    const { strategy = new JsonLogStrategy(), rateLimit = 300, accept = () => true } = options
    if (typeof strategy.log !== 'function')
      throw wrongValue('clientLog.strategy', 'an object with a method log', strategy)
    this.#strategy = strategy
    this.#rate =
      rateLimit === false ? undefined : new RequestRate(checkCount('clientLog.rateLimit', rateLimit))
    this.#accept = accept
  }

  /** The number of requests that the limit or `accept` refused. */
  get refusedCount(): number {
    return this.#refusedCount
  }

  /** The number of records that the strategy failed to write. */
  get failedCount(): number {
    return this.#failedCount
  }

  /** @throws IllegalArgumentException for a bad record or a missing User-Agent */
  async logOne(request: IncomingMessage): Promise<void> {
    const { value, ...source } = await this.#read(request)
    void this.#write(readClientLogRecord(value, { ...source, label: 'The record', path: [] }))
  }

  /** @throws IllegalArgumentException that names the index of the bad record */
  async logAll(request: IncomingMessage): Promise<void> {
    const { value, ...source } = await this.#read(request)
    if (!Array.isArray(value))
      throw new IllegalArgumentException('The body: expected an array of records', {
        place: { path: '', code: 'type' },
      })
    if (value.length > maxRecords)
      throw new PayloadTooLargeException(`The body has more than ${maxRecords} records`)
    const records = value.map((record: unknown, index) =>
      readClientLogRecord(record, { ...source, label: `Record ${index}`, path: [index] }),
    )
    for (const record of records) void this.#write(record)
  }

  async #read(request: IncomingMessage): Promise<ReadBody & { readonly browser: string }> {
    await this.#admit(request)
    return { browser: readBrowser(request), ...(await this.#reader.read(request)) }
  }

  async #admit(request: IncomingMessage): Promise<void> {
    const seconds = this.#rate?.secondsToWait(clientOf(request)) ?? 0
    if (seconds === 0 && (await this.#accept(request))) return
    this.#refusedCount += 1
    const headers: Record<string, string> = seconds === 0 ? {} : { 'Retry-After': String(seconds) }
    throw new TooManyRequestsException('Too many log records', headers)
  }

  /** The answer does not wait for the strategy, so a failure is only counted. */
  async #write(record: ClientLogRecord): Promise<void> {
    try {
      await this.#strategy.log(record)
    } catch {
      this.#failedCount += 1
    }
  }
}

/** Behind a trusted proxy, Express has the client's address in `ip`. */
function clientOf({ ip, socket }: IncomingMessage & { readonly ip?: string }): string {
  return ip ?? socket.remoteAddress ?? ''
}

function readBrowser(request: IncomingMessage): string {
  const browser = request.headers['user-agent']
  if (browser === undefined || browser === '')
    throw new IllegalArgumentException('The User-Agent header is missing', {
      place: { header: 'User-Agent', code: 'required' },
    })
  return browser
}

const minute = 60_000
/** The maximum number of clients in a minute. Further clients are refused. */
const maxClients = 10_000

/** Limits the requests of each client in a minute, without a timer and with bounded memory. */
export class RequestRate {
  readonly #limit: number
  readonly #counts = new Map<string, number>()
  #start = performance.now()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Counts a request. Returns 0 if the request is allowed, or the number of seconds to wait. */
  secondsToWait(client: string): number {
    const now = performance.now()
    if (now - this.#start >= minute) {
      this.#counts.clear()
      this.#start = now
    }
    const count = this.#counts.get(client) ?? 0
    const isRefused = count >= this.#limit || (count === 0 && this.#counts.size >= maxClients)
    if (isRefused) return Math.max(1, Math.ceil((this.#start + minute - now) / 1000))
    this.#counts.set(client, count + 1)
    return 0
  }
}
