// Runs tests of matching, reversing, Express and REST on Bun. Scripts of packages do not run here, so Bun is taken from
// the package that its own script would copy it from.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const system = process.platform === 'win32' ? 'windows' : process.platform
const architecture = process.arch === 'arm64' ? 'aarch64' : process.arch
const bun = join(root, 'tools/node_modules/@oven', `bun-${system}-${architecture}`, 'bin', 'bun')
const suites = [
  'packages/router-core/dist-test/routing-cases.test.js',
  'packages/router-core/dist-test/match-index.test.js',
  'packages/router-core/dist-test/round-trip.test.js',
  'packages/router-core/dist-test/reversing.test.js',
  'packages/router-core/dist-test/express/reload.test.js',
  'packages/rest/dist-test/http/rest-cases.test.js',
  'packages/rest/dist-test/http/crud-endpoints.test.js',
  'packages/rest/dist-test/http/conversation.test.js',
]
const paths = suites.map((suite) => `./${suite}`)
execFileSync(bun, ['test', '--timeout', '60000', ...paths], { cwd: root, stdio: 'inherit' })
