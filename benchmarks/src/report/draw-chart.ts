import type { BenchTable } from './bench-table.js'
import { formatNumber } from './format.js'
import type { FamilyResult } from './family-result.js'

const barHeight = 15
const gap = 4
const labelWidth = 270
const chartWidth = 760
const barsWidth = chartWidth - labelWidth - 80
/** The greatest ratio of a bar to the shortest bar. A longer bar is cut off and marked. */
const longestRatio = 25

/**
 * Draws the charted tables of a family as horizontal bars. Each table has its own scale. The background is opaque, so
 * that the chart is readable on a dark page, too.
 */
export function drawChart({ title, tables, circumstances }: FamilyResult): string {
  let y = 52
  const parts: string[] = []
  for (const table of tables.filter(({ isCharted }) => isCharted)) {
    parts.push(...drawTable(table, y))
    y += 10 + table.rows.length * (barHeight + gap) + 26
  }
  const node = /Node [\d.]+/.exec(circumstances)?.[0] ?? ''
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${chartWidth}" height="${y}" viewBox="0 -6 ${chartWidth} ${y}" font-family="system-ui, sans-serif" font-size="12">`,
    `<title>${escapeXml(title)}</title>`,
    `<style>
.page { fill: #fff } text { fill: #2b2822 } .bar { fill: #c9c2b4 } .ours { fill: #1f6f63 } .cut { stroke: #fff; stroke-width: 3 }
@media (prefers-color-scheme: dark) {
.page { fill: #16181d } text { fill: #e6e3dc } .bar { fill: #5b5a57 } .ours { fill: #3fb7a4 } .cut { stroke: #16181d }
}
</style>`,
    `<rect class="page" y="-6" width="100%" height="100%" rx="6"/>`,
    text(12, 16, `${title}: shorter is better`, 'font-size="14" font-weight="700"'),
    text(chartWidth - 12, 16, node, 'text-anchor="end"'),
    ...parts,
    '</svg>',
    '',
  ].join('\n')
}

function drawTable({ title, unit, rows }: BenchTable, top: number): string[] {
  const values = rows.map(({ value }) => value)
  const end = Math.min(Math.max(...values), longestRatio * Math.min(...values))
  return [
    text(12, top, `${title}, ${unit}`, 'font-weight="600"'),
    ...rows.flatMap(({ name, value, isOurs = false }, index) => {
      const y = top + 10 + index * (barHeight + gap)
      const width = Math.max(2, barsWidth * Math.min(1, value / end))
      const cut = labelWidth + width - 24
      return [
        text(labelWidth - 8, y + barHeight - 3.5, name, 'text-anchor="end"'),
        `<rect class="${isOurs ? 'ours' : 'bar'}" x="${labelWidth}" y="${y}" width="${width.toFixed(1)}" height="${barHeight}" rx="2"/>`,
        ...(value > end ? [`<path class="cut" d="M${cut} ${y + barHeight + 2} l8 ${-barHeight - 4}"/>`] : []),
        text(labelWidth + width + 6, y + barHeight - 3.5, formatNumber(value)),
      ]
    }),
  ]
}

function text(x: number, y: number, content: string, attributes = ''): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${attributes}>${escapeXml(content)}</text>`
}

function escapeXml(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
