// Packs every public package, bundled: npm run pack writes the tarballs to packed/, or to the folder that it is given.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundlePackage } from './bundle-package.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

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
export async function packPackages(destination) {
  const tarballs = new Map()
  for (const { folder } of publicPackages()) tarballs.set(folder, await pack(folder, destination))
  return tarballs
}

/** Each public package in `node_modules` of a folder below the root, as npm would unpack its tarball. */
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
