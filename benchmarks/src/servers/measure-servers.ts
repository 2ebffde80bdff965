import type { MeasuredServer } from './measured-server.js'

/** A server, and what it is asked. */
export interface Contestant {
  readonly server: MeasuredServer
  /** As they are sent; all of them in turn, and again from the first. */
  readonly requests: readonly string[]
}

export interface ServerOptions {
  /** Requests to each server before it is measured. */
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
  for (const { server, requests } of contestants) await server.cpuPerRequest(requests, warmUp)
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
