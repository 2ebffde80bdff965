import type { Socket } from 'node:net'

/** Ends the sockets of a pool. A driver's own `end` would wait for connections that a silent server never opens. */
export class PoolSockets {
  readonly #sockets = new Set<Socket>()

  add(socket: Socket): Socket {
    this.#sockets.add(socket)
    return socket.once('close', () => this.#sockets.delete(socket))
  }

  /** Ends all sockets as soon as their written data is sent. */
  end(): void {
    for (const socket of this.#sockets) socket.destroySoon()
  }
}
