import type { Figure } from './figure.js'

/** One table of results. */
export interface BenchTable {
  readonly title: string
  /** What the first number of each row counts: `ns per lookup`. */
  readonly unit: string
  /** The heads of the numbers. */
  readonly columns: readonly string[]
  readonly rows: readonly BenchRow[]
  /** What the reader must know to read it rightly. */
  readonly note?: string | undefined
  /** The figures to reach that this table decides. */
  readonly figures?: readonly Figure[] | undefined
  /** Whether the family's chart shows it. */
  readonly isCharted?: boolean | undefined
}

export interface BenchRow {
  readonly name: string
  /** As they are printed. */
  readonly cells: readonly string[]
  /** What the chart draws. */
  readonly value: number
  readonly isOurs?: boolean | undefined
  /** How many times our time a peer took. Below 1 it is faster than we are, and the README says so. */
  readonly ratio?: number | undefined
}

/** A family of measurements: one section of the results, one chart, one process. */
export interface BenchFamily {
  readonly title: string
  /** Those whose versions the reader must know. */
  readonly packages: readonly string[]
  measure(): Promise<readonly BenchTable[]> | readonly BenchTable[]
}
