import type { IncomingMessage, ServerResponse } from 'node:http'
import { ConfigurationException } from '../exceptions.js'
import { isErrorReason, toError } from '../http/request/error-reason.js'
import { readQuery } from '../templates/with-query.js'
import type { HostName, HostRequest, HostResponse, Middleware } from './host.js'
import { setSettings } from './host-settings.js'

/** Facts of a request that a host knows beyond `node:http`. */
export interface HostParts {
  readonly hostName: HostName
  /** The host that the client asked for, with its port, through the proxies that the application trusts. */
  readonly authority: () => string | undefined
  readonly secure: boolean
  /** The address of the client, through the proxies that the application trusts. */
  readonly ip?: string | undefined
  /** The mount path as the client wrote it; `request.url` is cut by it already. */
  readonly baseUrl: string
  readonly originalUrl: string
  readonly body?: unknown
  readonly locals?: Record<string, unknown> | undefined
  /** Whoever the authentication in front says it is. */
  readonly user?: unknown
  /** The framework's own request and response: of Fastify, the context of Koa twice, the Request of fetch. */
  readonly native?: readonly [request: object, response?: object]
  /** Renders a view; undefined where the application has nothing that renders. */
  readonly render: RenderView | undefined
  /** Takes an error, also that of a view that an action renders by itself. */
  readonly fail: (error: unknown) => void
  /** Takes a request that no line answers. */
  readonly passOn: () => void
  /** Sends a text or bytes as answers of the host are sent; default: those of `node:http`. */
  readonly end?: ((body: string | Uint8Array) => void) | undefined
}

/** @param model the values of the view, with those of `locals` */
export type RenderView = (
  view: string,
  model: Record<string, unknown>,
  response: HostResponse,
) => string | Promise<string>

/**
 * Makes messages of `node:http` those that the library works with, and runs the routes. Headers and bodies are not
 * copied, and what a framework has defined itself stays.
 */
export function runOnHost(
  run: Middleware,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  parts: HostParts,
): void {
  const request = incoming as Writable<HostRequest> & Unknown
  const response = outgoing as KnownResponse & Unknown
  const { hostName, authority, secure, ip, baseUrl, originalUrl, body, locals, user, native } = parts
  setSettings(request, { hostName, authority, ignoresCase: no, isProduction: no })
  Object.defineProperty(request, 'path', pathProperty)
  if (request.query === undefined) Object.defineProperty(request, 'query', queryProperty)
  request.originalUrl ??= originalUrl
  request.baseUrl ??= baseUrl
  request.secure ??= secure
  request.params ??= {}
  if (body !== undefined) request.body ??= body
  if (ip !== undefined) request.ip ??= ip
  // Plugins of Fastify declare `null` for nobody, where Passport leaves it out.
  if (user !== undefined && user !== null) request.user ??= user
  if (native !== undefined) [request.native, response.native] = native
  response[partsKey] = parts
  response.locals ??= locals ?? {}
  response.status ??= status
  response.send ??= send
  response.json ??= json
  response.redirect ??= redirect
  response.render ??= render as HostResponse['render']
  run(request, response, (reason) => {
    if (isErrorReason(reason)) parts.fail(reason)
    else parts.passOn()
  })
}

const partsKey: unique symbol = Symbol('host parts')

/** Types of applications say what is in them. */
interface Unknown {
  user?: unknown
  native?: unknown
}

type Writable<Value> = { -readonly [Name in keyof Value]: Value[Name] }

/** Its methods are shared: V8 kept closures of a request, and the request with them, until the next full collection. */
interface KnownResponse extends Writable<HostResponse> {
  [partsKey]: HostParts
}

type RenderCallback = (error: unknown, html?: string) => void

const no = (): false => false

function status(this: KnownResponse, code: number): HostResponse {
  this.statusCode = code
  return this
}

function send(this: KnownResponse, given: unknown): void {
  const isBytes = given instanceof Uint8Array
  if (typeof given !== 'string' && !isBytes && given !== undefined && given !== null) {
    this.json(given)
    return
  }
  const content = given ?? ''
  if (content !== '') setDefaultType(this, isBytes ? 'application/octet-stream' : 'text/html; charset=utf-8')
  endWith(this, content)
}

function json(this: KnownResponse, value: unknown): void {
  setDefaultType(this, 'application/json; charset=utf-8')
  endWith(this, JSON.stringify(value) ?? '')
}

function redirect(this: KnownResponse, ...given: [url: string] | [status: number, url: string]): void {
  const [code, url] = given.length === 1 ? [302, given[0]] : given
  this.statusCode = code
  this.setHeader('Location', url.toWellFormed().replace(notInUrl, encodeURIComponent))
  endWith(this, '')
}

async function render(
  this: KnownResponse,
  view: string,
  options?: object,
  callback?: RenderCallback,
): Promise<void> {
  const { render: renderOf, hostName, fail } = this[partsKey]
  const done = callback ?? ((error, rendered) => (error === null ? this.send(rendered) : fail(error)))
  let html: string
  try {
    if (renderOf === undefined) throw missingRender(view, hostName)
    html = await renderOf(view, { ...this.locals, ...options }, this)
  } catch (error) {
    done(toError(error, 'A view'))
    return
  }
  done(null, html)
}

function setDefaultType(response: KnownResponse, type: string): void {
  if (!response.hasHeader('Content-Type')) response.setHeader('Content-Type', type)
}

function endWith(response: KnownResponse, body: string | Uint8Array): void {
  const { end: endOfHost } = response[partsKey]
  if (endOfHost !== undefined) {
    endOfHost(body)
    return
  }
  const hasBody = response.statusCode !== 204 && response.statusCode !== 304
  if (hasBody) response.setHeader('Content-Length', Buffer.byteLength(body))
  response.end(hasBody ? body : undefined)
}

/**
 * Relative to the mount, without the query and not decoded. Read anew, since the target may be rewritten. Frameworks and
 * their guards disagree about the path of any other target: it is `*` here, which no line equals.
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

/** Middleware of the application may set it to what another parser gives. */
const queryProperty: PropertyDescriptor = {
  get(this: HostRequest): unknown {
    return readQuery(this.url)
  },
  set(this: HostRequest, value: unknown) {
    Object.defineProperty(this, 'query', { value, writable: true, configurable: true, enumerable: true })
  },
  configurable: true,
}

/** Without a scheme, and without white space, which HTTP/2 lets through: parsers of frameworks escape and trim there. */
const unambiguousTarget = /^\/\S*$/
const notInUrl = /[^\u0021-\u007E]+/g

function missingRender(view: string, hostName: HostName): ConfigurationException {
  const remedy: Readonly<Record<string, string>> = {
    Fastify: 'register @fastify/view, or give mvcRouter the option render',
    Koa: 'use a middleware that gives ctx.render, such as @koa/ejs, in front, or give mvcRouter the option render',
  }
  return new ConfigurationException(
    'render',
    `Nothing renders the view "${view}" on ${hostName}: ${remedy[hostName] ?? 'give mvcRouter the option render, (view, model) => html'}`,
  )
}

/** The front of the target that a framework has cut off where it mounts: Connect puts a slash where nothing is left. */
export function mountOf(originalUrl: string, url: string): string {
  const rest = originalUrl.endsWith(url) ? url : url.slice(1)
  const mount = originalUrl.endsWith(rest) ? originalUrl.slice(0, originalUrl.length - rest.length) : ''
  return mount.endsWith('/') ? mount.slice(0, -1) : mount
}
