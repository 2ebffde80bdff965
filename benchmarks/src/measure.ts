/** Something to time: `prepare` is not timed and makes fresh data, `run` is timed and does `operations` operations. */
export interface Candidate {
  readonly name: string
  readonly operations: number
  prepare(): void
  /** Returns something computed from every result, so that nothing can be optimised away. */
  run(): number
}

/** Nanoseconds per operation over all rounds. */
export interface Timing {
  readonly name: string
  readonly median: number
  readonly p10: number
  readonly p90: number
  /** The median, over the rounds, of this candidate's time divided by the first candidate's in the same round. */
  readonly ratio: number
  readonly ratioP10: number
  readonly ratioP90: number
}

export interface MeasureOptions {
  readonly rounds: number
  /** No further round starts after so many milliseconds; 30 rounds are run in any case. Default: no limit. */
  readonly budget?: number
  /** How long each candidate runs before it is timed, in milliseconds. */
  readonly warmUp: number
}

/**
 * Times candidates in turns: every round runs each of them once, in an order that rotates, so that whatever else the
 * machine does meets all of them.
 */
export function measure(
  candidates: readonly Candidate[],
  { rounds, warmUp, budget = Infinity }: MeasureOptions,
): Timing[] {
  for (const candidate of candidates) warm(candidate, warmUp)
  const times = candidates.map((): number[] => [])
  const end = performance.now() + budget
  for (let round = 0; round < rounds && (round < fewestRounds || performance.now() < end); round++) {
    for (let turn = 0; turn < candidates.length; turn++) {
      const index = (turn + round) % candidates.length
      const candidate = candidates[index]
      if (candidate !== undefined) times[index]?.push(timeOnce(candidate))
    }
  }
  const [baseline = []] = times
  return candidates.map(({ name }, index) => {
    const own = times[index] ?? []
    const ratios = own.map((time, round) => time / (baseline[round] ?? Number.NaN))
    return {
      name,
      median: quantile(own, 0.5),
      p10: quantile(own, 0.1),
      p90: quantile(own, 0.9),
      ratio: quantile(ratios, 0.5),
      ratioP10: quantile(ratios, 0.1),
      ratioP90: quantile(ratios, 0.9),
    }
  })
}

const fewestRounds = 30

/** What the timed code computed; printed nowhere, and never known to be unused. */
export let checksum = 0

function warm(candidate: Candidate, milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end) timeOnce(candidate)
}

function timeOnce(candidate: Candidate): number {
  candidate.prepare()
  const start = process.hrtime.bigint()
  checksum += candidate.run()
  return Number(process.hrtime.bigint() - start) / candidate.operations
}

export function quantile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN
}
