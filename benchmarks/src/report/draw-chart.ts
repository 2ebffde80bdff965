import type { BenchTable } from './bench-table.js'

const barHeight = 18
const gap = 6
const labelWidth = 210
const chartWidth = 760

/** The tables of a family as horizontal bars, shorter is better; each table has a scale of its own. */
export function drawChart(title: string, tables: readonly BenchTable[]): string {
  let y = 34
  const parts: string[] = []
  for (const table of tables) {
    parts.push(text(0, y, `${table.title}, ${table.unit}`, 'font-weight="600"'))
    y += 10
    const longest = Math.max(...table.rows.map(({ value }) => value))
    for (const [index, { name, value, cells }] of table.rows.entries()) {
      const width = Math.max(2, ((chartWidth - labelWidth - 80) * value) / longest)
      parts.push(
        text(labelWidth - 8, y + barHeight - 5, name, 'text-anchor="end"'),
        `<rect x="${labelWidth}" y="${y}" width="${width.toFixed(1)}" height="${barHeight}" rx="2" fill="${index === 0 ? '#1f6f63' : '#c9c2b4'}"/>`,
        text(labelWidth + width + 6, y + barHeight - 5, cells[0] ?? ''),
      )
      y += barHeight + gap
    }
    y += 26
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${chartWidth}" height="${y}" viewBox="0 0 ${chartWidth} ${y}" font-family="system-ui, sans-serif" font-size="12" fill="#2b2822">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    text(0, 14, title, 'font-size="14" font-weight="700"'),
    ...parts,
    '</svg>',
    '',
  ].join('\n')
}

function text(x: number, y: number, content: string, attributes = ''): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${attributes}>${escapeXml(content)}</text>`
}

function escapeXml(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
