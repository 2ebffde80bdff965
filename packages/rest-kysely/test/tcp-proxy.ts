import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** A proxy of a server. It can pause, break all connections, and listen again on the same port. */
export class TcpProxy {
  readonly #target: number
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined
  #port = 0
  #isPaused = false

  constructor(target: number) {
    this.#target = target
  }

  get port(): number {
    return this.#port
  }

  /** The number of open sockets, to clients and to the server. */
  get connections(): number {
    return this.#sockets.size
  }

  async open(): Promise<number> {
    this.#isPaused = false
    this.#server = createServer((client) => this.#carry(client))
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#port = (this.#server.address() as AddressInfo).port
    return this.#port
  }

  /** Stops forwarding bytes, and keeps the connections open. */
  pause(): void {
    this.#isPaused = true
    for (const socket of this.#sockets) socket.pause()
  }

  resume(): void {
    this.#isPaused = false
    for (const socket of this.#sockets) socket.resume()
  }

  /** Breaks all connections and accepts no new connections. */
  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#sockets.clear()
    const server = this.#server
    if (server !== undefined) await new Promise<unknown>((resolve) => server.close(resolve))
  }

  #carry(client: Socket): void {
    const upstream = connect(this.#target, '127.0.0.1')
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.#sockets.add(from)
      from.on('data', (chunk) => to.write(chunk))
      from.on('error', () => undefined)
      from.on('close', () => {
        this.#sockets.delete(from)
        to.destroy()
      })
      if (this.#isPaused) from.pause()
    }
  }
}
