import type { MeasuredServer } from './measured-server.js'

/** A server, and its requests. */
export interface Contestant {
  readonly server: MeasuredServer
  /** As they are sent; all of them in turn, and again from the first. */
  readonly requests: readonly string[]
}

export interface ServerOptions {
  /** Milliseconds of CPU that each server works before it is measured. */
  readonly warmUp: number
  readonly requestsPerRound: number
  readonly rounds: number
  /** No further round starts after so many milliseconds; 9 rounds are run in any case. */
  readonly budget: number
}

const fewestRounds = 9

/** CPU µs per request of servers that take turns, in an order that rotates; round by round, in the order of the servers. */
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
