// Checks the formatting, the types, the rules of the linter, and the rules of this repository: npm run check.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { foldersWithSuites } from '../own-installs.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const bin = (name) => join(root, 'tooling/lint/node_modules/.bin', name)
const tsc = join(root, 'node_modules/typescript/bin/tsc')

run(process.execPath, 'tooling/install-folder.js', 'tooling/lint', ...foldersWithSuites)
run(bin('oxfmt'), '--check', '.')
// Compiled files are deleted first, because only then is a missing reference in a tsconfig.json an error.
run(process.execPath, tsc, '-b', '--clean')
run(process.execPath, tsc, '-b', '.', ...foldersWithSuites.map((folder) => `${folder}/test`))
process.env['OXLINT_TSGOLINT_PATH'] = bin('tsgolint')
run(bin('oxlint'), '--type-aware', '--deny-warnings')
run(process.execPath, 'tooling/lint/check-workflows.js')
run(process.execPath, 'tooling/documents/write-reference.js', '--check')
for (const name of ['messages', 'contents'])
  run(process.execPath, `tooling/documents/write-${name}.js`, '--check')
run(process.execPath, 'tooling/lint/check-words.js')
run(process.execPath, 'tooling/lint/check-rooms.js')

function run(program, ...args) {
  try {
    execFileSync(program, args, { cwd: root, stdio: 'inherit' })
  } catch (error) {
    process.exit(error.status ?? 1)
  }
}
