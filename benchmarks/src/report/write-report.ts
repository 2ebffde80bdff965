import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { drawChart } from './draw-chart.js'
import { readResults, resultsFolder, type FamilyResult } from './family-result.js'
import { gridToMarkdown, toMarkdown } from './format-table.js'
import { summarizeFigures } from './summarize-figures.js'

const root = new URL('../../', import.meta.url)

/** Everything that is read, from everything that was measured: RESULTS.md, a page per Node, a chart per family. */
export function writeReport(families: readonly string[]): void {
  mkdirSync(new URL('charts/', resultsFolder), { recursive: true })
  for (const [path, text] of reportOf(families)) writeFileSync(new URL(path, root), text)
  // It is written in JavaScript, since it is checked where the benchmarks are not installed.
  execFileSync(process.execPath, [fileURLToPath(new URL('../scripts/where-we-lose.js', root))])
}

/** The texts by their paths in the folder of the benchmarks. */
export function reportOf(families: readonly string[]): ReadonlyMap<string, string> {
  const results = readResults().toSorted(
    (left, right) => families.indexOf(left.family) - families.indexOf(right.family),
  )
  const majors = [...new Set(results.map(({ nodeMajor }) => nodeMajor))].toSorted((a, b) => a - b)
  const files = new Map([['RESULTS.md', toSummary(families, results, majors)]])
  for (const major of majors) {
    const ofThis = results.filter(({ nodeMajor }) => nodeMajor === major)
    files.set(`results/node-${major}.md`, toPage(major, ofThis))
  }
  // The newest Node is drawn: it comes last.
  for (const result of results.toSorted((left, right) => left.nodeMajor - right.nodeMajor))
    files.set(`results/charts/${result.family}.svg`, drawChart(result))
  return files
}

function toSummary(
  families: readonly string[],
  results: readonly FamilyResult[],
  majors: readonly number[],
): string {
  const sections = families.flatMap((family) => {
    const ofThis = results.filter((result) => result.family === family)
    const [first] = ofThis
    if (first === undefined) return []
    return [
      `## ${first.title}`,
      '',
      ...ofThis.flatMap(({ circumstances }) => [`- ${circumstances}`]),
      '',
      gridToMarkdown(summarizeFigures(ofThis)),
      '',
      `![${first.title}](results/charts/${family}.svg)`,
      '',
    ]
  })
  return [
    '# Results',
    '',
    'Written by `npm run bench`. These are the figures that the project has set itself, and whether they are reached; how',
    'everything is measured is said in the [README](README.md), and all numbers of all peers are in the tables of',
    `${majors.map((major) => `[Node ${major}](results/node-${major}.md)`).join(' and ')}.`,
    '',
    'A ratio is one of medians, with that of the 10 % lowest and highest rounds in parentheses; "3 × as fast" means a third of',
    'the time. *Alone* is one router in a process of its own, *interleaved* all routers in one process, taking turns.',
    '',
    ...sections,
  ].join('\n')
}

function toPage(major: number, results: readonly FamilyResult[]): string {
  return [
    `# Results on Node ${major}`,
    '',
    'All numbers of the last run of each family. The figures to reach are in [RESULTS.md](../RESULTS.md).',
    '',
    ...results.flatMap(({ title, circumstances, seconds, tables }) => [
      `## ${title}`,
      '',
      `${circumstances}. The run took ${seconds} s.`,
      '',
      ...tables.flatMap((table) => [toMarkdown(table), '']),
    ]),
  ].join('\n')
}
