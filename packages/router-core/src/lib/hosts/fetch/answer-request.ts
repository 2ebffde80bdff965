/* oxlint-disable no-underscore-dangle -- the names are those of Node's streams, which are to be overridden */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { UnderlyingSource } from 'node:stream/web'
import type { fetchNodeHandler } from 'srvx/node'
import type { NextFunction } from '../host.js'

/** The function of `srvx` that makes messages of `node:http` from a Request. A stream replaces their socket. */
export type Bridge = typeof fetchNodeHandler

type Bytes = ReadableStream<Uint8Array>

/** The status of a request that its client has aborted, as nginx logs it. */
const clientClosedRequest = 499

/** How much of an answer may wait for its reader, in bytes. */
const maxUnread = 65_536

/** Protocol, host, and path with query. They stay as written, so guards before the routes see the same path. */
const urlParts = /^(\w+:)\/\/([^/?#]*)([^#]*)/

/**
 * Answers a Request by a middleware for `node:http`.
 *
 * @returns undefined if the middleware passes the request on, with its body unread unless the middleware has read it;
 * status 499 if the signal of the request has aborted it
 *
 * @throws the error that the middleware passes on; after the head of the answer is sent, its body fails with this cause
 */
export function answerRequest(
  bridge: Bridge,
  request: Request,
  middleware: (incoming: IncomingMessage, outgoing: ServerResponse, next: NextFunction) => void,
): Promise<Response | undefined> {
  return new Promise((resolve, reject) => {
    const { method, signal, headers } = request
    const [, protocol, host, target] = urlParts.exec(request.url) ?? []
    const body = request.body === null ? null : new UnreadBody(request.body)
    let finish: (response: Response) => void = resolve
    const fail = (error: unknown): void => {
      if (signal.aborted) resolve(new Response(null, { status: clientClosedRequest }))
      else reject(error)
    }
    const handle = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
      Object.assign(incoming.socket, { encrypted: protocol === 'https:' })
      incoming.headers.host ??= host
      if (body === null) delete incoming.headers['transfer-encoding']
      else body.readBy(incoming, outgoing)
      endTogether(incoming, outgoing, body)
      const toReader = paceAnswer(outgoing)
      finish = (response) => {
        if (signal.aborted || !outgoing.headersSent)
          fail(body?.error ?? new Error('The response was destroyed before its head was sent'))
        else if (response.body === null) resolve(response)
        else resolve(new Response(method === 'HEAD' ? null : toReader(response.body), response))
      }
      middleware(incoming, outgoing, (error) => {
        if (outgoing.headersSent) {
          if (error !== undefined) outgoing.destroy(error as Error)
          return
        }
        if (error === undefined) resolve(undefined)
        else fail(error)
        incoming.destroy()
        outgoing.destroy()
      })
    }
    const asked = { method, signal, headers, body, _url: { pathname: target || '/', search: '' } }
    bridge(handle as never, asked as never).then((response) => finish(response), fail)
  })
}

/** Leaves a body unread until somebody reads the message. `srvx` would read at once, but others may need the body. */
class UnreadBody {
  /** Why it cannot be read to its end. */
  error: Error | undefined
  readonly #body: Bytes
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  #start: () => void = () => undefined
  readonly #started = new Promise<void>((resolve) => (this.#start = resolve))
  #cutOff: () => void = () => undefined

  constructor(body: Bytes) {
    this.#body = body
  }

  readBy(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const read = incoming._read.bind(incoming)
    incoming._read = (size) => {
      this.#start()
      read(size)
    }
    this.#cutOff = () => outgoing.destroy()
  }

  getReader(): this {
    return this
  }

  async read(): Promise<{ readonly done: boolean }> {
    await this.#started
    try {
      this.#reader ??= this.#body.getReader()
      return await this.#reader.read()
    } catch (error) {
      this.error = error as Error
      this.#cutOff()
      return { done: false }
    }
  }

  async cancel(): Promise<void> {
    await this.#reader?.cancel().catch(() => undefined)
  }
}

/** Ends a request with its answer, and aborts it if the answer is cut off, as a server of Node does. */
function endTogether(incoming: IncomingMessage, outgoing: ServerResponse, body: UnreadBody | null): void {
  incoming._destroy = (error, done) => done(incoming.listenerCount('error') > 0 ? error : null)
  outgoing.once('close', () => {
    if (outgoing.writableFinished || incoming.destroyed) {
      incoming.destroy()
      return
    }
    Object.assign(incoming, { aborted: true })
    incoming.emit('aborted')
    incoming.destroy(body?.error ?? Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
  })
}

const ignore = (): void => undefined

/**
 * Hides the reason of a failed answer from servers. Hono's server would send the message of the error to the client.
 * After an error with the code of a closed connection, it would wait for ever.
 */
function hideReason(cause: Error): never {
  throw cause.name === 'AbortError' ? cause : new Error('The answer was cut off', { cause })
}

/**
 * Makes writers wait for a slow reader, as a socket would. `srvx` alone would buffer everything.
 *
 * @returns a function that returns the stream for the reader; when the reader cancels it, the answer ends
 */
function paceAnswer(outgoing: ServerResponse): (body: Bytes) => Bytes {
  // `srvx` would mistake an interim answer (status 1xx) for the head of the answer.
  Object.assign(outgoing, { writeContinue: ignore, writeProcessing: ignore, writeEarlyHints: ignore })
  const socket = outgoing.socket as NonNullable<ServerResponse['socket']>
  const write = socket._write.bind(socket)
  let hasHead = false
  let unread = 0
  let goOn: () => void = ignore
  socket._write = (chunk: Uint8Array, encoding, done) => {
    // The bytes after the head in the first chunk are written again on their own.
    if (hasHead) unread += chunk.length
    hasHead = true
    write(chunk, encoding, (error) => {
      if (unread < maxUnread) done(error)
      else goOn = () => done(error)
    })
  }
  return (body) => {
    const reader = body.getReader()
    const source: UnderlyingSource<Uint8Array> = {
      async pull(controller) {
        const { done, value } = await reader.read().catch(hideReason)
        if (done) {
          controller.close()
          return
        }
        controller.enqueue(value)
        unread -= value.length
        if (unread >= maxUnread) return
        const proceed = goOn
        goOn = ignore
        // Without this pause, a fast source and a fast reader would never let timers run.
        setImmediate(proceed)
      },
      cancel: () => void outgoing.destroy(),
    }
    return new ReadableStream(source, { highWaterMark: 0 })
  }
}
