import type { MeasuredServer } from './measured-server.js'

/** A server with the requests that are sent to it. */
export interface Contestant {
  readonly server: MeasuredServer
  /** The texts of the requests. They are sent in turn, and then again from the first. */
  readonly requests: readonly string[]
}

export interface ServerOptions {
  /** Milliseconds of CPU time for which each server works before it is measured. */
  readonly warmUp: number
  readonly requestsPerRound: number
  readonly rounds: number
  /** After this many milliseconds, only the first 9 rounds still start. */
  readonly budget: number
}

const fewestRounds = 9

/**
 * Measures servers in turns and in a rotating order. Returns the µs of CPU time per request, by server and by round.
 */
export async function measureServers(
  contestants: readonly Contestant[],
  { warmUp, requestsPerRound, rounds, budget }: ServerOptions,
): Promise<number[][]> {
  for (const contestant of contestants) await warm(contestant, requestsPerRound, warmUp)
  const times = contestants.map((): number[] => [])
  const end = performance.now() + budget
  for (let round = 0; round < rounds && (round < fewestRounds || performance.now() < end); round++) {
    for (let turn = 0; turn < contestants.length; turn++) {
      const index = (turn + round) % contestants.length
      const contestant = contestants[index]
      if (contestant === undefined) continue
      times[index]?.push(await contestant.server.cpuPerRequest(contestant.requests, requestsPerRound))
    }
  }
  return times
}

async function warm({ server, requests }: Contestant, count: number, milliseconds: number): Promise<void> {
  let left = milliseconds * 1000
  while (left > 0) left -= count * (await server.cpuPerRequest(requests, count))
}
