/** Something to time: `prepare` is not timed and makes fresh data, `run` is timed and does `operations` operations. */
export interface Candidate {
  readonly name: string
  readonly operations: number
  prepare(): void
  /** Returns something computed from every result, so that nothing can be optimised away. */
  run(): number
  /** True for a candidate that generates code. Such code is compiled late, so it is warmed for 1.5 s. */
  readonly generatesCode?: boolean
}

export interface Timing {
  readonly name: string
  /** Nanoseconds per operation. All candidates run in each round, so equal indexes belong together. */
  readonly times: readonly number[]
}

export interface MeasureOptions {
  readonly rounds: number
  /** No further round starts after so many milliseconds, except the first 30. Default: no limit. */
  readonly budget?: number
  /** How long each candidate runs before it is timed, in milliseconds of CPU: a busy machine must not cut it short. */
  readonly warmUp: number
}

/**
 * Times candidates in turns: every round runs each of them once, in an order that rotates, so that other work of
 * the machine slows all of them alike.
 */
export function measure(
  candidates: readonly Candidate[],
  { rounds, warmUp, budget = Infinity }: MeasureOptions,
): Timing[] {
  for (const candidate of candidates)
    warm(candidate, candidate.generatesCode === true && warmUp > 0 ? warmUpOfGenerated : warmUp)
  const times = candidates.map((): number[] => [])
  const end = performance.now() + budget
  for (let round = 0; round < rounds && (round < fewestRounds || performance.now() < end); round++) {
    for (let turn = 0; turn < candidates.length; turn++) {
      const index = (turn + round) % candidates.length
      const candidate = candidates[index]
      if (candidate !== undefined) times[index]?.push(timeOnce(candidate))
    }
  }
  return candidates.map(({ name }, index) => ({ name, times: times[index] ?? [] }))
}

const fewestRounds = 30

/** In milliseconds of CPU. After 250, generated code looked two to four times as slow as it is. */
const warmUpOfGenerated = 1500

/** The result of the timed code. It is exported, so the compiler cannot drop the code. */
export let checksum = 0

function warm(candidate: Candidate, milliseconds: number): void {
  const start = process.cpuUsage()
  while (process.cpuUsage(start).user < milliseconds * 1000) timeOnce(candidate)
}

function timeOnce(candidate: Candidate): number {
  candidate.prepare()
  const start = process.hrtime.bigint()
  checksum += candidate.run()
  return Number(process.hrtime.bigint() - start) / candidate.operations
}
