import type { Spread } from '../statistics.js'
import type { BenchTable } from './bench-table.js'

/** Three significant digits, without an exponent. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '–'
  const size = Math.abs(value)
  if (size >= 100) return value.toFixed(0)
  return size >= 10 ? value.toFixed(1) : value.toFixed(2)
}

export function formatSpread({ median, p10, p90 }: Spread): string {
  return `${formatNumber(median)} (${formatNumber(p10)} to ${formatNumber(p90)})`
}

/** For a terminal: aligned columns. */
export function formatTable({ title, unit, columns, rows, note }: BenchTable): string {
  const lines = [['', ...columns], ...rows.map(({ name, cells }) => [name, ...cells])]
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  )
  const aligned = lines.map((line) =>
    line
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  )
  return [`${title} (${unit})`, ...aligned, ...(note === undefined ? [] : [note])].join('\n')
}

/** For a page: the first column is a text, the others are numbers. */
export function toMarkdownTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, heads.map((_, column) => (column === 0 ? '---' : '---:')), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
