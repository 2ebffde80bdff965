import { findStartCommand, recordApplication } from '@mvc-router/import'
import { parseExpression, parseScript, statementsOf } from '@mvc-router/import/script'
import { strict as assert } from 'node:assert'
import { writeFileSync } from 'node:fs'

assert.equal(statementsOf(parseScript('const a: number = 1', 'a.ts')).length, 1)
assert.equal(parseExpression('a.b', 'a.ts').type, 'MemberExpression')

// The recorder is a program in the package. This test starts it.
writeFileSync('app.cjs', "require('express')().get('/a', () => {}).listen(0)")
const cwd = process.cwd()
const command = findStartCommand({ cwd, entry: 'app.cjs', loader: undefined })
const started = await recordApplication(command, { cwd, standIns: [], envFile: undefined, timeout: 20 })
assert.equal(started.recording.application?.routers[0]?.layers.length, 1)
started.close()
