// Installs the packages of a folder's own lockfile if they are not installed yet. Only a few commands need them, so the
// root's lockfile does not have them. Usage: node tooling/install-folder.js FOLDER ...
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
for (const folder of process.argv.slice(2)) {
  const wanted = join(root, folder, 'package-lock.json')
  const installed = join(root, folder, 'node_modules/.installed-lock.json')
  if (existsSync(installed) && readFileSync(installed).equals(readFileSync(wanted))) continue
  execFileSync('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund'], { cwd: root, stdio: 'inherit' })
  copyFileSync(wanted, installed)
}
