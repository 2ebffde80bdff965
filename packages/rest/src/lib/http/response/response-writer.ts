import vary from 'vary'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ResponseEntity } from '@mvc-router/router-core/express'
import type { JsonMapper } from '../../view/json-mapper.js'
import type { Projection } from '../../view/view-plans.js'
import { xmlRootName } from '../../view/xml-writer.js'
import type { ViewType } from '../../entity/view-type.js'
import { hashTag, matchesWeakly } from '../conditional/entity-tag.js'
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

/** How a body is sent. */
export interface SendOptions {
  readonly status?: number
  readonly contentType: string
  /**
   * The entity tag, in front of others that name the same; without one, the answer of a GET has that of its headers, or
   * gets the hash of its body.
   */
  readonly tags?: readonly [string, ...string[]] | undefined
}

/** Writes values as negotiated bodies. */
export class ResponseWriter {
  readonly #mapper: JsonMapper
  readonly #prefersProblemDetails: boolean

  constructor(mapper: JsonMapper, prefersProblemDetails: boolean) {
    this.#mapper = mapper
    this.#prefersProblemDetails = prefersProblemDetails
  }

  /** @throws NotAcceptableException when there is no format that the client accepts. */
  formatFor(request: IncomingMessage): ResponseFormat {
    const format = negotiateResponseFormat(request.headers.accept)
    if (format !== undefined) return format
    throw new NotAcceptableException('The answer can be JSON or XML', { Vary: 'Accept' })
  }

  /** The text of a value, in a view when one is given. `rootName` is the XML root element of an object. */
  serialize(
    value: unknown,
    format: Pick<ResponseFormat | ErrorFormat, 'syntax'>,
    view?: ViewType,
    rootName?: string,
    projection?: Projection,
  ): string {
    return format.syntax === 'xml'
      ? this.#mapper.toXml(value, rootName ?? xmlRootName(value), view, projection)
      : this.#mapper.stringify(value, view, projection)
  }

  /** Writes what an action returned: a value with the status of the response, or a `ResponseEntity`; `undefined` is 204. */
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

  /** Writes an error as JSON, XML or problem details; a format that cannot be met becomes JSON. */
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
    const isOtherBody = format.syntax === 'problem' && !isProblem
    this.send(request, response, text, {
      status,
      contentType: isOtherBody ? jsonFormat.contentType : format.contentType,
    })
  }

  /** Sends a text that is ready, or 304 when the client has it already. */
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
      if (isNotModified(request, entityTags)) {
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
    // Node leaves the body of a HEAD out itself, and writes a text behind the headers without a buffer of its own.
    response.end(text)
  }
}

/** Headers that a handler may have set for the answer that did not come about. */
const headersOfTheSuccess = [
  'ETag',
  'Last-Modified',
  'Cache-Control',
  'Content-Encoding',
  'Content-Range',
  'Location',
  'Link',
]

/** True if `If-None-Match` names one of these tags. */
function isNotModified(request: IncomingMessage, tags: readonly string[]): boolean {
  const header = request.headers['if-none-match']
  return header !== undefined && matchesWeakly(header, tags)
}

/** The tag that an action of the application gave its answer. */
function ownTag(response: ServerResponse): string | undefined {
  const tag = response.getHeader('ETag')
  return typeof tag === 'string' ? tag : undefined
}

/** Header values by name; a list is written as several headers. */
export type ResponseHeaders = Readonly<Record<string, string | number | readonly string[]>>

/** Sets headers; `Vary` is added to what is there. */
export function writeHeaders(response: ServerResponse, headers: ResponseHeaders): void {
  for (const [name, value] of Object.entries(headers)) {
    const written = typeof value === 'object' ? [...value] : String(value)
    if (name.toLowerCase() === 'vary') vary(response, written)
    else response.setHeader(name, written)
  }
}
