/* oxlint-disable no-underscore-dangle -- the names are those of Node's streams, which are to be overridden */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { UnderlyingSource } from 'node:stream/web'
import type { fetchNodeHandler } from 'srvx/node'
import type { NextFunction } from '../host.js'

/** The function of `srvx` that makes messages of `node:http` for a Request, with a stream in the place of their socket. */
export type Bridge = typeof fetchNodeHandler

type Bytes = ReadableStream<Uint8Array>

/** The status of an answer that nobody waits for, as nginx logs it. */
const clientClosedRequest = 499

/** How much of an answer may wait for its reader, in bytes. */
const maxUnread = 65_536

/** Protocol, host, and path with query: as they are written, so that guards in front of the routes see the same path. */
const urlParts = /^(\w+:)\/\/([^/?#]*)([^#]*)/

/**
 * Answers a Request by a middleware for `node:http`.
 *
 * @returns undefined where the middleware passes the request on, whose body is as it was unless the middleware has read it;
 * status 499 where the signal of the request has aborted it
 *
 * @throws the error that the middleware passes on; once the head of an answer is out, its body fails with the error
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
    const handle = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
      Object.assign(incoming.socket, { encrypted: protocol === 'https:' })
      incoming.headers.host ??= host
      if (body === null) delete incoming.headers['transfer-encoding']
      else body.readBy(incoming, outgoing)
      endTogether(incoming, outgoing, body)
      const toReader = paceAnswer(outgoing)
      finish = (response) => {
        if (signal.aborted) resolve(new Response(null, { status: clientClosedRequest }))
        else if (!outgoing.headersSent)
          reject(body?.error ?? new Error('The response was destroyed before its head was sent'))
        else if (response.body === null) resolve(response)
        else resolve(new Response(method === 'HEAD' ? null : toReader(response.body), response))
      }
      middleware(incoming, outgoing, (error) => {
        if (outgoing.headersSent) {
          if (error !== undefined) outgoing.destroy(error as Error)
          return
        }
        if (error === undefined) resolve(undefined)
        else reject(error)
        incoming.destroy()
        outgoing.destroy()
      })
    }
    const asked = { method, signal, headers, body, _url: { pathname: target || '/', search: '' } }
    bridge(handle as never, asked as never).then((response) => finish(response), reject)
  })
}

/** The body of a Request, unread until somebody reads the message: `srvx` reads at once, and others may be asked next. */
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

/** As on a server of Node: a request ends with the answer to it, and is aborted where the answer is cut off. */
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
 * Lets an answer wait for its reader, as a socket would: `srvx` takes all that is written.
 *
 * @returns gives the reader a stream of the body; to cancel it ends the answer
 */
function paceAnswer(outgoing: ServerResponse): (body: Bytes) => Bytes {
  // `srvx` would take an interim answer for the head.
  Object.assign(outgoing, { writeContinue: ignore, writeProcessing: ignore, writeEarlyHints: ignore })
  const socket = outgoing.socket as NonNullable<ServerResponse['socket']>
  const write = socket._write.bind(socket)
  let hasHead = false
  let unread = 0
  let goOn: () => void = ignore
  socket._write = (chunk: Uint8Array, encoding, done) => {
    // Bytes behind the head in its chunk come again, alone.
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
        const { done, value } = await reader.read()
        if (done) {
          controller.close()
          return
        }
        controller.enqueue(value)
        unread -= value.length
        if (unread >= maxUnread) return
        const proceed = goOn
        goOn = ignore
        // A source that always has more, and a reader that always wants it, would leave no turn to timers.
        setImmediate(proceed)
      },
      cancel: () => void outgoing.destroy(),
    }
    return new ReadableStream(source, { highWaterMark: 0 })
  }
}
