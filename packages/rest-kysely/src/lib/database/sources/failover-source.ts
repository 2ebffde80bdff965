import { setTimeout } from 'node:timers/promises'
import type { DialectAdapter } from 'kysely'
import type { BorrowedConnection, ConnectionSource } from './connection-source.js'
import type { DatabaseFamily } from '../database-family.js'
import type { PooledSource } from './pooled-source.js'

/** A search waits this long before it tries another address. A read-only server is used this long before a search. */
const headStartMs = 250

/**
 * A database with several addresses. The first server that accepts writes is used until it fails. If no server accepts
 * writes, a readable server is used.
 */
export class FailoverSource implements ConnectionSource {
  readonly family: DatabaseFamily
  readonly adapter: DialectAdapter
  readonly takesScripts: boolean
  readonly #servers: readonly [PooledSource, ...PooledSource[]]
  #current:
    | { readonly server: PooledSource; readonly isWritable: boolean; readonly since: number }
    | undefined
  #searching: Promise<void> | undefined

  constructor(servers: readonly [PooledSource, ...PooledSource[]]) {
    this.#servers = servers
    ;({ family: this.family, adapter: this.adapter, takesScripts: this.takesScripts } = servers[0])
  }

  async acquire(): Promise<BorrowedConnection> {
    if (this.#current === undefined || this.#isStale()) await this.#search()
    const server = this.#current?.server ?? this.#servers[0]
    try {
      return this.#watched(server, await server.acquire())
    } catch {
      this.#leave(server)
      await this.#search()
      const next = this.#current?.server ?? server
      return this.#watched(next, await next.acquire())
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#servers.map(async (server) => server.close()))
  }

  #isStale(): boolean {
    return this.#current?.isWritable === false && performance.now() - this.#current.since > headStartMs
  }

  #watched(server: PooledSource, { connection, release }: BorrowedConnection): BorrowedConnection {
    return {
      connection,
      release: (isBroken) => {
        release(isBroken)
        if (isBroken) this.#leave(server)
      },
    }
  }

  /** The next `acquire` searches for a server again. */
  #leave(server: PooledSource): void {
    server.distrust()
    if (this.#current?.server === server) this.#current = undefined
  }

  async #search(): Promise<void> {
    this.#searching ??= this.#find().finally(() => (this.#searching = undefined))
    await this.#searching
  }

  async #find(): Promise<void> {
    const readable: PooledSource[] = []
    let isFound = false
    const attempts = this.#servers.map(async (server, index) => {
      await setTimeout(index * headStartMs)
      if (isFound) return server
      const { isWritable, release } = await server.acquire()
      release(false)
      if (!isWritable) {
        readable.push(server)
        throw new Error('The server accepts no writes')
      }
      isFound = true
      return server
    })
    try {
      const server = await Promise.any(attempts)
      this.#current = { server, isWritable: true, since: performance.now() }
    } catch {
      const [server] = readable
      this.#current = server && { server, isWritable: false, since: performance.now() }
    }
  }
}
