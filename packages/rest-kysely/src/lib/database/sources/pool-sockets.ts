import type { Socket } from 'node:net'

/** The sockets of a pool. A driver that ends waits for those that are still being made, as long as a server is mute. */
export class PoolSockets {
  readonly #sockets = new Set<Socket>()

  add(socket: Socket): Socket {
    this.#sockets.add(socket)
    return socket.once('close', () => this.#sockets.delete(socket))
  }

  /** Ends all, as soon as what was written is on its way. */
  end(): void {
    for (const socket of this.#sockets) socket.destroySoon()
  }
}
