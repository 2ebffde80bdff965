import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'

export interface Tally {
  /** The token of each write that was acknowledged, with its place. */
  readonly acknowledged: ReadonlyMap<string, string>
  readonly statuses: Readonly<Record<string, number>>
  /** The longest time without any acknowledgement, in milliseconds. */
  readonly longestPause: number
}

export interface Writers {
  /** Waits until this many more writes are acknowledged. */
  more(count: number): Promise<void>
  /** Waits until a write has been answered with this status. */
  seen(status: number): Promise<void>
  stop(): Promise<Tally>
}

/**
 * Starts writers that post events until they are stopped. A writer repeats an event, with the same `Idempotency-Key`,
 * until it is acknowledged. Each attempt is at the next API.
 */
export function startWriters(origins: readonly string[], count: number): Writers {
  const acknowledged = new Map<string, string>()
  const statuses: Record<string, number> = {}
  const stopping = new AbortController()
  let longestPause = 0
  let last = performance.now()

  async function post(origin: string, token: string): Promise<boolean> {
    try {
      const response = await fetch(`${origin}/events`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': token },
        body: JSON.stringify({ token }),
        signal: AbortSignal.timeout(20_000),
      })
      const { id } = (await response.json()) as { id?: number }
      statuses[response.status] = (statuses[response.status] ?? 0) + 1
      if (response.status !== 201) return false
      longestPause = Math.max(longestPause, performance.now() - last)
      last = performance.now()
      acknowledged.set(token, `/events/${id}`)
      return true
    } catch {
      statuses['broken'] = (statuses['broken'] ?? 0) + 1
      return false
    }
  }

  async function write(index: number): Promise<void> {
    for (let turn = index; !stopping.signal.aborted;) {
      const token = randomUUID()
      while (!(await post(origins[turn++ % origins.length] ?? '', token))) {
        if (stopping.signal.aborted) return
        await setTimeout(50)
      }
    }
  }

  const writers = Array.from({ length: count }, async (_, index) => write(index))
  async function until(isSo: () => boolean): Promise<void> {
    for (let attempt = 0; !isSo(); attempt++) {
      if (attempt > 600)
        throw new Error(`The writers waited for too long, with these statuses: ${JSON.stringify(statuses)}`)
      await setTimeout(100)
    }
  }
  return {
    more: async (wanted) => {
      const enough = acknowledged.size + wanted
      await until(() => acknowledged.size >= enough)
    },
    seen: async (status) => until(() => statuses[status] !== undefined),
    stop: async () => {
      stopping.abort()
      await Promise.all(writers)
      return { acknowledged, statuses, longestPause }
    },
  }
}

/** Adds 1 to the counter with `If-Match`, in as many attempts as needed. Returns the statuses of all attempts. */
export async function increment(origins: readonly string[], turn: number): Promise<readonly number[]> {
  const seen: number[] = []
  for (let attempt = 0; attempt < 1000; attempt++) {
    const url = `${origins[(turn + attempt) % origins.length]}/counters/a`
    const found = await fetch(url)
    const { value } = (await found.json()) as { value: number }
    seen.push(found.status)
    if (found.status !== 200) continue
    const { status } = await fetch(url, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'if-match': found.headers.get('etag') ?? '' },
      body: JSON.stringify({ value: value + 1 }),
    })
    seen.push(status)
    if (status === 200) return seen
    await setTimeout(Math.random() * 400)
  }
  throw new Error('An increment was never acknowledged')
}
