// Publishes each package whose version is not in the registry yet: npm run release. Passes its arguments to `npm
// publish`, such as --provenance.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packPackages, publicPackages } from './pack-packages.js'

const work = mkdtempSync(join(tmpdir(), 'mvc-router-release-'))
try {
  const tarballs = await packPackages(work)
  for (const { folder, manifest } of inOrder(publicPackages())) {
    const version = `${manifest.name}@${manifest.version}`
    if (isPublished(version)) {
      console.log(`${version} is on the registry already`)
      continue
    }
    const args = ['publish', tarballs.get(folder), '--access', 'public', ...process.argv.slice(2)]
    execFileSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] })
    console.log(`${version} is published`)
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}

/** Puts each package after its dependencies. So after an interruption, every published package can be installed. */
function inOrder(packages) {
  const ordered = new Set()
  const add = (each) => {
    for (const name of Object.keys(each.manifest.dependencies ?? {})) {
      const dependency = packages.find(({ manifest }) => manifest.name === name)
      if (dependency !== undefined) add(dependency)
    }
    ordered.add(each)
  }
  for (const each of packages) add(each)
  return ordered
}

/** npm fails with E404 if the version is missing. Any other error, such as a missing network, ends the release. */
function isPublished(version) {
  try {
    return execFileSync('npm', ['view', version, 'version'], { stdio: 'pipe' }).length > 0
  } catch (error) {
    if (String(error.stderr).includes('E404')) return false
    throw error
  }
}
