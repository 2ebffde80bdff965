// Packs every public package: npm run pack writes the tarballs to packed/.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The packages that are published, by the names of their folders. */
export function publicPackages() {
  return readdirSync(join(root, 'packages'))
    .map((folder) => ({
      folder,
      manifest: JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8')),
    }))
    .filter(({ manifest }) => manifest.private !== true)
}

/** The tarball of each public package, by the name of its folder. */
export function packPackages(destination) {
  return new Map(publicPackages().map(({ folder }) => [folder, pack(folder, destination)]))
}

function pack(folder, destination) {
  const cwd = join(root, 'packages', folder)
  const args = ['pack', '--json', '--pack-destination', destination]
  const [{ filename }] = JSON.parse(execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: 'pipe' }))
  return join(destination, filename)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const destination = join(root, 'packed')
  mkdirSync(destination, { recursive: true })
  for (const tarball of packPackages(destination).values()) console.log(tarball)
}
