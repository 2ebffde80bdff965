import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { families } from './families.js'
import { findNode, nodeMajors } from './nodes.js'
import { readResults } from './report/family-result.js'
import { alignGrid } from './report/format-table.js'
import { summarizeFigures } from './report/summarize-figures.js'
import { writeReport } from './report/write-report.js'

// npm run bench [-- FAMILY ...]: on each version of Node each family in a process of its own, so that none meets the
// shapes that another left.
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !families.has(name))
if (unknown.length > 0) {
  console.error(`No such family: ${unknown.join(', ')}. The families are ${[...families.keys()].join(', ')}.`)
  process.exit(2)
}
const chosen = asked.length === 0 ? [...families.keys()] : asked

const started = performance.now()
const measured = new Set<string>()
for (const major of nodeMajors) {
  const execPath = findOrTell(major)
  if (execPath === undefined) continue
  for (const name of chosen) {
    const child = fork(fileURLToPath(new URL('run-family.js', import.meta.url)), [name], {
      execPath,
      execArgv: [],
      env: { ...process.env, NODE_ENV: 'production' },
    })
    const [code] = (await once(child, 'exit')) as [number]
    if (code === 0) measured.add(name)
    else process.exitCode = 1
  }
}

writeReport([...families.keys()])
for (const name of measured) {
  const results = readResults().filter(({ family }) => family === name)
  console.log(`${results[0]?.title ?? name}, figures to reach\n${alignGrid(summarizeFigures(results))}\n`)
}
console.log(`All of it took ${Math.round((performance.now() - started) / 1000)} s.`)

/** A run on one Node alone is worth something, but it is not what was asked for. */
function findOrTell(major: number): string | undefined {
  try {
    return findNode(major)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
    return undefined
  }
}
