/* oxlint-disable no-underscore-dangle -- the methods of Node's streams have these names */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { UnderlyingSource } from 'node:stream/web'
import type { fetchNodeHandler } from 'srvx/node'
import type { NextFunction } from '../host.js'

/** The function of `srvx` that converts a Request to `node:http` messages. A stream replaces their socket. */
export type Bridge = typeof fetchNodeHandler

type Bytes = ReadableStream<Uint8Array>

/** The status of a request that the client has aborted, as in the logs of nginx. */
const clientClosedRequest = 499

/** The most bytes of an answer that may wait for the reader. */
const maxUnread = 65_536

/** Protocol, host, and path with query. They stay as written, so the routes see the same path as earlier guards. */
const urlParts = /^(\w+:)\/\/([^/?#]*)([^#]*)/

/**
 * Answers a Request with a `node:http` middleware.
 *
 * @returns undefined if the middleware passes the request on; status 499 if the signal of the request is aborted
 * @throws the error that the middleware passes on; after the head is sent, the body fails with this error as its cause
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

/** Leaves a body unread until the message is read. `srvx` would read it at once, but a later handler may need it. */
class UnreadBody {
  /** The error that ended the reading. */
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

/** Ends a request with its answer. Aborts the request if the answer is cut off, as Node's server does. */
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

/** Hono's server would send the message of an error to the client, or wait for ever after some error codes. */
function hideReason(cause: Error): never {
  throw cause.name === 'AbortError' ? cause : new Error('The answer was cut off', { cause })
}

/**
 * Makes writers wait for a slow reader, as a socket would. `srvx` alone would buffer everything.
 *
 * @returns a function that wraps the answer's body; if the reader cancels the wrapped body, the answer ends
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
    // The first chunk contains the head. The bytes after the head are written again in a chunk of their own.
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
