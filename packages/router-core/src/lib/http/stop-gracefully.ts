import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type * as Net from 'node:net'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { checkOptions } from '../check-options.js'
import { builtin } from '../runtime.js'

const net = builtin<typeof Net>('node:net')

/** Options of `stopGracefully`. */
export interface StopOptions {
  /** The most time for requests to finish before their connections are cut, in ms. Default: 10,000. */
  readonly timeout?: number | undefined
}

/** The most time for accepting waiting connections, in ms. */
const acceptTime = 500

/** The time between two sweeps, in ms. */
const sweepInterval = 20

/**
 * The number of quiet sweeps before idle connections are closed, because a request may be on its way. Time alone is not
 * enough: a busy process reads waiting requests only between two sweeps.
 */
const quietSweeps = 10

/**
 * Refuses new connections, and resolves when every request that was sent is answered. From now on, answers have the
 * header `Connection: close`, so clients send no more requests. Idle connections are closed after a quiet time.
 *
 * @returns true if all requests were answered in time
 */
export async function stopGracefully(server: Server, options: StopOptions = {}): Promise<boolean> {
  checkOptions('stopGracefully', options, { timeout: true })
  const { timeout = 10_000 } = options
  let isInTime = true
  let sweeps = 0
  const noteRequest = (_request: IncomingMessage, response: ServerResponse): void => {
    sweeps = 0
    if (!response.headersSent) response.setHeader('Connection', 'close')
  }
  const noteAnswer = (message: unknown): void => {
    if ((message as { readonly server?: unknown }).server === server) sweeps = 0
  }
  server.prependListener('request', noteRequest)
  subscribe('http.server.response.finish', noteAnswer)
  for (const { _httpMessage: response } of connectionsOf(server))
    if (response?.headersSent === false) response.setHeader('Connection', 'close')
  await acceptWaiting(server)
  const closed = new Promise<void>((resolve) => {
    // `close` of an HTTP server would cut idle connections at once, and lose requests that are on their way.
    net().Server.prototype.close.call(server, () => resolve())
  })
  const sweep = setInterval(() => {
    if (sweeps++ >= quietSweeps) closeIdle(server)
  }, sweepInterval)
  const cut = setTimeout(() => {
    isInTime = false
    server.closeAllConnections()
    for (const socket of socketsOf(server)) socket.destroy()
  }, timeout)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
  unsubscribe('http.server.response.finish', noteAnswer)
  server.off('request', noteRequest)
  // Stops Node's own check of connections. Ignores the error that the server is already closed.
  server.close(() => undefined)
  return isInTime
}

/** Waits for connections that the system has already accepted. Node takes one connection in each turn. */
async function acceptWaiting(server: Server): Promise<void> {
  let quietTurns = 0
  const noteConnection = (): void => {
    quietTurns = 0
  }
  server.on('connection', noteConnection)
  for (const end = performance.now() + acceptTime; quietTurns < 3 && performance.now() < end; quietTurns++)
    await nextTurn()
  server.off('connection', noteConnection)
}

/** Closes idle connections, and connections that never sent anything, which Node leaves open. */
function closeIdle(server: Server): void {
  const sockets = connectionsOf(server)
  // An answer that the application has ended may still be on its way to a slow client, and Node would cut it.
  if (sockets.some(({ _httpMessage: response }) => response?.writableEnded)) return
  server.closeIdleConnections()
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
}

interface Connection extends Socket {
  readonly _httpMessage?: ServerResponse | null
}

/**
 * Reads Node's internal list, because there is no public list. Without it, unused connections stay until the timeout.
 */
function connectionsOf(server: Server): readonly Connection[] {
  const key = Object.getOwnPropertySymbols(server).find(
    ({ description }) => description === 'http.server.connections',
  )
  const list =
    key &&
    (
      server as unknown as Record<
        symbol,
        { all?(): readonly { readonly socket?: Connection | null }[] } | undefined
      >
    )[key]
  return (list?.all?.() ?? []).flatMap(({ socket }) => socket ?? [])
}

/** All sockets of the server, also WebSockets, which are no longer HTTP connections. */
function socketsOf(server: Server): readonly Socket[] {
  const { _getActiveHandles: handles } = process as { readonly _getActiveHandles?: () => readonly unknown[] }
  return (handles?.() ?? []).filter(
    (handle): handle is Socket =>
      handle instanceof net().Socket && (handle as { readonly server?: unknown }).server === server,
  )
}

/** Options of `stopOnSignals`. */
export interface StopOnSignalsOptions extends StopOptions {
  /** Default: SIGTERM and SIGINT. */
  readonly signals?: readonly NodeJS.Signals[] | undefined
  /** Work to do after the last answer: `() => mapping.close()`, a pool of connections. */
  readonly afterwards?: (() => void | Promise<void>) | undefined
}

/**
 * Stops the server gracefully at the first signal and then ends the process: with 0, or with 1 if a connection was cut.
 * A second signal ends the process at once, with 1.
 */
export function stopOnSignals(server: Server, options: StopOnSignalsOptions = {}): void {
  checkOptions('stopOnSignals', options, { timeout: true, signals: true, afterwards: true })
  const { signals = ['SIGTERM', 'SIGINT'], afterwards, timeout } = options
  let isStopping = false
  const stop = async (): Promise<void> => {
    const isInTime = await stopGracefully(server, { timeout })
    await afterwards?.()
    process.exit(isInTime ? 0 : 1)
  }
  for (const signal of signals) {
    process.on(signal, () => {
      if (isStopping) process.exit(1)
      isStopping = true
      stop().catch((error: unknown) => {
        console.error(error)
        process.exit(1)
      })
    })
  }
}
