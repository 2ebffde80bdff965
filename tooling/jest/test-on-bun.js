// Runs `*.bun.test.ts` and `*.bun.fuzz.test.ts` on Bun. Install scripts do not run in this repository, so this file uses
// Bun from the platform's package, from which Bun's install script would copy it.
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const system = process.platform === 'win32' ? 'windows' : process.platform
const architecture = process.arch === 'arm64' ? 'aarch64' : process.arch
const bun = join(root, 'tooling/lint/node_modules/@oven', `bun-${system}-${architecture}`, 'bin', 'bun')
const suites = readdirSync(join(root, 'packages'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\/test\/.*\.bun\.(?:fuzz\.)?test\.ts$/.test(path) && !path.includes('node_modules'))
  .map((path) => `./packages/${path}`)
execFileSync(bun, ['test', '--timeout', '60000', ...suites], { cwd: root, stdio: 'inherit' })
