const minute = 60_000
/** Clients that are counted in one minute; more at a time are refused. */
const maxClients = 10_000

/** How many requests each client may send in a minute. It needs no timer, and little memory for any number of clients. */
export class RequestRate {
  readonly #limit: number
  readonly #counts = new Map<string, number>()
  #start = performance.now()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Counts a request, and says in how many seconds the client may send another one: 0 when it may send this one. */
  secondsToWait(client: string): number {
    const now = performance.now()
    if (now - this.#start >= minute) {
      this.#counts.clear()
      this.#start = now
    }
    const count = this.#counts.get(client) ?? 0
    const isRefused = count >= this.#limit || (count === 0 && this.#counts.size >= maxClients)
    if (isRefused) return Math.max(1, Math.ceil((this.#start + minute - now) / 1000))
    this.#counts.set(client, count + 1)
    return 0
  }
}
