import { mkdirSync, writeFileSync } from 'node:fs'
import type { BenchTable } from './bench-table.js'
import { drawChart } from './draw-chart.js'
import { readResults, resultsFolder, type FamilyResult } from './family-result.js'
import { formatSpread, toMarkdown, toMarkdownTable } from './format.js'

const root = new URL('../../', import.meta.url)

/** A peer counts as faster if its ratio is below this number. */
const faster = 0.95

/** Writes RESULTS.md, a page for each Node, and a chart for each family from the recorded results. */
export function writeReport(families: readonly string[]): void {
  mkdirSync(new URL('charts/', resultsFolder), { recursive: true })
  for (const [path, text] of reportOf(families)) writeFileSync(new URL(path, root), text)
}

/** The texts of all pages and charts, by their paths in the folder of the benchmarks. */
export function reportOf(families: readonly string[]): ReadonlyMap<string, string> {
  const results = readResults().toSorted(
    (left, right) => families.indexOf(left.family) - families.indexOf(right.family),
  )
  const majors = [...new Set(results.map(({ nodeMajor }) => nodeMajor))].toSorted((a, b) => a - b)
  const files = new Map([['RESULTS.md', toSummary(families, results, majors)]])
  for (const major of majors)
    files.set(
      `results/node-${major}.md`,
      toPage(
        major,
        results.filter(({ nodeMajor }) => nodeMajor === major),
      ),
    )
  // The newest Node comes last, so its chart replaces the older charts.
  for (const result of results.toSorted((left, right) => left.nodeMajor - right.nodeMajor))
    files.set(`results/charts/${result.family}.svg`, drawChart(result))
  return files
}

function toSummary(
  families: readonly string[],
  results: readonly FamilyResult[],
  majors: readonly number[],
): string {
  const heads = majors.map((major) => `Node ${major}`)
  const sections = families.flatMap((family) => {
    const measured = results.filter((result) => result.family === family)
    const [first] = measured
    if (first === undefined) return []
    return [
      `## ${first.title}`,
      '',
      ...circumstancesOf(measured),
      '',
      `![${first.title}](results/charts/${family}.svg)`,
      '',
      toMarkdownTable(['', 'peer', ...heads], peerRows(measured, majors)),
      '',
    ]
  })
  return [
    '# Results',
    '',
    "`npm run bench` writes this page. A number is a peer's time divided by ours: 2 means that the peer takes twice as long. A peer",
    '**in bold** is faster. The [README](README.md) explains how everything is measured. The pages of',
    `${majors.map((major) => `[Node ${major}](results/node-${major}.md)`).join(' and ')} have all numbers.`,
    '',
    ...sections,
    '## Open aims',
    '',
    'These aims are not reached yet on at least one version of Node. Here, in comparisons, a number is our time divided by the other time. The 10th and the 90th percentile of the rounds are in parentheses.',
    '',
    toMarkdownTable(['measured', 'aim', ...heads], openAims(results, majors)),
    '',
  ].join('\n')
}

/** Returns a line for each run. Runs on two versions of Node share a line if only the version differs. */
function circumstancesOf(results: readonly FamilyResult[]): string[] {
  const versionsOf = new Map<string, string[]>()
  for (const { circumstances } of results) {
    const [, before = '', version = '', after = ''] = /^(.* with Node )(\S+)(.*)$/.exec(circumstances) ?? []
    const key = `${before}%${after}`
    versionsOf.set(key, [...(versionsOf.get(key) ?? []), version])
  }
  return [...versionsOf].map(([key, versions]) => `- ${key.replace('%', versions.join(' and '))}.`)
}

/**
 * Returns a row for each peer of each table, with its ratio on each Node. Only the first row of a table has a title.
 */
function peerRows(results: readonly FamilyResult[], majors: readonly number[]): string[][] {
  return byKey(results, majors, ({ title, rows }) =>
    rows.flatMap(({ name, ratio }) =>
      typeof ratio === 'number' ? [[`${title} | ${name}`, ratio] as const] : [],
    ),
  ).map(([key, ratios], index, rows) => {
    const [title = '', name = ''] = key.split(' | ')
    const isFirst = !rows[index - 1]?.[0].startsWith(`${title} | `)
    const cells = ratios.map((ratio) =>
      ratio === undefined ? '–' : ratio < faster ? `**${ratio.toFixed(2)}**` : ratio.toFixed(2),
    )
    const isFaster = ratios.some((ratio) => ratio !== undefined && ratio < faster)
    return [isFirst ? title : '', isFaster ? `**${name}**` : name, ...cells]
  })
}

function openAims(results: readonly FamilyResult[], majors: readonly number[]): string[][] {
  return byKey(results, majors, ({ aims = [] }) => aims.map((aim) => [aim.name, aim] as const))
    .filter(([, aims]) => aims.some((aim) => aim !== undefined && aim.measured.median > aim.atMost))
    .map(([name, aims]) => {
      const aim = aims.find((each) => each !== undefined)
      return [
        name,
        `≤ ${aim?.atMost} ${aim?.unit}`,
        ...aims.map((each) => (each === undefined ? '–' : formatSpread(each.measured))),
      ]
    })
}

/** Collects the values by key. Each key has a value for each version of Node. */
function byKey<Value>(
  results: readonly FamilyResult[],
  majors: readonly number[],
  read: (table: BenchTable) => readonly (readonly [string, Value])[],
): [string, (Value | undefined)[]][] {
  const found = new Map<string, (Value | undefined)[]>()
  for (const { nodeMajor, tables } of results)
    for (const [key, value] of tables.flatMap(read)) {
      const values = found.get(key) ?? majors.map(() => undefined)
      values[majors.indexOf(nodeMajor)] = value
      found.set(key, values)
    }
  return [...found]
}

function toPage(major: number, results: readonly FamilyResult[]): string {
  return [
    `# Results on Node ${major}`,
    '',
    'This page has all numbers of the last run of each family. [RESULTS.md](../RESULTS.md) compares the versions of Node.',
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
