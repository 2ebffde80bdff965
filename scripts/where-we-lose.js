// Writes into the README who is faster than we are, from the recorded results of the benchmarks.
// node scripts/where-we-lose.js [--check]
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

const root = new URL('..', import.meta.url)
const readme = new URL('README.md', root)
const results = new URL('benchmarks/results/', root)
const [begin, end] = ['<!-- losses: written by npm run bench -->', '<!-- end of losses -->']

/** Nearer than this is as fast. */
const faster = 0.95

const runs = readdirSync(results)
  .filter((name) => /^node-\d+$/.test(name))
  .toSorted((left, right) => majorOf(left) - majorOf(right))
  .map((folder) => ({ major: majorOf(folder), results: readResults(folder) }))

const text = readFileSync(readme, 'utf8')
const [before, rest] = split(text, begin)
const [, after] = split(rest, end)
const written = `${before}${begin}\n\n${toTable(findLosses())}\n\n${end}${after}`
if (!process.argv.includes('--check')) writeFileSync(readme, written)
else if (written !== text) {
  console.error('The README does not say where the recorded benchmarks lose: node scripts/where-we-lose.js')
  process.exitCode = 1
}

function majorOf(folder) {
  return Number(folder.slice('node-'.length))
}

function readResults(folder) {
  const files = readdirSync(new URL(`${folder}/`, results)).toSorted()
  return files.map((file) => JSON.parse(readFileSync(new URL(`${folder}/${file}`, results), 'utf8')))
}

/** By what was measured and who was, the ratio on each Node. */
function findLosses() {
  const rows = new Map()
  for (const { major, results: families } of runs)
    for (const { title: family, tables } of families)
      for (const { title, rows: measured } of tables)
        for (const { name, ratio } of measured)
          if (typeof ratio === 'number') {
            const key = JSON.stringify([`${family}: ${title}`, name])
            rows.set(key, { ...rows.get(key), [major]: ratio })
          }
  return [...rows].filter(([, ratios]) => Object.values(ratios).some((ratio) => ratio < faster))
}

function toTable(losses) {
  const majors = runs.map(({ major }) => major)
  const lines = losses.map(([key, ratios]) => {
    const cells = majors.map((major) => ratios[major]?.toFixed(2) ?? '–')
    return [...JSON.parse(key), ...cells]
  })
  return [
    ['what', 'faster than we are', ...majors.map((major) => `Node ${major}`)],
    ['---', '---', ...majors.map(() => '---:')],
    ...lines,
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

function split(whole, mark) {
  const index = whole.indexOf(mark)
  if (index < 0) throw new Error(`README.md has no ${mark}`)
  return [whole.slice(0, index), whole.slice(index + mark.length)]
}
