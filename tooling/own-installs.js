// Lists the folders whose suites need packages from their own lockfile, for npm run test:all and npm run check.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

export const foldersWithSuites = [
  'benchmarks',
  ...readdirSync(join(root, 'tooling')).map((name) => `tooling/${name}`),
].filter((folder) => ['package-lock.json', 'test'].every((name) => existsSync(join(root, folder, name))))
