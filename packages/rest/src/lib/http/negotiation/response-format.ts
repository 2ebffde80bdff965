import { BoundedMap } from '@mvc-router/router-core/tools'
import Negotiator from 'negotiator'
import { isMediaType, quotedText } from './media-type-header.js'

export type Syntax = 'json' | 'xml' | 'hal'

export interface ResponseFormat<AnySyntax = Syntax> {
  readonly syntax: AnySyntax
  readonly contentType: string
}

/** The format of an error: `RestError` in JSON or XML, or problem details (RFC 9457). */
export type ErrorFormat = ResponseFormat<Syntax | 'problem'>

export const jsonFormat: ResponseFormat = formatOf('json', 'application/json')
const xmlFormat = formatOf('xml', 'application/xml')
const textXmlFormat = formatOf('xml', 'text/xml')
const problemFormat = formatOf('problem', 'application/problem+json')

/** In order of preference, so that a wildcard gets JSON. */
const formats: ReadonlyMap<string, ResponseFormat> = new Map([
  ['application/json', jsonFormat],
  ['application/xml', xmlFormat],
  ['text/xml', textXmlFormat],
  ['application/hal+json', formatOf('hal', 'application/hal+json')],
])

function formatOf<const AnySyntax extends Syntax | 'problem'>(
  syntax: AnySyntax,
  type: string,
): ResponseFormat<AnySyntax> {
  return { syntax, contentType: `${type}; charset=utf-8` }
}

/** Types with their own format. Entities are never read from such a type or written to it. */
const foreignSuffixTypes: ReadonlySet<string> = new Set([
  'application/xhtml+xml',
  'application/atom+xml',
  'application/rss+xml',
  'application/soap+xml',
  'application/problem+json',
  'application/problem+xml',
  'application/json-patch+json',
  'application/merge-patch+json',
])

/** Headers repeat, and parsing takes 15 µs for axios and 29 µs for a browser. The bound limits memory for hostile clients. */
const cacheSize = 256
const cachedHeaderLength = 512
const maxRanges = 64
const knownFormats = new BoundedMap<string, Formats>(cacheSize)

interface Formats {
  /** `undefined` means that the answer is 406. */
  readonly answer: ResponseFormat | undefined
  readonly error: ErrorFormat
}

/**
 * Returns the format for an Accept header, or `undefined` for 406. A missing or empty header means JSON. The answer to
 * `application/vnd.foo+json` has this type. A browser accepts `text/html` and a wildcard, and gets JSON.
 */
export function negotiateResponseFormat(accept: string | undefined): ResponseFormat | undefined {
  if (accept === undefined || accept === '' || accept === '*/*' || accept === 'application/json')
    return jsonFormat
  return formatsFor(accept).answer
}

/** Returns the format of an error body. JSON is the default. */
export function negotiateErrorFormat(accept: string | undefined, preferProblem: boolean): ErrorFormat {
  const format = accept === undefined ? jsonFormat : formatsFor(accept).error
  return preferProblem && format.syntax === 'json' ? problemFormat : format
}

/** True if the client prefers an HTML page to data, like a browser. */
export function prefersPages(accept: string | undefined): boolean {
  if (accept?.includes('html') !== true) return false
  const [first] = readAccept(accept).negotiator.mediaTypes(['text/html', ...formats.keys()])
  return first === 'text/html'
}

function formatsFor(accept: string): Formats {
  const known = knownFormats.get(accept)
  if (known !== undefined) return known
  const parsed = readAccept(accept)
  const answer = chooseResponseFormat(parsed)
  const chosen = { answer, error: chooseErrorFormat(parsed, answer) }
  if (accept.length <= cachedHeaderLength) knownFormats.set(accept, chosen)
  return chosen
}

function chooseResponseFormat({ negotiator, asked }: ParsedAccept): ResponseFormat | undefined {
  if (isBrowser(negotiator) && negotiator.mediaType(['application/json']) !== undefined) return jsonFormat
  const suffixFormats = new Map(formats)
  for (const type of asked) {
    const format = suffixFormats.has(type) ? undefined : suffixFormat(type)
    if (format !== undefined) suffixFormats.set(type, format)
  }
  const chosen = negotiator.mediaType([...suffixFormats.keys()])
  return chosen === undefined ? undefined : suffixFormats.get(chosen)
}

function chooseErrorFormat({ negotiator, asked }: ParsedAccept, answer?: ResponseFormat): ErrorFormat {
  const problem = 'application/problem+json'
  if (asked.includes(problem) && negotiator.mediaType([problem]) !== undefined) return problemFormat
  if (answer?.syntax !== 'xml') return jsonFormat
  return answer === textXmlFormat ? textXmlFormat : xmlFormat
}

interface ParsedAccept {
  readonly negotiator: Negotiator
  readonly asked: readonly string[]
}

/** Drops all parameters except `q`, because the negotiator would compare them. */
function readAccept(accept: string): ParsedAccept {
  const asked: string[] = []
  const ranges = accept
    .replaceAll(quotedText, '""')
    .split(',', maxRanges)
    .flatMap((part) => {
      const [first = '', ...parameters] = part.split(';')
      const range = first.trim().toLowerCase()
      if (!isMediaRange(range)) return []
      asked.push(range)
      const quality = parameters.find((parameter) => /^\s*q\s*=/i.test(parameter))
      return [quality === undefined ? range : `${range};q=${quality.slice(quality.indexOf('=') + 1).trim()}`]
    })
  return { negotiator: new Negotiator({ headers: { accept: ranges.join(', ') } }), asked }
}

function isMediaRange(range: string): boolean {
  return range === '*/*' || isMediaType(range.endsWith('/*') ? `${range.slice(0, -1)}x` : range)
}

function isBrowser(negotiator: Negotiator): boolean {
  const accepted = negotiator.mediaTypes()
  return accepted.includes('text/html') && accepted.includes('*/*')
}

function suffixFormat(type: string): ResponseFormat | undefined {
  const syntax = syntaxOfSuffix(type)
  return syntax && formatOf(syntax, type)
}

/** Returns the syntax of a type such as `application/vnd.foo+json`. */
export function syntaxOfSuffix(type: string): 'json' | 'xml' | undefined {
  if (!type.startsWith('application/') || foreignSuffixTypes.has(type)) return undefined
  if (type.endsWith('+json')) return 'json'
  return type.endsWith('+xml') ? 'xml' : undefined
}
