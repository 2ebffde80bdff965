/** One table of results. The first row is ours. */
export interface BenchTable {
  readonly title: string
  /** What the first number of each row counts: `ns per lookup`. */
  readonly unit: string
  /** The heads of the numbers. */
  readonly columns: readonly string[]
  readonly rows: readonly BenchRow[]
  /** What the reader must know to read it rightly. */
  readonly note?: string | undefined
}

export interface BenchRow {
  readonly name: string
  /** As they are printed; the first is drawn in the chart. */
  readonly cells: readonly string[]
  readonly value: number
}

/** A family of measurements: one section of RESULTS.md, one chart, one process. */
export interface BenchFamily {
  readonly title: string
  measure(): Promise<readonly BenchTable[]> | readonly BenchTable[]
}

/** Three significant digits, without an exponent. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '–'
  if (value >= 100) return value.toFixed(0)
  return value >= 10 ? value.toFixed(1) : value.toFixed(2)
}
