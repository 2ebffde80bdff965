import type { IncomingMessage, ServerResponse } from 'node:http'
import { ConfigurationException } from '../exceptions.js'
import { isErrorReason, toError } from '../http/request/error-reason.js'
import { isObject } from '../is-object.js'
import { emitWarning } from '../runtime.js'
import { readQuery } from '../templates/with-query.js'
import type { HostRequest, HostResponse, HostSettings, Middleware, NextFunction } from './host.js'
import { setSettings } from './host-settings.js'
import { isEnded, isSent, markGiven } from './sent-answer.js'

/** Facts about a request that `node:http` does not know. */
export interface HostParts extends HostSettings {
  readonly secure: boolean
  readonly ip?: string | undefined
  /** The target as the client wrote it, with the mount path that `request.url` lacks. */
  readonly originalUrl: string
  readonly body?: unknown
  readonly locals?: Record<string, unknown> | undefined
  /** The user that earlier middleware has authenticated. Default: `locals.user`. */
  readonly user?: unknown
  /** The framework's own request and response. Koa passes its context twice, and fetch passes only a Request. */
  readonly native?: readonly [request: object, response?: object]
  readonly render: RenderView | undefined
  /** The usual ways to render on this host, for the error message. */
  readonly howToRender?: readonly string[]
  /** Receives an error of an action or of `response.render`, or undefined if no line answers the request. */
  readonly next: NextFunction
  /** Sends a text or bytes through the host. Default: `response.end` of `node:http`. */
  readonly end?: ((body: string | Buffer) => void) | undefined
}

/** @param model the values of the view and of `locals` */
export type RenderView = (
  view: string,
  model: Record<string, unknown>,
  response: HostResponse,
) => string | Promise<string>

/** Adds the library's properties to messages, and runs the routes. Replaces only `path`, `method` and `native`. */
export function runOnHost(
  run: Middleware,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  parts: HostParts,
): void {
  const request = incoming as Known<HostRequest>
  const response = outgoing as KnownResponse
  const { secure, ip, originalUrl, body, locals, user = locals?.['user'], native } = parts
  setSettings(request, parts)
  // HTTP/2 and fetch allow lower-case methods, but guards expect upper case.
  request.method = request.method.toUpperCase()
  Object.defineProperty(request, 'path', pathProperty)
  if (request.query === undefined) Object.defineProperty(request, 'query', queryProperty)
  request.originalUrl ??= originalUrl
  request.baseUrl ??= mountOf(request.originalUrl, request.url)
  request.secure ??= secure
  request.params ??= {}
  if (body !== undefined) request.body ??= body
  if (ip !== undefined) request.ip ??= ip
  // Without a user, Fastify plugins set `user` to null, and Passport does not set it.
  if (user !== undefined && user !== null) request.user ??= user
  if (native !== undefined) [request.native, response.native] = native
  const next: NextFunction = (reason) => {
    if (!isEnded(response)) parts.next(isErrorReason(reason) ? reason : undefined)
    else if (isErrorReason(reason)) warn(reason)
  }
  response[partsKey] = { ...parts, next }
  response.locals ??= locals ?? {}
  response.status ??= status
  response.send ??= send
  response.json ??= json
  response.redirect ??= redirect
  response.render ??= render as HostResponse['render']
  // WS lines are for handshakes, so no WS line answers a request with the method WS.
  if (request.method === 'WS') next()
  else run(request, response, next)
}

/** Reports an error that can no longer become an answer. */
export function warn(problem: unknown): void {
  emitWarning(problem instanceof Error ? problem : String(problem))
}

const partsKey: unique symbol = Symbol('host parts')

type Known<Message> = { -readonly [Name in keyof Message]: Message[Name] } & {
  user?: unknown
  native?: unknown
  [partsKey]: HostParts
}

// All responses share these methods. V8 would keep closures and their request until the next full garbage collection.
type KnownResponse = Known<HostResponse>

type RenderCallback = (error: unknown, html?: string) => void

function status(this: KnownResponse, code: number): HostResponse {
  this.statusCode = code
  return this
}

function send(this: KnownResponse, given: unknown): void {
  if (given === undefined || given === null || given === '') answer(this, '')
  else if (typeof given === 'string') answer(this, given, 'text/html; charset=utf-8')
  else if (given instanceof Uint8Array)
    answer(this, Buffer.from(given.buffer, given.byteOffset, given.byteLength), 'application/octet-stream')
  else this.json(given)
}

function json(this: KnownResponse, value: unknown): void {
  answer(this, JSON.stringify(value) ?? '', 'application/json; charset=utf-8')
}

function redirect(this: KnownResponse, ...given: [url: string] | [status: number, url: string]): void {
  const [code, url] = given.length === 1 ? [302, given[0]] : given
  this.statusCode = code
  this.setHeader('Location', url.toWellFormed().replace(notInUrl, encodeURIComponent))
  answer(this, '')
}

function render(this: KnownResponse, view: string, options?: object, callback?: RenderCallback): void {
  const { render: renderOf = cannotRender, next } = this[partsKey]
  const finish = callback ?? ((error, rendered) => (error === null ? this.send(rendered) : next(error)))
  const html = async (): Promise<string> => renderOf(view, { ...this.locals, ...options }, this)
  html()
    .then(
      (rendered) => finish(null, rendered),
      (error: unknown) => finish(toError(error, 'A view')),
    )
    // oxlint-disable-next-line promise/no-callback-in-promise -- the host takes errors by its callback
    .catch(next)
}

function cannotRender(this: void, view: string, _model: object, response: HostResponse): never {
  const { hostName, howToRender = [] } = (response as KnownResponse)[partsKey]
  const ways = [...howToRender, 'give mvcRouter the option { render: (view, model) => html }'].join(', or ')
  throw new ConfigurationException('render', `Nothing renders the view "${view}" on ${hostName}: ${ways}`)
}

function answer(response: KnownResponse, body: string | Buffer, type?: string): void {
  if (isSent(response)) throw alreadySent()
  if (type !== undefined && !response.hasHeader('Content-Type')) response.setHeader('Content-Type', type)
  const { end } = response[partsKey]
  const hasBody = response.statusCode !== 204 && response.statusCode !== 304
  if (end === undefined && hasBody) response.setHeader('Content-Length', Buffer.byteLength(body))
  if (end !== undefined) {
    markGiven(response)
    end(body)
  } else response.end(hasBody ? body : undefined)
}

/** The error for a second answer, with Node's code. Node cannot throw it if the host sends the answer later. */
function alreadySent(): Error {
  return Object.assign(new Error('The request has already been answered'), { code: 'ERR_HTTP_HEADERS_SENT' })
}

/**
 * The path inside the mount, without the query, not decoded. Each access reads `url`, which middleware may rewrite. The
 * path is `*`, which no line accepts, if frameworks could read the target in different ways.
 */
const pathProperty: PropertyDescriptor = {
  get(this: HostRequest): string {
    const { url, originalUrl } = this
    if (!unambiguousTarget.test(originalUrl)) return '*'
    const end = url.search(/[?#]/)
    return (end === -1 ? url : url.slice(0, end)) || '/'
  },
  configurable: true,
}

/** Middleware may replace it with the result of another parser. */
const queryProperty: PropertyDescriptor = {
  get(this: HostRequest): unknown {
    return readQuery(this.url)
  },
  set(this: HostRequest, value: unknown) {
    Object.defineProperty(this, 'query', { value, writable: true, configurable: true, enumerable: true })
  },
  configurable: true,
}

/** A target without a scheme or white space. HTTP/2 accepts white space, which frameworks then escape or trim. */
const unambiguousTarget = /^\/\S*$/
const notInUrl = /[^\u0021-\u007E]+/g

/** The mount path that a framework has cut off. Connect sets `url` to `/` if nothing follows the mount path. */
function mountOf(originalUrl: string, url: string): string {
  const rest = originalUrl.endsWith(url) ? url : url.slice(1)
  const mount = originalUrl.endsWith(rest) ? originalUrl.slice(0, originalUrl.length - rest.length) : ''
  return mount.endsWith('/') ? mount.slice(0, -1) : mount
}

/** Converts a thrown value, such as `{ statusCode: 403 }`, for hosts that accept only errors. */
export function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown
  if (!isObject(thrown)) return new Error(String(thrown))
  const { message } = thrown as { readonly message?: unknown }
  return Object.assign(new Error(typeof message === 'string' ? message : 'An object was thrown'), thrown)
}
