import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server, or an application that creates one. */
export interface Listening {
  listen(port: number, host: string, callback: () => void): Server
}

/**
 * Serves the application, and sends its port to the parent process. After the messages `start` and `stop` of the
 * parent, it sends the CPU time (user and system, in µs) between them. It ends when the parent ends.
 */
export function serveMeasured(
  application: Listening,
  close: () => Promise<void> = async () => undefined,
): void {
  const server = application.listen(0, '127.0.0.1', () => {
    process.send?.((server.address() as AddressInfo).port)
  })
  // Connections must not be closed although they are idle while other servers are measured.
  server.keepAliveTimeout = 0
  server.headersTimeout = 0
  server.requestTimeout = 0
  let start = process.cpuUsage()
  process.on('message', (message) => {
    if (message === 'start') {
      start = process.cpuUsage()
      process.send?.(0)
      return
    }
    const { user, system } = process.cpuUsage(start)
    process.send?.(user + system)
  })
  process.once('disconnect', () => void close().finally(() => process.exit()))
}
