import type { RegisteredAction } from '../../controllers/controller-registry.js'
import { finished, pipeline, Readable, Transform } from 'node:stream'
import type { RequestReverser } from '../../templates/current-reverser.js'
import { reverseLink } from '../../templates/reverse-link.js'
import { ActionDefinition } from '../../reversing/action-definition.js'
import type { HostRequest, HostResponse, NextFunction } from '../../hosts/host.js'
import { ModelAndView } from './model-and-view.js'
import { Redirect } from './redirect.js'
import { bodyOf, ResponseEntity } from './response-entity.js'
import { cutOff } from '../../hosts/cut-off.js'
import { sendJson } from '../../hosts/send-json.js'
import { isObject } from '../../is-object.js'

/** Where a result goes. */
export interface ResultContext {
  readonly request: HostRequest
  readonly response: HostResponse
  readonly reverser: RequestReverser
}

/** Answers with what an action returned: a view, a redirection, an entity, or a body. */
export function writeResult(context: ResultContext, result: unknown, next: NextFunction): void {
  if (result instanceof ModelAndView) renderView(context, result, next)
  else if (result instanceof Redirect) sendRedirect(context, result)
  else if (result instanceof ResponseEntity) writeEntity(context, result, next)
  else writeBody(context, result, next)
}

function writeEntity(
  context: ResultContext,
  { body, status, headers }: ResponseEntity,
  next: NextFunction,
): void {
  const { response } = context
  const takeBack = (): void => {
    // They are about a body that nobody gets.
    if (!response.headersSent) for (const name of Object.keys(headers)) response.removeHeader(name)
  }
  try {
    response.statusCode = status
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    if (body === undefined) {
      response.end()
      return
    }
    writeResult(context, body, (error) => {
      takeBack()
      next(error)
    })
  } catch (error) {
    takeBack()
    throw error
  }
}

/** False for what has one way to be answered: views, redirections, streams and bytes, as the body of an entity too. */
export function isValue(result: unknown): boolean {
  const body = bodyOf(result)
  const isOnlyAnswer = body instanceof ModelAndView || body instanceof Redirect || body instanceof Uint8Array
  return !isOnlyAnswer && !isStream(body)
}

/** As hosts do by themselves, but that an error goes to the line, whose interceptors learn of it. */
function renderView(
  { response }: ResultContext,
  { view, model, status }: ModelAndView,
  next: NextFunction,
): void {
  if (status !== undefined) response.statusCode = status
  response.render(view, model, (error, html) => {
    if (error) next(error)
    else response.send(html)
  })
}

function sendRedirect(
  { request, response, reverser }: ResultContext,
  { target, args, status }: Redirect,
): void {
  const { url } = target instanceof ActionDefinition ? target : reverseLink(reverser, target, args)
  const isSafe = request.method === 'GET' || request.method === 'HEAD'
  response.redirect(status ?? (isSafe ? 302 : 303), url)
}

/** Texts and bytes as they are, streams piped, all else as JSON. */
function writeBody(context: ResultContext, body: unknown, next: NextFunction): void {
  const { response } = context
  if (typeof body === 'string') response.send(body)
  else if (body instanceof Uint8Array)
    response.send(Buffer.from(body.buffer, body.byteOffset, body.byteLength))
  else if (isStream(body)) pipe(context, body, next)
  else if (typeof body === 'function' || typeof body === 'symbol') {
    throw new TypeError(`An action returned a ${typeof body}, which is no answer`)
  } else sendJson(response, body)
}

function isStream(value: unknown): value is NodeJS.ReadableStream | ReadableStream {
  return value instanceof Readable || value instanceof ReadableStream || hasPipe(value)
}

/** Streams of packages that bring their own implementation. */
function hasPipe(value: unknown): boolean {
  return isObject(value) && 'pipe' in value && typeof value.pipe === 'function'
}

/** An error before the first byte is one like any other; behind it, the answer is cut off. */
function pipe(
  context: ResultContext,
  body: NodeJS.ReadableStream | ReadableStream,
  next: NextFunction,
): void {
  const { request, response } = context
  if (!response.hasHeader('Content-Type')) {
    const { statusCode: status } = response
    const headers = { 'Content-Type': 'application/octet-stream' }
    writeResult(context, new ResponseEntity(body, { status, headers }), next)
    return
  }
  const given =
    body instanceof ReadableStream ? Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]) : body
  if (request.method === 'HEAD') {
    if (given instanceof Readable) given.destroy()
    response.end()
    return
  }
  const isChecked = given instanceof Readable && !given.readableObjectMode
  const stream = isChecked ? given : pipeline(given, textsAndBytes(), () => undefined)
  // `pipeline` would destroy the response as well, which then could not be answered.
  stream.pipe(response)
  finished(response, () => stream.destroy())
  finished(stream, { writable: false }, (error) => {
    // A client that went away is no error of the application.
    if (error === null || error === undefined || response.closed) return
    if (response.headersSent) cutOff(response)
    next(error)
  })
}

/** Fails for what else a stream of objects gives: the response would throw, where nothing can catch it. */
function textsAndBytes(): Transform {
  return new Transform({
    writableObjectMode: true,
    transform(chunk: unknown, _encoding, done) {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) done(null, chunk)
      else
        done(
          new TypeError(
            `The stream of an action: expected texts or bytes, got a value of the type ${typeof chunk}`,
          ),
        )
    },
  })
}

/**
 * True if the result of an action is its answer.
 *
 * An action that takes the response answers itself, and what it returns may be anything: a timer, a stream, a query.
 * Only what can be nothing but an answer is taken for one. An action that declared its parameters and returned nothing
 * has no other way to answer, so it has done its work.
 */
export function mayAnswer({ parameters, takesResponse }: RegisteredAction, result: unknown): boolean {
  if (result === undefined) return parameters !== undefined && !takesResponse
  return !takesResponse || isClearAnswer(result)
}

function isClearAnswer(result: unknown): boolean {
  if (typeof result === 'string' || Array.isArray(result) || result instanceof Uint8Array) return true
  if (result instanceof ModelAndView || result instanceof Redirect || result instanceof ResponseEntity)
    return true
  if (!isObject(result)) return false
  const prototype: unknown = Object.getPrototypeOf(result)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
