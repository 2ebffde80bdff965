import type { Spread } from '../statistics.js'

/** A table of results. */
export interface BenchTable {
  readonly title: string
  /** The unit of each row's first number: `ns per lookup`. */
  readonly unit: string
  /** The heads of the numbers. */
  readonly columns: readonly string[]
  readonly rows: readonly BenchRow[]
  /** A fact without which a reader would misread the table. */
  readonly note?: string | undefined
  readonly aims?: readonly Aim[] | undefined
  /** True if the family's chart shows it. */
  readonly isCharted?: boolean | undefined
}

export interface BenchRow {
  readonly name: string
  /** The printed numbers. */
  readonly cells: readonly string[]
  /** The length of the bar in the chart. */
  readonly value: number
  readonly isOurs?: boolean | undefined
  /** A peer's time divided by ours: below 1 the peer is faster. */
  readonly ratio?: number | undefined
}

/** A figure to reach. The median decides. */
export interface Aim {
  readonly name: string
  readonly unit: '×' | 'ns' | 'ms'
  readonly atMost: number
  readonly measured: Spread
}

/** A family of measurements: one section of the results, one chart, one process. */
export interface BenchFamily {
  readonly title: string
  /** Packages whose versions are printed. */
  readonly packages: readonly string[]
  measure(): Promise<readonly BenchTable[]>
}
