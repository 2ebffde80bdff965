import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import type { BenchTable } from './bench-table.js'
import { drawChart } from './draw-chart.js'
import { toMarkdown } from './format-table.js'

const resultsFile = new URL('../../RESULTS.md', import.meta.url)
const chartFolder = new URL('../../charts/', import.meta.url)

const preamble = `# Results

Written by \`npm run bench\`; one section a family, each with the machine and the date of its run. Times are medians over
rounds in which the candidates take turns; *ratio* is the median, over the rounds, of a candidate's time divided by ours in
the same round, so that above 1 means slower than ours.
`

/** Replaces the section of a family in RESULTS.md, and its chart. */
export function writeResults(
  family: string,
  title: string,
  tables: readonly BenchTable[],
  versions: readonly string[],
): void {
  mkdirSync(chartFolder, { recursive: true })
  writeFileSync(new URL(`${family}.svg`, chartFolder), drawChart(title, tables))
  const section = [
    `<!-- ${family} -->`,
    `## ${title}`,
    '',
    `\`npm run bench -- ${family}\`, ${new Date().toISOString().slice(0, 10)}, ${describeMachine()}. ${versions.join(', ')}.`,
    '',
    `![${title}](charts/${family}.svg)`,
    '',
    ...tables.flatMap((table) => [toMarkdown(table), '']),
    `<!-- /${family} -->`,
  ].join('\n')
  const before = existsSync(resultsFile) ? readFileSync(resultsFile, 'utf8') : preamble
  const start = before.indexOf(`<!-- ${family} -->`)
  const endMark = `<!-- /${family} -->`
  const end = before.indexOf(endMark)
  const after =
    start < 0
      ? `${before.trimEnd()}\n\n${section}\n`
      : before.slice(0, start) + section + before.slice(end + endMark.length)
  writeFileSync(resultsFile, after)
}

function describeMachine(): string {
  const [cpu] = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  return `Node ${process.version.slice(1)}, ${process.platform} ${process.arch}, ${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${memory} GB`
}
