import type { RegisteredAction } from '../../controllers/controller-registry.js'
import { finished, pipeline, Readable, Transform } from 'node:stream'
import type { RequestReverser } from '../../templates/current-reverser.js'
import { reverseLink } from '../../templates/reverse-link.js'
import { ActionDefinition } from '../../reversing/action-definition.js'
import type { HostRequest, HostResponse, NextFunction } from '../../hosts/host.js'
import { ModelAndView } from './model-and-view.js'
import { Redirect } from './redirect.js'
import { bodyOf, ResponseEntity } from './response-entity.js'
import { cutOff, isSent } from '../../hosts/sent-answer.js'
import { sendJson } from '../../hosts/send-json.js'
import { isObject } from '../../is-object.js'

export interface ResultContext {
  readonly request: HostRequest
  readonly response: HostResponse
  readonly reverser: RequestReverser
}

/** Answers with the result of an action: a view, a redirection, an entity, or a body. */
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
    // These headers describe a body that is not sent.
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

/** True if extensions may write the result. False for views, redirections, streams and bytes, also in an entity. */
export function isValue(result: unknown): boolean {
  const body = bodyOf(result)
  const isOnlyAnswer = body instanceof ModelAndView || body instanceof Redirect || body instanceof Uint8Array
  return !isOnlyAnswer && !isStream(body)
}

/** Renders like the host, but passes an error to the line, so its interceptors see the error. */
function renderView(
  { response }: ResultContext,
  { view, model, status }: ModelAndView,
  next: NextFunction,
): void {
  if (status !== undefined) response.statusCode = status
  response.render(view, model, (error, html) => {
    if (error) next(error)
    // A time limit may have answered while the view was rendered.
    else if (!isSent(response)) response.send(html)
  })
}

function sendRedirect({ request, response, reverser }: ResultContext, result: Redirect): void {
  const { target, args } = result
  const { url } = target instanceof ActionDefinition ? target : reverseLink(reverser, target, args)
  response.redirect(result.statusFor(request.method), url)
}

/** Sends texts and bytes as they are, pipes streams, and sends everything else as JSON. */
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
  if (value instanceof Readable || value instanceof ReadableStream) return true
  // Some packages have their own streams.
  return isObject(value) && 'pipe' in value && typeof value.pipe === 'function'
}

/** Passes an error to `next`. If the first byte is already sent, also cuts off the answer. */
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
  // `pipeline` would also destroy the response, so no error page could be sent.
  stream.pipe(response)
  finished(response, () => stream.destroy())
  finished(stream, { writable: false }, (error) => {
    // It is not an error of the application if the client has gone away.
    if (error === null || error === undefined || response.closed) return
    if (response.headersSent) cutOff(response)
    next(error)
  })
}

/** Fails for other values in an object stream. The response itself would throw an error that nothing can catch. */
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
 * An action that takes the response may answer by itself and return anything, such as a timer or a stream. Its result
 * counts only if it is clearly an answer. An action with declared parameters, and without the response, can answer only
 * by its result, so `undefined` is an answer, too.
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
