import { families } from './families.js'
import { describeRun } from './report/describe-run.js'
import { saveResult } from './report/family-result.js'
import { toMarkdown } from './report/format.js'

// Measures one family, prints its tables, and saves them. node run-family.js FAMILY
const [name = ''] = process.argv.slice(2)
const family = await families.get(name)?.()
if (family === undefined) throw new Error(`No such family: ${name}`)

const started = performance.now()
const tables = await family.measure()
const seconds = Math.round((performance.now() - started) / 1000)
const circumstances = describeRun(name, family.packages)
const nodeMajor = Number.parseInt(process.versions.node, 10)
saveResult({ family: name, title: family.title, nodeMajor, circumstances, seconds, tables })

console.log(`\n${family.title}: ${seconds} s. ${circumstances}\n`)
console.log(`${tables.map(toMarkdown).join('\n\n')}\n`)
