/** A median with the 10th and the 90th percentile. */
export interface Spread {
  readonly median: number
  readonly p10: number
  readonly p90: number
}

export function quantile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN
}

export function spreadOf(values: readonly number[]): Spread {
  return { median: quantile(values, 0.5), p10: quantile(values, 0.1), p90: quantile(values, 0.9) }
}

/** Returns the ratio of the medians. The percentiles come from the ratios of the single rounds. */
export function ratioOf(values: readonly number[], base: readonly number[]): Spread {
  return {
    ...spreadOf(values.map((value, round) => value / (base[round] ?? Number.NaN))),
    median: quantile(values, 0.5) / quantile(base, 0.5),
  }
}
