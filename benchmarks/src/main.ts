import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { families } from './families.js'
import { readResults } from './report/family-result.js'
import { alignGrid } from './report/format-table.js'
import { summarizeFigures } from './report/summarize-figures.js'
import { writeReport } from './report/write-report.js'

// npm run bench [-- FAMILY ...]: each family in a process of its own, so that none meets the shapes that another left.
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !families.has(name))
if (unknown.length > 0) {
  console.error(`No such family: ${unknown.join(', ')}. The families are ${[...families.keys()].join(', ')}.`)
  process.exit(2)
}
const chosen = asked.length === 0 ? [...families.keys()] : asked

const started = performance.now()
const measured = new Set<string>()
for (const name of chosen) {
  const child = fork(fileURLToPath(new URL('run-family.js', import.meta.url)), [name], {
    execArgv: [],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const [code] = (await once(child, 'exit')) as [number]
  if (code === 0) measured.add(name)
  else process.exitCode = 1
}

writeReport([...families.keys()])
const nodeMajor = Number.parseInt(process.versions.node, 10)
for (const result of readResults()) {
  if (result.nodeMajor === nodeMajor && measured.has(result.family))
    console.log(`${result.title}, figures to reach\n${alignGrid(summarizeFigures([result]))}\n`)
}
console.log(`All of it took ${Math.round((performance.now() - started) / 1000)} s.`)
