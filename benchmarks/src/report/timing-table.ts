import type { Timing } from '../measure.js'
import { spreadOf } from '../statistics.js'
import type { BenchTable } from './bench-table.js'
import { formatSpread } from './figure.js'

/** A table of our own timings; those that have a figure to reach, in nanoseconds, are held to it. */
export function timingTable(
  { title, unit, note }: Pick<BenchTable, 'title' | 'unit' | 'note'>,
  timings: readonly Timing[],
  figures: ReadonlyMap<string, { readonly name: string; readonly atMost: number }>,
): BenchTable {
  const spreads = timings.map(({ name, times }) => ({ name, spread: spreadOf(times) }))
  return {
    title,
    unit,
    note,
    columns: ['median (p10 to p90)'],
    rows: spreads.map(({ name, spread }) => ({
      name,
      value: spread.median,
      isOurs: true,
      cells: [formatSpread(spread)],
    })),
    figures: spreads.flatMap(({ name: row, spread: measured }) => {
      const figure = figures.get(row)
      if (figure === undefined) return []
      return [{ name: figure.name, bound: { atMost: figure.atMost }, unit: 'ns', measured }]
    }),
  }
}
