import type { Spread } from '../statistics.js'
import type { BenchTable } from './bench-table.js'

/** Formats a number with at least three significant digits, and without an exponent. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '–'
  const size = Math.abs(value)
  if (size >= 100) return value.toFixed(0)
  return size >= 10 ? value.toFixed(1) : value.toFixed(2)
}

export function formatSpread({ median, p10, p90 }: Spread): string {
  return `${formatNumber(median)} (${formatNumber(p10)} to ${formatNumber(p90)})`
}

/** Writes a table in Markdown, with aligned columns. The first column has texts, and the other columns have numbers. */
export function toMarkdownTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((_, column) =>
    Math.max(4, ...[heads, ...rows].map((line) => (line[column] ?? '').length)),
  )
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return [heads, rule, ...rows]
    .map((cells) =>
      cells.map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      ),
    )
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

export function toMarkdown({ title, unit, columns, rows, note }: BenchTable): string {
  const cells = rows.map(({ name, cells: others }) => [name, ...others])
  return [
    `### ${title}`,
    toMarkdownTable([unit, ...columns], cells),
    ...(note === undefined ? [] : [note]),
  ].join('\n\n')
}
