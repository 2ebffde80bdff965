import type { BenchTable } from './bench-table.js'

/** For a terminal: aligned columns. */
export function formatTable({ title, unit, columns, rows, note }: BenchTable): string {
  const heads = ['', ...columns]
  const lines = [heads, ...rows.map(({ name, cells }) => [name, ...cells])]
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)))
  const body = lines.map((line) =>
    line
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  )
  return [`${title} (${unit})`, ...body, ...(note === undefined ? [] : [note])].join('\n')
}

/** For RESULTS.md. */
export function toMarkdown({ title, unit, columns, rows, note }: BenchTable): string {
  return [
    `### ${title}`,
    '',
    `| ${unit} | ${columns.join(' | ')} |`,
    `|---|${columns.map(() => '---:|').join('')}`,
    ...rows.map(({ name, cells }) => `| ${name} | ${cells.join(' | ')} |`),
    ...(note === undefined ? [] : ['', note]),
  ].join('\n')
}
