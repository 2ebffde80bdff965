// Packs every public package and lints the tarball. Then it uses the package in a project that has only the package and
// its peers: from ES modules, from CommonJS, and from TypeScript, which checks all declarations. Arguments are the
// folders of packages. The default is all packages.
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkSizes } from './check-sizes.js'
import { packPackages, publicPackages } from './pack-packages.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const work = mkdtempSync(join(tmpdir(), 'mvc-router-packages-'))

/** Packages that nearly all other packages need. */
const foundations = ['constraint-language', 'router-core']

/** Other packages that a package's smoke tests need, in the versions that its own tests use. */
const companions = {
  'router-core': ['express', 'fastify'],
  'view-nunjucks': ['nunjucks'],
  'view-handlebars': ['handlebars'],
  'view-eta': ['eta'],
  'view-liquid': ['liquidjs'],
  'view-ejs': ['ejs'],
  'view-jsx': ['preact', 'preact-render-to-string'],
  rest: ['express'],
  'rest-kysely': ['express', 'libsql'],
  'rest-mongodb': ['express', 'mongodb'],
  cli: ['nunjucks', 'handlebars'],
  import: ['express'],
}

const readManifest = (path) => JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'))
const typeVersions = {
  node: readManifest('.').devDependencies['@types/node'],
  express: readManifest('packages/router-core').devDependencies['@types/express'],
}

const run = (command, args, cwd = root) =>
  execFileSync(command, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' })
const bin = (name, folder = '.') => join(root, folder, 'node_modules/.bin', name)

await checkSizes()
try {
  const named = process.argv.slice(2)
  const packages = publicPackages().filter(({ folder }) => named.length === 0 || named.includes(folder))
  const tarballs = await packPackages(work)
  for (const { folder, manifest } of packages) {
    run(bin('publint', 'tooling/lint'), [tarballs.get(folder), '--strict'])
    run(bin('attw', 'tooling/lint'), [tarballs.get(folder), '--profile', 'esm-only', '--quiet'])
    useAsUserWould(folder, manifest, tarballs)
    console.log(`${manifest.name}: packed, linted, installed and used`)
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}

function useAsUserWould(folder, manifest, tarballs) {
  const project = join(work, folder)
  const smoke = join(root, 'tooling/packages/smoke', `${folder}.js`)
  const typed = join(root, 'tooling/packages/smoke', `${folder}.ts`)
  if (!existsSync(smoke) || !existsSync(typed))
    throw new Error(`${manifest.name} has no smoke tests: write tooling/packages/smoke/${folder}.js and .ts`)
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const versionOf = (name) => manifest.devDependencies?.[name] ?? manifest.dependencies?.[name] ?? 'latest'
  const peers = (companions[folder] ?? []).map((name) => `${name}@${versionOf(name)}`)
  const others = Object.keys(manifest.dependencies ?? {})
    .filter((name) => name.startsWith('@mvc-router/'))
    .map((name) => name.slice('@mvc-router/'.length))
  const own = new Set([...foundations, ...others, folder].map((name) => tarballs.get(name)))
  run('npm', ['install', '--silent', '--no-audit', '--no-fund', ...own, ...peers], project)
  copyFileSync(smoke, join(project, 'smoke.js'))
  run('node', ['smoke.js'], project)
  requireEverything(manifest, project)
  compileEverything(typed, manifest, project)
}

function requireEverything(manifest, project) {
  const lines = specifiersOf(manifest).map((specifier) => `require(${JSON.stringify(specifier)})`)
  writeFileSync(join(project, 'require.cjs'), lines.join('\n'))
  run('node', ['require.cjs'], project)
}

/** Compiles every entry and the smoke test, with library checks, and with the declarations of Node and Express only. */
function compileEverything(typed, manifest, project) {
  const types = ['node', 'express'].map((name) => `@types/${name}@${typeVersions[name]}`)
  run('npm', ['install', '--silent', '--no-audit', '--no-fund', ...types], project)
  const modules = specifiersOf(manifest).map(
    (specifier) => `export type {} from ${JSON.stringify(specifier)}`,
  )
  writeFileSync(join(project, 'everything.ts'), modules.join('\n'))
  copyFileSync(typed, join(project, 'smoke.ts'))
  const compilerOptions = {
    target: 'es2023',
    lib: ['es2023', 'esnext.decorators'],
    module: 'nodenext',
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    skipLibCheck: false,
    noEmit: true,
  }
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['everything.ts', 'smoke.ts'] }),
  )
  compile(project)
}

/** Runs the compiler. Its errors are on the standard output. */
function compile(project) {
  try {
    run(bin('tsc'), ['-p', '.'], project)
  } catch (error) {
    throw new Error(`The declarations do not compile:\n${error.stdout}`, { cause: error })
  }
}

function specifiersOf({ name, exports }) {
  return Object.keys(exports)
    .filter((path) => !path.endsWith('.json'))
    .map((path) => name + path.slice(1))
}
