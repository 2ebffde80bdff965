import type { BenchTable } from './bench-table.js'

/** Heads and rows of text. */
export interface Grid {
  readonly heads: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** For a terminal: aligned columns. */
export function formatTable({ title, unit, columns, rows, note }: BenchTable): string {
  const grid = { heads: ['', ...columns], rows: rows.map(({ name, cells }) => [name, ...cells]) }
  return [`${title} (${unit})`, alignGrid(grid), ...(note === undefined ? [] : [note])].join('\n')
}

/** For the page of results. */
export function toMarkdown({ title, unit, columns, rows, note }: BenchTable): string {
  const grid = { heads: [unit, ...columns], rows: rows.map(({ name, cells }) => [name, ...cells]) }
  return [`### ${title}`, '', gridToMarkdown(grid), ...(note === undefined ? [] : ['', note])].join('\n')
}

export function alignGrid({ heads, rows }: Grid): string {
  const lines = [heads, ...rows]
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)))
  return lines
    .map((line) =>
      line
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n')
}

export function gridToMarkdown({ heads, rows }: Grid): string {
  const lines = [heads, heads.map((_, column) => (column === 0 ? '---' : '---:')), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
