// Writes the published files of a package. All compiled modules of an entry are bundled into one file, because a
// hundred small files take three times as long to import. Code that several entries share is in a separate file, so
// that all entries export the same class. Declarations stay unchanged.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { packageAddresses } from './package-addresses.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Modules that other processes run. They must keep their names. */
const programs = {
  cli: ['dist/bin.js', 'dist/lib/application/route-process.js'],
  import: ['dist/lib/record/child/preload.js'],
  'create-mvc-router': ['dist/bin.js'],
}

/** Bundles the package in a folder of `packages/`, and writes it to the folder `destination`. */
export async function bundlePackage(folder, destination) {
  const source = join(root, 'packages', folder)
  const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  mkdirSync(destination, { recursive: true })
  // Like npm, this ignores names of missing files.
  for (const path of manifest.files.filter((each) => existsSync(join(source, each)))) {
    const filter = path === 'dist' ? (from) => !/\.js(\.map)?$/.test(from) : undefined
    cpSync(join(source, path), join(destination, path), { recursive: true, filter })
  }
  const published = { ...manifest, ...packageAddresses(folder) }
  writeFileSync(join(destination, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
  await build({
    absWorkingDir: source,
    entryPoints: [...entriesOf(manifest), ...(programs[folder] ?? [])],
    // The bundler of an application chooses between these modules, so they stay imports.
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
    // The package has the sources, so the source map does not repeat them.
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
