import { printable } from '@mvc-router/router-core/tools'
import { isDay } from '../../entity/read/read-value.js'
import { IllegalArgumentException } from '../../exceptions/rest-exceptions.js'

/** The only levels that a client may use. */
export const clientLogLevels = ['error', 'warn', 'info', 'debug'] as const
/** The level of a client log record. */
export type ClientLogLevel = (typeof clientLogLevels)[number]

/** A record from a client. Its texts are safe to write: one line, without control and bidi characters. */
export interface ClientLogRecord {
  readonly level: ClientLogLevel
  readonly message: string
  readonly time: Date
  /** The activity of the client, if the record contains it. */
  readonly context: string | undefined
  /** The User-Agent header. */
  readonly browser: string
}

export const maxMessageBytes: number = 8 * 1024
export const maxContextBytes: number = 8 * 1024
/** The latest time of a `Date`, in milliseconds. */
export const maxTime = 8.64e15
const maxBrowserLength = 512

/** Facts about a record that are not in its body. */
export interface RecordSource {
  readonly browser: string
  readonly textual: boolean
  /** The subject of error messages: `Record 2`. */
  readonly label: string
  /** The path of the record in the body. */
  readonly path: readonly number[]
}

/** @throws IllegalArgumentException for a wrong record. Unknown keys are ignored. */
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
  // The copy has no inherited properties.
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

/** Throws an error about a property such as `['level']`. `[]` means the whole record. */
type Refuse = (name: readonly string[], code: string, message: string) => never

function readText(value: unknown, name: string, maxBytes: number, refuse: Refuse): string {
  if (typeof value !== 'string' || value === '')
    return refuse([name], 'type', `: expected a ${name}, a text that is not empty`)
  if (Buffer.byteLength(value) > maxBytes)
    return refuse([name], 'maxLength', ` has a ${name} of more than ${maxBytes} bytes`)
  return oneLine(value)
}

const isoTime = /^[0-9-]{10}T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/

/** Reads ISO 8601 with a time zone, or milliseconds since 1970. */
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

/** `Date.parse` reads 30 February as 1 March, so the day is checked first. */
function parseIsoTime(text: string): number {
  return isoTime.test(text) && isDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN
}

/** Escapes line breaks and tabs, so that a text stays in its column of the log. */
function oneLine(text: string): string {
  return printable(text).replaceAll('\t', String.raw`\u0009`)
}
