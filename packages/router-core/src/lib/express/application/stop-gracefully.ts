import type { Server } from 'node:http'

export interface StopOptions {
  /** How long requests may take to finish; then their connections are cut. In ms, default 10,000. */
  readonly timeout?: number | undefined
}

/**
 * Refuses new connections and resolves when every request that is in flight has been answered.
 *
 * @returns whether all were answered in time
 */
export async function stopGracefully(
  server: Server,
  { timeout = 10_000 }: StopOptions = {},
): Promise<boolean> {
  let isInTime = true
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // `close` looks for idle connections once; those that were busy then stay open for as long as keep-alive lasts.
  const sweep = setInterval(() => server.closeIdleConnections(), 20)
  const cut = setTimeout(() => {
    isInTime = false
    server.closeAllConnections()
  }, timeout)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
  return isInTime
}

export interface StopOnSignalsOptions extends StopOptions {
  /** Default: SIGTERM and SIGINT. */
  readonly signals?: readonly NodeJS.Signals[] | undefined
  /** What to end after the last answer: `() => mapping.close()`, a pool of connections. */
  readonly afterwards?: (() => void | Promise<void>) | undefined
}

/**
 * Stops the server gracefully at the first signal and ends the process with 0; with 1 when something was cut off. A
 * second signal ends it at once, with 1.
 */
export function stopOnSignals(
  server: Server,
  { signals = ['SIGTERM', 'SIGINT'], afterwards, ...options }: StopOnSignalsOptions = {},
): void {
  let isStopping = false
  const stop = async (): Promise<void> => {
    const isInTime = await stopGracefully(server, options)
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
