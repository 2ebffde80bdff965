// Packs every public package, lints the tarball, and uses it from an empty project that has nothing but its peers.
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const work = mkdtempSync(join(tmpdir(), 'mvc-router-packages-'))

/** What a package's smoke test installs beside it; the versions are those of the package's own tests. */
const companions = {
  'router-core': ['express'],
  'view-nunjucks': ['nunjucks'],
  'view-handlebars': ['handlebars'],
  'view-eta': ['eta'],
  'view-ejs': ['ejs'],
  'view-jsx': ['preact', 'preact-render-to-string'],
  rest: ['express'],
  cli: ['nunjucks', 'handlebars'],
}

const run = (command, args, cwd = root) =>
  execFileSync(command, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' })
const bin = (name) => join(root, 'node_modules/.bin', name)

try {
  const packages = readdirSync(join(root, 'packages'))
    .map((folder) => ({
      folder,
      manifest: JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8')),
    }))
    .filter(({ manifest }) => manifest.private !== true)
  const tarballs = new Map(packages.map(({ folder }) => [folder, pack(folder)]))
  for (const { folder, manifest } of packages) {
    run(bin('publint'), [tarballs.get(folder), '--strict'])
    run(bin('attw'), [tarballs.get(folder), '--profile', 'esm-only', '--quiet'])
    useAsUserWould(folder, manifest, tarballs)
    console.log(`${manifest.name}: packed, linted, installed and used`)
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}

function pack(folder) {
  const [{ filename }] = JSON.parse(
    run('npm', ['pack', '--json', '--pack-destination', work], join(root, 'packages', folder)),
  )
  return join(work, filename)
}

function useAsUserWould(folder, manifest, tarballs) {
  const project = join(work, folder)
  const smoke = join(root, 'scripts/smoke', `${folder}.js`)
  if (!existsSync(smoke))
    throw new Error(`${manifest.name} has no smoke test: write scripts/smoke/${folder}.js`)
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const versionOf = (name) => manifest.devDependencies?.[name] ?? manifest.dependencies?.[name] ?? 'latest'
  const peers = (companions[folder] ?? []).map((name) => `${name}@${versionOf(name)}`)
  const own = new Set([tarballs.get('router-core'), tarballs.get(folder)])
  run('npm', ['install', '--silent', '--no-audit', '--no-fund', ...own, ...peers], project)
  copyFileSync(smoke, join(project, 'smoke.js'))
  run('node', ['smoke.js'], project)
}
