import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, extname, join, resolve } from 'node:path'
import { parseScript, ScriptSyntaxException, type SyntaxNode } from '../links/script-syntax.js'
import { SourceText } from '../terminal/source-text.js'
import { nodeIn, nodesIn } from './syntax-fields.js'
import { TypeScriptPaths } from './typescript-paths.js'

/** A file of the program, parsed. */
export interface SourceModule {
  /** Absolute. */
  readonly file: string
  readonly source: SourceText
  readonly program: SyntaxNode
  readonly isTypeScript: boolean
  /** Whether it has `import` or `export`. */
  readonly isEsModule: boolean
}

/** A file that is no program. */
export interface UnreadModule {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly message: string
}

/** Reads the program's files, each once. */
export class SourceModules {
  readonly #modules = new Map<string, SourceModule | UnreadModule>()
  readonly #paths = new TypeScriptPaths()

  /** The file, or why it cannot be read. */
  read(file: string): SourceModule | UnreadModule {
    const known = this.#modules.get(file)
    if (known !== undefined) return known
    const module = readModule(file)
    this.#modules.set(file, module)
    return module
  }

  /** What was read, in the order of reading. */
  get all(): SourceModule[] {
    return [...this.#modules.values()].filter((each) => 'program' in each)
  }

  /** The absolute file behind a specifier, or undefined for a package. */
  resolve(specifier: string, from: string): string | undefined {
    if (specifier.startsWith('.') || specifier.startsWith('/'))
      return findFile(resolve(dirname(from), specifier))
    if (specifier.startsWith('#')) return resolvePackageImport(specifier, from)
    for (const candidate of this.#paths.candidates(specifier, from)) {
      const file = findFile(candidate)
      if (file !== undefined && !file.includes('/node_modules/')) return file
    }
    return undefined
  }
}

export const scriptExtensions = ['.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx'] as const

function readModule(file: string): SourceModule | UnreadModule {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const { code = 'it cannot be read' } = error as NodeJS.ErrnoException
    return { file, line: 1, column: 1, message: `The file cannot be read (${code})` }
  }
  const source = new SourceText(text.replace(/^#!/, '//'), file)
  try {
    const tree = parseScript(source.text, file)
    const program = nodeIn(tree, 'program') ?? tree
    const isEsModule = nodesIn(program, 'body').some(({ type }) => /^(Import|Export)/.test(type))
    return { file, source, program, isTypeScript: /\.[mc]?tsx?$/.test(file), isEsModule }
  } catch (error) {
    if (!(error instanceof ScriptSyntaxException)) throw error
    const { line, column } = source.place(error.offset)
    return { file, line, column, message: error.message }
  }
}

/** The file that Node or TypeScript would take for a path that may lack its extension. */
export function findFile(path: string): string | undefined {
  if (isFile(path)) return path
  const extension = extname(path)
  const written = extension.replace('js', 'ts')
  if (/^\.[mc]?jsx?$/.test(extension)) {
    const base = path.slice(0, -extension.length)
    for (const candidate of [base + written, `${base}.tsx`]) if (isFile(candidate)) return candidate
  }
  for (const each of [...scriptExtensions, '.json']) if (isFile(path + each)) return path + each
  if (!isFolder(path)) return undefined
  const main = packageMain(path)
  if (main !== undefined) return main
  for (const each of [...scriptExtensions, '.json'])
    if (isFile(join(path, `index${each}`))) return join(path, `index${each}`)
  return undefined
}

function packageMain(folder: string): string | undefined {
  const manifest = readJson(join(folder, 'package.json'))
  const main = manifest?.['main']
  if (typeof main !== 'string' || resolve(folder, main) === folder) return undefined
  return findFile(resolve(folder, main))
}

function resolvePackageImport(specifier: string, from: string): string | undefined {
  for (let folder = dirname(from); ; folder = dirname(folder)) {
    const imports = readJson(join(folder, 'package.json'))?.['imports']
    if (typeof imports === 'object' && imports !== null) {
      for (const [key, target] of Object.entries(imports)) {
        const text = firstText(target)
        if (text === undefined) continue
        const [before = '', after] = key.split('*')
        if (after === undefined ? specifier !== key : !(specifier.startsWith(before) && specifier.endsWith(after))) continue
        const star = after === undefined ? '' : specifier.slice(before.length, specifier.length - after.length)
        return findFile(resolve(folder, text.replace('*', star)))
      }
    }
    if (folder === dirname(folder)) return undefined
  }
}

function firstText(target: unknown): string | undefined {
  if (typeof target === 'string') return target
  if (typeof target !== 'object' || target === null) return undefined
  return Object.values(target).map(firstText).find((text) => text !== undefined)
}

/** A file of JSON that holds an object, or undefined. */
export function readJson(file: string): Readonly<Record<string, unknown>> | undefined {
  if (!existsSync(file)) return undefined
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
