import type { IncomingMessage } from 'node:http'
import { parse } from 'node:querystring'
import { syntaxOfSuffix } from '../negotiation/response-format.js'
import { parseMediaTypeHeader } from '../negotiation/media-type-header.js'
import {
  MessageNotReadableException,
  PayloadTooLargeException,
  UnsupportedMediaTypeException,
} from '../../exceptions/http-exceptions.js'
import { isWellEncoded } from '../actions/query-parameters.js'
import { type BodyOptions, checkBodyOptions, type CheckedBodyOptions } from './body-options.js'
import { checkKeys, parseJson } from '../../entity/read/parse-json.js'
import { parseXml } from './parse-xml.js'
import { readBodyText } from './read-body-text.js'

/** The only media type of a PATCH body: a JSON merge patch (RFC 7396). */
export const mergePatchType = 'application/merge-patch+json'

const maxFields = 1000
const acceptedPatch = { 'Accept-Patch': mergePatchType }
const charsets: ReadonlySet<string | undefined> = new Set([undefined, 'utf-8', 'utf8', 'us-ascii'])

export interface ReadBody {
  readonly value: object
  /** True if all scalars are texts, as in XML and in forms. */
  readonly textual: boolean
}

export class BodyReader {
  readonly #options: CheckedBodyOptions
  readonly #readable: string

  /** @throws ConfigurationException */
  constructor(options?: BodyOptions) {
    this.#options = checkBodyOptions(options)
    this.#readable = `application/json, application/*+json, application/xml, text/xml, application/*+xml${this.#options.forms ? ', application/x-www-form-urlencoded' : ''}`
  }

  /**
   * Reads a body of JSON or XML. If `forms` is on, reads forms too.
   *
   * @throws UnsupportedMediaTypeException whose `Accept` header lists the readable types
   * @throws MessageNotReadableException
   * @throws PayloadTooLargeException
   */
  async read(request: IncomingMessage): Promise<ReadBody> {
    const accepted = { Accept: this.#readable }
    return this.#read(request, (type) => this.#syntaxOf(type), 'The body: expected JSON or XML', accepted)
  }

  /**
   * Reads the body of a PATCH.
   *
   * @throws UnsupportedMediaTypeException whose `Accept-Patch` header is `mergePatchType`
   * @throws MessageNotReadableException
   * @throws PayloadTooLargeException
   */
  async readPatch(request: IncomingMessage): Promise<ReadBody> {
    const syntaxOf = (type: string): BodySyntax | undefined => (type === mergePatchType ? 'json' : undefined)
    return this.#read(request, syntaxOf, `The body of a PATCH: expected ${mergePatchType}`, acceptedPatch)
  }

  async #read(
    request: IncomingMessage,
    syntaxOf: (type: string) => BodySyntax | undefined,
    expected: string,
    accepted: Readonly<Record<string, string>>,
  ): Promise<ReadBody> {
    const mediaType = parseMediaTypeHeader(request.headers['content-type'])
    const syntax = mediaType && syntaxOf(mediaType.type)
    if (syntax === undefined) throw new UnsupportedMediaTypeException(expected, accepted)
    if (!charsets.has(mediaType?.charset))
      throw new UnsupportedMediaTypeException('The charset of a body: expected UTF-8', accepted)
    const parsed = alreadyParsed(request)
    const value =
      parsed === undefined ? this.#parse(syntax, await readBodyText(request, this.#options.limit)) : parsed
    if (typeof value !== 'object' || value === null)
      throw new MessageNotReadableException('The body: expected an object or an array')
    return { value, textual: syntax !== 'json' }
  }

  #parse(syntax: BodySyntax, text: string): unknown {
    if (syntax === 'json') return parseJson(text)
    return syntax === 'xml' ? parseXml(text, this.#options.maxXmlElements) : parseForm(text)
  }

  #syntaxOf(type: string): BodySyntax | undefined {
    if (type === 'application/json') return 'json'
    if (type === 'application/xml' || type === 'text/xml') return 'xml'
    if (type === 'application/x-www-form-urlencoded') return this.#options.forms ? 'form' : undefined
    return syntaxOfSuffix(type)
  }
}

type BodySyntax = 'json' | 'xml' | 'form'

/**
 * Returns `request.body` if the application has already parsed the body. Express's parser turns an empty body into an
 * object, so an empty body is refused. Texts and bytes do not count as parsed.
 */
function alreadyParsed({
  body,
  headers,
  readableEnded,
}: IncomingMessage & { readonly body?: unknown }): unknown {
  if (!readableEnded || typeof body === 'string' || body instanceof Uint8Array) return undefined
  if (headers['content-length'] === '0') throw new MessageNotReadableException('The body is empty')
  checkKeys(body, 0)
  return body
}

/**
 * Parses a form. A repeated field becomes an array.
 *
 * @throws MessageNotReadableException for a bracketed or dangerous name, or a malformed escape
 * @throws PayloadTooLargeException beyond 1000 fields
 */
function parseForm(text: string): Readonly<Record<string, unknown>> {
  if (text.split('&', maxFields + 1).length > maxFields)
    throw new PayloadTooLargeException(`The form has more than ${maxFields} fields`)
  if (!isWellEncoded(text)) throw new MessageNotReadableException('The form has a malformed escape')
  const fields = parse(text, '&', '=', { maxKeys: maxFields })
  if (Object.keys(fields).some((name) => name === '__proto__' || /[[\]]/.test(name)))
    throw new MessageNotReadableException('The form has a field name with brackets, or "__proto__"')
  return { ...fields }
}
