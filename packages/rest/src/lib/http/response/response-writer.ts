import vary from 'vary'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ResponseEntity } from '@mvc-router/router-core/express'
import type { JsonMapper } from '../../view/json-mapper.js'
import type { Projection } from '../../view/view-plans.js'
import { xmlRootName } from '../../view/xml-writer.js'
import type { ViewType } from '../../entity/view-type.js'
import { hashTag, matchesWeakly } from '../conditional/tag-headers.js'
import { checkIfMatch } from '../conditional/write-precondition.js'
import { NotAcceptableException } from '../../exceptions/http-exceptions.js'
import { RestError, toProblemDetails } from '../../exceptions/rest-error.js'
import {
  type ErrorFormat,
  jsonFormat,
  negotiateErrorFormat,
  negotiateResponseFormat,
  type ResponseFormat,
} from '../negotiation/response-format.js'

export interface SendOptions {
  readonly status?: number
  readonly contentType: string
  /**
   * The entity tag, followed by other tags of the same state. Without tags, a GET is answered with the `ETag` that the
   * action has set, or with a hash of the body.
   */
  readonly tags?: readonly [string, ...string[]] | undefined
}

export class ResponseWriter {
  readonly #mapper: JsonMapper
  readonly #prefersProblemDetails: boolean

  constructor(mapper: JsonMapper, prefersProblemDetails: boolean) {
    this.#mapper = mapper
    this.#prefersProblemDetails = prefersProblemDetails
  }

  /** @throws NotAcceptableException if the client accepts no format. */
  formatFor(request: IncomingMessage): ResponseFormat {
    const format = negotiateResponseFormat(request.headers.accept)
    if (format !== undefined) return format
    throw new NotAcceptableException('The answer can be JSON or XML', { Vary: 'Accept' })
  }

  /** Returns the text of a value. `rootName` is the XML root element of an object. */
  serialize(
    value: unknown,
    format: Pick<ErrorFormat, 'syntax'>,
    view?: ViewType,
    rootName?: string,
    projection?: Projection,
  ): string {
    return format.syntax === 'xml'
      ? this.#mapper.toXml(value, rootName ?? xmlRootName(value), view, projection)
      : this.#mapper.stringify(value, view, projection)
  }

  /** Writes the result of an action. `undefined` is answered with 204, if the action has set no other status. */
  write(request: IncomingMessage, response: ServerResponse, value: unknown, view?: ViewType): void {
    const { body, headers, status } =
      value instanceof ResponseEntity ? value : { body: value, headers: {}, status: response.statusCode }
    if (body === undefined) {
      writeHeaders(response, headers)
      response.statusCode = status === 200 ? 204 : status
      response.end()
      return
    }
    const format = this.formatFor(request)
    const text = this.serialize(body, format, view)
    writeHeaders(response, headers)
    this.send(request, response, text, { status, contentType: format.contentType })
  }

  /** Writes an error as JSON, XML or problem details. JSON is the default. */
  writeError(
    request: IncomingMessage,
    response: ServerResponse,
    { body, headers, status }: ResponseEntity,
  ): void {
    for (const name of headersOfTheSuccess) response.removeHeader(name)
    writeHeaders(response, headers)
    response.statusCode = status
    if (body === undefined) {
      response.end()
      return
    }
    const format = negotiateErrorFormat(request.headers.accept, this.#prefersProblemDetails)
    const isProblem = format.syntax === 'problem' && body instanceof RestError
    const text = this.serialize(isProblem ? toProblemDetails(body) : body, format)
    const { contentType } = format.syntax === 'problem' && !isProblem ? jsonFormat : format
    this.send(request, response, text, { status, contentType })
  }

  /** Sends a text, or 304 if the client has the same text already. */
  send(
    request: IncomingMessage,
    response: ServerResponse,
    text: string,
    { status = 200, contentType, tags }: SendOptions,
  ): void {
    vary(response, 'Accept')
    if (status === 200 && (request.method === 'GET' || request.method === 'HEAD')) {
      const entityTags = tags ?? ([ownTag(response) ?? hashTag(text)] as const)
      checkIfMatch(request, entityTags)
      response.setHeader('ETag', entityTags[0])
      const ifNoneMatch = request.headers['if-none-match']
      if (ifNoneMatch !== undefined && matchesWeakly(ifNoneMatch, entityTags)) {
        response.statusCode = 304
        response.end()
        return
      }
    } else if (tags !== undefined) {
      response.setHeader('ETag', tags[0])
    }
    response.statusCode = status
    response.setHeader('Content-Type', contentType)
    response.setHeader('Content-Length', Buffer.byteLength(text))
    response.setHeader('X-Content-Type-Options', 'nosniff')
    // Node leaves out the body of a HEAD, and writes a text together with the headers.
    response.end(text)
  }
}

/** Headers that an action may have set before it failed. */
const headersOfTheSuccess = [
  'ETag',
  'Last-Modified',
  'Cache-Control',
  'Content-Encoding',
  'Content-Range',
  'Location',
  'Link',
]

function ownTag(response: ServerResponse): string | undefined {
  const tag = response.getHeader('ETag')
  return typeof tag === 'string' ? tag : undefined
}

/** Header values by name. A list becomes several headers. */
export type ResponseHeaders = Readonly<Record<string, string | number | readonly string[]>>

/** Sets headers. `Vary` is added to the existing values. */
export function writeHeaders(response: ServerResponse, headers: ResponseHeaders): void {
  for (const [name, value] of Object.entries(headers)) {
    const written = typeof value === 'object' ? [...value] : String(value)
    if (name.toLowerCase() === 'vary') vary(response, written)
    else response.setHeader(name, written)
  }
}
