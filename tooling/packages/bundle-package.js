// Makes the published form of a package: the files that its manifest names, with its compiled modules joined to one file an
// entry, because a hundred small files take three times as long to import. Code that several entries share is a file of
// its own, so that a class is the same one behind all of them. Declarations stay as the compiler wrote them.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageAddresses } from './package-addresses.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Modules that processes start with, so that they must keep their names. */
const programs = {
  cli: ['dist/bin.js', 'dist/lib/application/route-process.js'],
  import: ['dist/lib/record/child/preload.js'],
  'create-mvc-router': ['dist/bin.js'],
}

/** Writes the package of this folder below `packages/`, bundled, into the folder `destination`. */
export async function bundlePackage(folder, destination) {
  const source = join(root, 'packages', folder)
  const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  mkdirSync(destination, { recursive: true })
  // As npm does, what is named and not there is passed over.
  for (const path of manifest.files.filter((each) => existsSync(join(source, each)))) {
    const filter = path === 'dist' ? (from) => !/\.js(\.map)?$/.test(from) : undefined
    cpSync(join(source, path), join(destination, path), { recursive: true, filter })
  }
  const published = { ...manifest, ...packageAddresses(folder) }
  writeFileSync(join(destination, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
  // Only those who pack need the bundler, so it comes with the other tools.
  const { build } = createRequire(join(root, 'tooling/lint/package.json'))('esbuild')
  await build({
    absWorkingDir: source,
    entryPoints: [...entriesOf(manifest), ...(programs[folder] ?? [])],
    // The bundler of an application chooses between these modules.
    external: Object.keys(manifest.imports ?? {}),
    outbase: 'dist',
    outdir: join(destination, 'dist'),
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    sourcemap: true,
    // The sources are published beside it.
    sourcesContent: false,
    logLevel: 'warning',
  })
}

function entriesOf({ exports, imports = {} }) {
  const modules = [
    ...Object.values(exports).map((entry) => entry.default ?? ''),
    ...Object.values(imports).flatMap((entry) => Object.values(entry)),
  ]
  return [...new Set(modules)].filter((path) => path.endsWith('.js'))
}
