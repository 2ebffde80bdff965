import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { families } from './families.js'

// npm run bench [-- FAMILY ...]: each family in a process of its own, so that none meets the shapes that another left.
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !families.has(name))
if (unknown.length > 0) {
  console.error(`No such family: ${unknown.join(', ')}. The families are ${[...families.keys()].join(', ')}.`)
  process.exit(2)
}

for (const name of asked.length === 0 ? families.keys() : asked) {
  const child = fork(fileURLToPath(new URL('run-family.js', import.meta.url)), [name], {
    execArgv: ['--expose-gc'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const [code] = (await once(child, 'exit')) as [number]
  if (code !== 0) process.exitCode = 1
}
