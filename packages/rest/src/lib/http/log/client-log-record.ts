import { printable } from '@mvc-router/router-core/tools'
import { isDay } from '../../entity/read/read-value.js'
import { IllegalArgumentException } from '../../exceptions/rest-exceptions.js'

/** The levels that a client may use, and no others. */
export const clientLogLevels = ['error', 'warn', 'info', 'debug'] as const
/** The level of a record of the client log. */
export type ClientLogLevel = (typeof clientLogLevels)[number]

/** A record from a client. Its texts are safe to write: each is one line without control or bidi characters. */
export interface ClientLogRecord {
  readonly level: ClientLogLevel
  readonly message: string
  readonly time: Date
  /** The client's activity, when it says so. */
  readonly context: string | undefined
  /** The User-Agent header. */
  readonly browser: string
}

export const maxMessageBytes: number = 8 * 1024
export const maxContextBytes: number = 8 * 1024
/** The last millisecond of a `Date`. */
export const maxTime = 8.64e15
const maxBrowserLength = 512

/** The source of a record, beside its body. */
export interface RecordSource {
  /** The User-Agent header. */
  readonly browser: string
  /** True if all leaves of the body are texts, as in XML. */
  readonly textual: boolean
  /** How errors name the record. */
  readonly label: string
  /** Where it is in the body. */
  readonly path: readonly number[]
}

/**
 * Reads one record from a parsed body. Unknown keys are left out.
 *
 * @throws IllegalArgumentException that says what is wrong with the record
 */
export function readClientLogRecord(
  body: unknown,
  { browser, textual, label, path }: RecordSource,
): ClientLogRecord {
  const refuse: Refuse = (name, code, message) => {
    const place = { path: [...path, ...name].join('.'), code }
    throw new IllegalArgumentException(`${label}${message}`, { place })
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return refuse([], 'type', ': expected an object')
  // A copy has the body's own properties alone.
  const { level, message, time, context }: Readonly<Partial<Record<string, unknown>>> = { ...body }
  const knownLevel = clientLogLevels.find((candidate) => candidate === level)
  if (knownLevel === undefined)
    return refuse(['level'], 'enum', `: expected a level of ${clientLogLevels.join(', ')}`)
  return {
    level: knownLevel,
    message: readText(message, 'message', maxMessageBytes, refuse),
    time: readTime(
      textual && typeof time === 'string' && /^\d{1,16}$/.test(time) ? Number(time) : time,
      refuse,
    ),
    context:
      context === undefined || context === null
        ? undefined
        : readText(context, 'context', maxContextBytes, refuse),
    browser: oneLine(browser.slice(0, maxBrowserLength)),
  }
}

/** Says what is wrong with a property of the record; with none, what is wrong with the whole. */
type Refuse = (name: readonly string[], code: string, message: string) => never

function readText(value: unknown, name: string, maxBytes: number, refuse: Refuse): string {
  if (typeof value !== 'string' || value === '')
    return refuse([name], 'type', `: expected a ${name}, a text that is not empty`)
  if (Buffer.byteLength(value) > maxBytes)
    return refuse([name], 'maxLength', ` has a ${name} of more than ${maxBytes} bytes`)
  return oneLine(value)
}

const isoTime = /^[0-9-]{10}T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/

/** ISO 8601 with a time zone, or milliseconds since 1970. */
function readTime(value: unknown, refuse: Refuse): Date {
  const milliseconds = typeof value === 'string' ? parseIsoTime(value) : value
  const isTime =
    typeof milliseconds === 'number' &&
    Number.isSafeInteger(milliseconds) &&
    milliseconds >= 0 &&
    milliseconds <= maxTime
  if (!isTime) return refuse(['time'], 'type', ': expected a time, in ISO 8601 or in milliseconds since 1970')
  return new Date(milliseconds)
}

/** `Date.parse` takes 30 February for 1 March, hence the second look. */
function parseIsoTime(text: string): number {
  return isoTime.test(text) && isDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN
}

/** Returns the text as one line without a tab, so that it stays in its column. */
function oneLine(text: string): string {
  return printable(text).replaceAll('\t', String.raw`\u0009`)
}
