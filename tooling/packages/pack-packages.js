// Bundles and packs every public package. `npm run pack` writes the tarballs to packed/, or to the folder in its
// argument.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundlePackage } from './bundle-package.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The packages that are published, with their folders. */
export function publicPackages() {
  return readdirSync(join(root, 'packages'))
    .map((folder) => ({
      folder,
      manifest: JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8')),
    }))
    .filter(({ manifest }) => manifest.private !== true)
}

/** Packs the public packages, and returns the path of each tarball by the name of the folder. */
export async function packPackages(destination) {
  const tarballs = new Map()
  for (const { folder } of publicPackages()) tarballs.set(folder, await pack(folder, destination))
  return tarballs
}

/** Writes each public package to `node_modules` of a folder. The folder must be inside the root. */
export async function unpackPackages(destination) {
  for (const { folder, manifest } of publicPackages()) {
    const unpacked = join(destination, 'node_modules', manifest.name)
    mkdirSync(unpacked, { recursive: true })
    await bundlePackage(folder, unpacked)
    const own = join(root, 'packages', folder, 'node_modules')
    if (existsSync(own)) symlinkSync(own, join(unpacked, 'node_modules'))
  }
}

async function pack(folder, destination) {
  const cwd = mkdtempSync(join(tmpdir(), 'mvc-router-pack-'))
  try {
    await bundlePackage(folder, cwd)
    const args = ['pack', '--json', '--pack-destination', destination]
    const [{ filename }] = JSON.parse(execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: 'pipe' }))
    return join(destination, filename)
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const destination = resolve(process.argv[2] ?? join(root, 'packed'))
  mkdirSync(destination, { recursive: true })
  const tarballs = await packPackages(destination)
  for (const tarball of tarballs.values()) console.log(tarball)
}
