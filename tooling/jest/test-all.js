// Installs, compiles and runs the suites that are too slow for npm test: npm run test:all.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { foldersWithSuites } from '../own-installs.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
run('tooling/install-folder.js', ...foldersWithSuites)
run('node_modules/typescript/bin/tsc', '-b', '.', ...foldersWithSuites.map((folder) => `${folder}/test`))
run('node_modules/jest/bin/jest.js', '--config', 'jest.long.config.js', ...process.argv.slice(2))

function run(...args) {
  try {
    execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  } catch (error) {
    process.exit(error.status ?? 1)
  }
}
