/** `prepare` makes fresh data and is not timed. `run` does `operations` operations and is timed. */
export interface Candidate {
  readonly name: string
  readonly operations: number
  prepare(): void
  /** Returns a number that depends on every result, so that V8 cannot remove any of the work. */
  run(): number
  /** True for a candidate that generates code. V8 optimises such code late, so it is warmed for 1.5 s. */
  readonly generatesCode?: boolean
}

export interface Timing {
  readonly name: string
  /** Nanoseconds per operation, by round. An index is the same round for all candidates. */
  readonly times: readonly number[]
}

export interface MeasureOptions {
  readonly rounds: number
  /** After this many milliseconds, only the first 30 rounds still start. There is no limit by default. */
  readonly budget?: number
  /** Milliseconds for which each candidate runs before it is timed. Only its own CPU time counts. */
  readonly warmUp: number
}

/**
 * Times candidates in turns. Every round runs each candidate once, and the order rotates. Other work of the machine
 * therefore slows all candidates equally.
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

/**
 * Milliseconds of CPU time. After only 250 ms, the measured times of generated code were two to four times too long.
 */
const warmUpOfGenerated = 1500

/** The result of the timed code. It is exported, so the compiler cannot remove the code. */
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
