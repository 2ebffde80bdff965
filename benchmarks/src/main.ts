import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { families } from './families.js'
import { findNode, nodeMajors } from './nodes.js'
import { writeReport } from './report/write-report.js'

// npm run bench [-- FAMILY ...]
// Each family runs on each version of Node in a separate process, so that families do not change V8's optimisations.
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !families.has(name))
if (unknown.length > 0) {
  console.error(`No such family: ${unknown.join(', ')}. The families are ${[...families.keys()].join(', ')}.`)
  process.exit(2)
}
const chosen = asked.length === 0 ? [...families.keys()] : asked

const started = performance.now()
for (const major of nodeMajors) {
  try {
    const execPath = findNode(major)
    for (const name of chosen) {
      const child = fork(fileURLToPath(new URL('run-family.js', import.meta.url)), [name], {
        execPath,
        execArgv: [],
        env: { ...process.env, NODE_ENV: 'production' },
      })
      const [code] = (await once(child, 'exit')) as [number]
      if (code !== 0) process.exitCode = 1
    }
  } catch (error) {
    // Goes on, because the results of the other version of Node are useful alone.
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
writeReport([...families.keys()])
console.log(`The run took ${Math.round((performance.now() - started) / 1000)} s.`)
