import { pipeline, Readable, Transform } from 'node:stream'
import type { RequestReverser } from '../../templates/current-reverser.js'
import { reverseLink } from '../../templates/reverse-link.js'
import { ActionDefinition } from '../../reversing/action-definition.js'
import type { ExpressRequest, ExpressResponse, NextFunction } from '../request/express-request.js'
import { ModelAndView } from './model-and-view.js'
import { Redirect } from './redirect.js'
import { ResponseEntity } from './response-entity.js'
import { sendJson } from './send-json.js'
import { isObject } from '../../is-object.js'

/** Where a result goes. */
export interface ResultContext {
  readonly request: ExpressRequest
  readonly response: ExpressResponse
  readonly reverser: RequestReverser
}

/** Answers with what an action returned: a view, a redirection, an entity, or a body. */
export function writeResult(context: ResultContext, result: unknown, next: NextFunction): void {
  const { response } = context
  if (result instanceof ModelAndView) renderView(context, result)
  else if (result instanceof Redirect) sendRedirect(context, result)
  else if (result instanceof ResponseEntity) {
    response.statusCode = result.status
    for (const [name, value] of Object.entries(result.headers)) response.setHeader(name, value)
    if (result.body === undefined) response.end()
    else writeResult(context, result.body, next)
  } else writeBody(context, result, next)
}

/** False for what has one way to be answered: views, redirections, streams and bytes, as the body of an entity too. */
export function isValue(result: unknown): boolean {
  if (result instanceof ResponseEntity) return isValue(result.body)
  const isOnlyAnswer =
    result instanceof ModelAndView || result instanceof Redirect || result instanceof Uint8Array
  return !isOnlyAnswer && !isStream(result)
}

function renderView({ response }: ResultContext, { view, model, status }: ModelAndView): void {
  if (status !== undefined) response.statusCode = status
  response.render(view, model)
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

function pipe(
  { request, response }: ResultContext,
  body: NodeJS.ReadableStream | ReadableStream,
  next: NextFunction,
): void {
  const stream =
    body instanceof ReadableStream ? Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]) : body
  if (!response.hasHeader('Content-Type')) response.setHeader('Content-Type', 'application/octet-stream')
  if (request.method === 'HEAD') {
    if (stream instanceof Readable) stream.destroy()
    response.end()
    return
  }
  const isChecked = stream instanceof Readable && !stream.readableObjectMode
  pipeline(isChecked ? [stream, response] : [stream, textsAndBytes(), response], (error) => {
    // A client that went away is no error of the application.
    if (error !== null && error !== undefined && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') next(error)
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
