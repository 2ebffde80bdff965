import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { extname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findFile, isModulePackage, readJson, shownPath } from '../files.js'
import { ImportException } from '../import-exception.js'
import { isTypeScript } from '../script/script-files.js'

/** The command that starts an application. */
export interface StartCommand {
  /** An absolute path. */
  readonly entry: string
  /** For example `scripts.start of package.json`. */
  readonly reason: string
  /** Options of Node, such as `--import` and `file:///x/node_modules/tsx/…`. */
  readonly nodeOptions: readonly string[]
  readonly arguments: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** The options of a user for the start. */
export interface StartOptions {
  readonly cwd: string
  readonly entry: string | undefined
  /** A module that compiles the program during loading, such as `tsx`. */
  readonly loader: string | undefined
}

/**
 * Finds the entry: the file of `--entry`, a file in package.json, `bin/www`, or a usual file that listens or loads
 * Express.
 *
 * @throws ImportException
 */
export function findStartCommand({ cwd, entry: named, loader }: StartOptions): StartCommand {
  const scripts = readScripts(cwd)
  const { entry, reason, ...found } = named === undefined ? findEntry(cwd, scripts) : namedEntry(cwd, named)
  const script = found.script ?? scripts.find((each) => each.entry === entry)
  const options = script?.nodeOptions ?? []
  const loaders = loader === undefined ? loaderOptions(entry, cwd, options) : namedLoaderOptions(loader, cwd)
  const nodeOptions = [...options, ...loaders]
  return {
    entry,
    reason,
    nodeOptions,
    arguments: script?.arguments ?? [],
    env: {
      ...(nodeOptions.some((option) => option.includes('ts-node')) ? withoutTypes : {}),
      ...(nodeOptions.some((option) => option.includes('swc-node')) ? withSourceMaps : {}),
      ...(script === undefined && loaders.includes('--require') ? asCommonJs : {}),
      ...script?.env,
    },
  }
}

/** `ts-node` compiles without checking types. */
const withoutTypes = { TS_NODE_TRANSPILE_ONLY: 'true' }
/** `swc-node` adds source maps for Node. */
const withSourceMaps = { SWC_NODE_INLINE_SOURCE_MAP: '1' }
/** `ts-node` compiles to CommonJS if no script starts the entry, because tsconfig.json may be for another build. */
const asCommonJs = { TS_NODE_COMPILER_OPTIONS: '{"module":"commonjs"}' }

interface FoundEntry extends Pick<StartCommand, 'entry' | 'reason'> {
  readonly script?: Script
}

function namedEntry(cwd: string, named: string): FoundEntry {
  const entry = findFile(resolve(cwd, named))
  if (entry !== undefined) return { entry, reason: '--entry' }
  throw new ImportException(
    `There is no file ${named}`,
    'name the file that starts the application: --entry src/app.js',
  )
}

/** A script of package.json that starts a file. */
interface Script extends Omit<StartCommand, 'reason'> {
  readonly name: string
  /** True if the script runs the output of a build instead of `entry`. */
  readonly isBuilt: boolean
}

const scriptNames = ['start', 'start:dev', 'dev', 'develop', 'serve', 'server']
const withValue = /^(?:-r|--require|--import|--loader|--experimental-loader|-C|--conditions)$/

/** Environment variables for options of `ts-node` and `tsx`. */
const loaderSwitches = new Map([
  ['--transpile-only', 'TS_NODE_TRANSPILE_ONLY'],
  ['-T', 'TS_NODE_TRANSPILE_ONLY'],
  ['--files', 'TS_NODE_FILES'],
])
const loaderFiles = new Map([
  ['--project', 'TS_NODE_PROJECT'],
  ['-P', 'TS_NODE_PROJECT'],
  ['--tsconfig', 'TSX_TSCONFIG_PATH'],
])

function readScripts(cwd: string): Script[] {
  const manifest = readJson(join(cwd, 'package.json'))
  const scripts = Object(manifest?.['scripts']) as Record<string, unknown>
  const nodemon = Object(readJson(join(cwd, 'nodemon.json')) ?? manifest?.['nodemonConfig']) as {
    exec?: unknown
  }
  const watched = typeof nodemon.exec === 'string' ? nodemon.exec : 'nodemon'
  const others = Object.keys(scripts).filter((name) => /^(?:start|serve)\b/.test(name))
  return [...new Set([...scriptNames, ...others])].flatMap((name) =>
    withOtherScripts(ownText(scripts, name) ?? '', scripts)
      .replace(/\bnodemon\b/, () => watched)
      .split(/&&|;|\|\|?/)
      .flatMap((part) => readCommand(part, name, cwd)),
  )
}

/** Replaces `npm run server` and `npm:server` (for `concurrently`) by the script `server`. */
function withOtherScripts(command: string, scripts: Readonly<Record<string, unknown>>, depth = 0): string {
  return depth > 5
    ? command
    : command.replaceAll(
        /\b(?:npm|pnpm|yarn|bun)(?: run)?[ :]([\w:.-]+)(?: --(?= ))?/g,
        (text, name: string) => {
          const other = ownText(scripts, name)
          return other === undefined ? text : withOtherScripts(other, scripts, depth + 1)
        },
      )
}

function ownText(scripts: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const text = Object.hasOwn(scripts, name) ? scripts[name] : undefined
  return typeof text === 'string' ? text : undefined
}

/** Reads `NODE_ENV=production node -r dotenv/config src/app.js --port 1`. The runner may also be `nodemon` or `tsx`. */
function readCommand(command: string, name: string, cwd: string): Script[] {
  const words = (command.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [])
    .map((word) => word.replaceAll(/["']/g, ''))
    // `$@` and `$*` are empty, because npm adds no arguments.
    .filter((word) => !/^\$[@*]$/.test(word))
  // For example `concurrently "node app.js" "vite"`.
  const inner = words.filter((word) => /\s/.test(word)).flatMap((word) => readCommand(word, name, cwd))
  if (inner.length > 0) return inner
  const env: Record<string, string> = {}
  const nodeOptions: string[] = []
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    const [, variable, value = ''] = /^([A-Za-z_]\w*)=(.*)$/.exec(word) ?? []
    const [option = word, given] = word.split('=', 2)
    const ofSwitch = loaderSwitches.get(option)
    const ofFile = loaderFiles.get(option)
    if (variable !== undefined) env[variable] = value
    else if (word === 'babel-node') nodeOptions.push('--require', babelRegister(cwd))
    else if (ofSwitch !== undefined) env[ofSwitch] = 'true'
    else if (ofFile !== undefined) env[ofFile] = resolve(cwd, given ?? words[++index] ?? '')
    else if (word === '--env-file') nodeOptions.push(`--env-file=${words[++index] ?? ''}`)
    else if (withValue.test(word)) nodeOptions.push(word, words[++index] ?? '')
    else if (/^--(?:require|import|loader|experimental-[\w-]+|env-file|conditions)(?:=|$)/.test(word))
      nodeOptions.push(word)
    else if (/^[^-]/.test(word) && !/\/node_modules\//.test(word)) {
      // A word without a dot or slash is a file only after a runner: `app` in `node app`.
      const isRun = words.slice(0, index).some((each) => runners.has(each))
      if (!/[./]/.test(word) && !isRun) continue
      const file = findFile(resolve(cwd, word))
      const entry = file ?? findSource(cwd, word)
      if (entry !== undefined && (isProgram(entry) || (isRun && extname(entry) === '')))
        return [
          { name, entry, isBuilt: file === undefined, nodeOptions, arguments: words.slice(index + 1), env },
        ]
    }
  }
  return []
}

const runners = new Set(['node', 'nodemon', 'node-dev', 'babel-node', 'tsx', 'ts-node', 'ts-node-dev'])

/** Returns the package of Babel 7, else of Babel 6, because `babel-node` is Node with this package. */
function babelRegister(cwd: string): string {
  const specifiers = ['@babel/register', 'babel-register']
  return specifiers.find((each) => resolveFrom(each, join(cwd, 'package.json'), cwd)) ?? '@babel/register'
}

function isProgram(file: string): boolean {
  return /\.[mc]?[jt]sx?$|\/www$/.test(file) && !file.includes('/node_modules/')
}

/** Returns `src/server.ts` for `dist/server.js`. */
function findSource(cwd: string, built: string): string | undefined {
  const path = /^(?:\.\/)?(?:dist|build|out|lib)\/(.+?)(?:\.[mc]?js)?$/.exec(built)?.[1]
  return path === undefined
    ? undefined
    : (findFile(resolve(cwd, 'src', path)) ?? findFile(resolve(cwd, path)))
}

const folders = ['src/', '', 'server/', 'app/', 'lib/', 'api/', 'backend/', 'src/server/']
const names = ['server', 'app', 'index', 'main']

function findEntry(cwd: string, scripts: readonly Script[]): FoundEntry {
  const [first] = scripts
  // If the built file is missing, a script that starts the source has priority.
  const script = (first?.isBuilt === true ? scripts.find(({ isBuilt }) => !isBuilt) : undefined) ?? first
  if (script !== undefined)
    return { entry: script.entry, reason: `scripts.${script.name} of package.json`, script }
  const main = readJson(join(cwd, 'package.json'))?.['main']
  const ofMain =
    typeof main === 'string' ? (findFile(resolve(cwd, main)) ?? findSource(cwd, main)) : undefined
  const usual = folders.flatMap((folder) =>
    names.flatMap((name) => findFile(resolve(cwd, folder + name)) ?? []),
  )
  const files = [...new Set(usual)].filter(isProgram)
  const fileWith = (words: RegExp): string | undefined =>
    files.find((file) => words.test(readFileSync(file, 'utf8')))
  const places: readonly (readonly [reason: string, find: () => string | undefined])[] = [
    ['main of package.json', () => (ofMain !== undefined && isProgram(ofMain) ? ofMain : undefined)],
    ['bin/www', () => findFile(resolve(cwd, 'bin/www'))],
    ['it listens', () => fileWith(/\.listen\s*\(|createServer\s*\(/)],
    ['it loads Express', () => fileWith(/['"]express['"]/)],
  ]
  for (const [reason, find] of places) {
    const entry = find()
    if (entry !== undefined) return { entry, reason }
  }
  const shown = files.slice(0, 3).map((file) => shownPath(cwd, file))
  const below = packagesBelow(cwd)
  throw new ImportException(
    files.length === 0
      ? 'There is no program here'
      : `No Express application was found in ${shown.join(', ')}`,
    below.length === 0
      ? 'name the file that starts the application: --entry src/app.js'
      : `run the command in the folder of the application: ${below.join(', ')}`,
  )
}

/** Returns the folders of packages that use Express, up to two levels deep. */
function packagesBelow(cwd: string): string[] {
  const below = foldersIn(cwd)
  return [...below, ...below.flatMap(foldersIn)]
    .filter((folder) =>
      Object.hasOwn(Object(readJson(join(folder, 'package.json'))?.['dependencies']), 'express'),
    )
    .map((folder) => shownPath(cwd, folder))
}

/** Returns [] for an unreadable folder, such as the data of a database. */
function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((each) => each.isDirectory() && each.name !== 'node_modules' && !each.name.startsWith('.'))
      .map(({ name }) => join(folder, name))
  } catch {
    return []
  }
}

/** Returns the loader of a TypeScript program: the options of its script, `tsx`, `ts-node`, or Node itself. */
function loaderOptions(entry: string, cwd: string, given: readonly string[]): string[] {
  if (
    !isTypeScript(entry) ||
    given.some((each) => /tsx|ts-node|swc|babel|esbuild|esm\.sh|sucrase|jiti/.test(each))
  )
    return []
  const tsx = resolveFrom('tsx', entry, cwd)
  if (tsx !== undefined) return ['--import', pathToFileURL(tsx).href]
  const tsNode = resolveFrom('ts-node/register', entry, cwd)
  if (tsNode !== undefined) return ['--require', tsNode]
  if (process.allowedNodeEnvironmentFlags.has('--experimental-strip-types'))
    return ['--experimental-strip-types']
  throw new ImportException(
    `${shownPath(cwd, entry)} is TypeScript, and nothing here can load it`,
    'npm install --save-dev tsx, or name a loader: --loader tsx',
  )
}

function resolveFrom(specifier: string, entry: string, cwd: string): string | undefined {
  for (const from of [entry, join(cwd, 'package.json')]) {
    try {
      return createRequire(from).resolve(specifier)
    } catch {
      // Tries the next place.
    }
  }
  return undefined
}

function namedLoaderOptions(loader: string, cwd: string): string[] {
  const file = resolveFrom(loader, join(cwd, 'x.js'), cwd)
  const isModule =
    file !== undefined && (file.endsWith('.mjs') || (!file.endsWith('.cjs') && isModulePackage(file)))
  if (file !== undefined) return isModule ? ['--import', pathToFileURL(file).href] : ['--require', file]
  throw new ImportException(`The loader ${loader} is not installed here`, `npm install --save-dev ${loader}`)
}
