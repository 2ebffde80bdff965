export interface TextColumn {
  /** Characters after which a long cell may break. Without them, a cell never breaks. */
  readonly breakAfter?: string
  /** Paints each line of a cell, without the blanks that fill the column. */
  readonly paint?: (text: string) => string
}

/**
 * Writes rows in columns that fit the width. A long cell continues in the next line of its column. Columns that may
 * break share the remaining width, but each keeps at least a quarter of the whole width.
 */
export function textTable(
  rows: readonly (readonly string[])[],
  columns: readonly TextColumn[],
  width: number,
): string {
  const widths = fitWidths(rows, columns, width)
  return rows
    .flatMap((row) => {
      const cells = columns.map(({ breakAfter }, index) =>
        breakCell(row[index] ?? '', widths[index] ?? 0, breakAfter),
      )
      const height = Math.max(...cells.map((lines) => lines.length))
      return Array.from({ length: height }, (_, line) =>
        columns
          .map(({ paint = (text: string): string => text }, index) => {
            const text = cells[index]?.[line] ?? ''
            const fill = ' '.repeat(Math.max(0, (widths[index] ?? 0) - text.length))
            return (text === '' ? '' : paint(text)) + (index === columns.length - 1 ? '' : fill)
          })
          .join('  ')
          .trimEnd(),
      )
    })
    .join('\n')
}

function fitWidths(
  rows: readonly (readonly string[])[],
  columns: readonly TextColumn[],
  width: number,
): number[] {
  const widths = columns.map((_, index) => Math.max(0, ...rows.map((row) => row[index]?.length ?? 0)))
  const narrowest = Math.floor(width / 4)
  const total = (): number => widths.reduce((sum, each) => sum + each, 0) + 2 * (columns.length - 1)
  for (let excess = total() - width; excess > 0; excess = total() - width) {
    const [widest] = columns
      .flatMap(({ breakAfter }, index) => (breakAfter === undefined ? [] : [index]))
      .toSorted((left, right) => (widths[right] ?? 0) - (widths[left] ?? 0))
    if (widest === undefined || (widths[widest] ?? 0) <= narrowest) break
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return widths
}

function breakCell(text: string, width: number, breakAfter: string | undefined): string[] {
  if (text.length <= width || breakAfter === undefined) return [text]
  const lines: string[] = []
  let rest = text
  // Continued lines are indented, so that they do not look like new cells.
  for (let room = width; rest.length > room; room = width - 2) {
    let end = Math.max(1, room)
    while (end > 0 && !breakAfter.includes(rest.charAt(end - 1))) end--
    if (end === 0) end = Math.max(1, room)
    lines.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
  return [...lines, rest].map((line, index) => (index === 0 ? line : `  ${line}`))
}
