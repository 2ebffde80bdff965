import type { Spread } from '../statistics.js'

export interface BenchTable {
  readonly title: string
  /** The unit of each row's first number, such as `ns per lookup`. */
  readonly unit: string
  /** The heads of the columns of numbers. */
  readonly columns: readonly string[]
  readonly rows: readonly BenchRow[]
  /** A fact that a reader needs to understand the table. */
  readonly note?: string | undefined
  readonly aims?: readonly Aim[] | undefined
  /** True if the family's chart shows the table. */
  readonly isCharted?: boolean | undefined
}

export interface BenchRow {
  readonly name: string
  readonly cells: readonly string[]
  /** The length of the bar in the chart. */
  readonly value: number
  readonly isOurs?: boolean | undefined
  /** A peer's time divided by our time. A ratio below 1 means that the peer is faster. */
  readonly ratio?: number | undefined
}

/** A number to reach. It is compared with the median. */
export interface Aim {
  readonly name: string
  readonly unit: '×' | 'ns' | 'ms'
  readonly atMost: number
  readonly measured: Spread
}

/** A family of measurements, which has a section and a chart in the results. It runs in one process. */
export interface BenchFamily {
  readonly title: string
  /** Packages whose versions are printed. */
  readonly packages: readonly string[]
  measure(): Promise<readonly BenchTable[]>
}
