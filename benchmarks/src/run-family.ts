import { families } from './families.js'
import { readVersions } from './read-versions.js'
import { formatTable } from './report/format-table.js'
import { writeResults } from './report/write-results.js'

// Measures one family, prints its tables, and writes its section of RESULTS.md.
const [name = ''] = process.argv.slice(2)
const family = await families.get(name)?.()
if (family === undefined) throw new Error(`No such family: ${name}`)

const started = performance.now()
const tables = await family.measure()
console.log(`\n${family.title}: ${Math.round((performance.now() - started) / 1000)} s\n`)
console.log(`${tables.map(formatTable).join('\n\n')}\n`)
writeResults(name, family.title, tables, readVersions())
