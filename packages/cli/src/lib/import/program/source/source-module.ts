import { isTypeScript } from '../../../script/script-files.js'
import { getOrInsert } from '@mvc-router/router-core/tools'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { ProgramPlace } from './program-place.js'
import { findFile, foldersAbove, matchStar } from './find-file.js'
import { asRecord, readJson } from './json-files.js'
import { nodeIn } from '../../../script/syntax-fields.js'
import { TypeScriptPaths } from './typescript-paths.js'
import {
  ScriptSyntaxException,
  parseScript,
  type SyntaxNode,
  statementsOf,
} from '../../../script/script-syntax.js'
import { SourceText } from '../../../terminal/source-text.js'
import { utf8Text } from '../../../terminal/utf8-text.js'

/** A file of the program, parsed. */
export interface SourceModule {
  /** Absolute. */
  readonly file: string
  readonly source: SourceText
  readonly program: SyntaxNode
  /** Whether the file can be written again without a loss. */
  readonly isUtf8: boolean
  readonly isTypeScript: boolean
  /** Whether it has `import` or `export`. */
  readonly isEsModule: boolean
}

/** A file that is no program. */
export interface UnreadModule {
  readonly place: ProgramPlace
  readonly message: string
}

/** Reads the program's files, each once. */
export class SourceModules {
  readonly #modules = new Map<string, SourceModule | UnreadModule>()
  readonly #paths = new TypeScriptPaths()

  /** The file, or why it cannot be read. */
  read(file: string): SourceModule | UnreadModule {
    return getOrInsert(this.#modules, file, () => readModule(file))
  }

  /** The absolute file behind a specifier, or undefined for a package. */
  resolve(specifier: string, from: string): string | undefined {
    if (specifier.startsWith('.') || specifier.startsWith('/'))
      return findFile(resolve(dirname(from), specifier))
    const own = specifier.startsWith('#') ? resolvePackageImport(specifier, from) : undefined
    if (own !== undefined) return own
    for (const candidate of this.#paths.candidates(specifier, from)) {
      const file = findFile(candidate)
      if (file !== undefined && !file.includes('/node_modules/')) return file
    }
    return resolveWorkspace(specifier, from)
  }
}

function readModule(file: string): SourceModule | UnreadModule {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    const { code = 'it cannot be read' } = error as NodeJS.ErrnoException
    return { place: { file, line: 1, column: 1 }, message: `The file cannot be read (${code})` }
  }
  const isUtf8 = utf8Text(bytes) !== undefined
  const source = new SourceText(bytes.toString().replace(/^#!/, '//'), file)
  try {
    const tree = parseScript(source.text, file)
    const program = nodeIn(tree, 'program') ?? tree
    const isEsModule = statementsOf(tree).some(({ type }) => /^(Import|Export)/.test(type))
    return { file, source, program, isUtf8, isTypeScript: isTypeScript(file), isEsModule }
  } catch (error) {
    if (!(error instanceof ScriptSyntaxException)) throw error
    return { place: source.place(error.offset), message: error.message }
  }
}

function resolvePackageImport(specifier: string, from: string): string | undefined {
  for (const folder of foldersAbove(from)) {
    const file = resolveMapped(
      asRecord(readJson(join(folder, 'package.json'))?.['imports']),
      specifier,
      folder,
    )
    if (file !== undefined) return file
  }
  return undefined
}

/** The file behind a key of `imports` or `exports` in package.json. */
function resolveMapped(
  mapped: Readonly<Record<string, unknown>> | undefined,
  specifier: string,
  folder: string,
): string | undefined {
  for (const [key, target] of Object.entries(mapped ?? {})) {
    const text = firstText(target)
    const star = matchStar(key, specifier)
    if (text !== undefined && star !== undefined) return findFile(resolve(folder, text.replace('*', star)))
  }
  return undefined
}

/** A package of the same repository, which `node_modules` links to. */
function resolveWorkspace(specifier: string, from: string): string | undefined {
  const [name = specifier] = /^(?:@[^/]+\/)?[^/]+/.exec(specifier) ?? []
  for (const above of foldersAbove(from)) {
    const link = join(above, 'node_modules', name)
    if (!existsSync(link)) continue
    const folder = realpathSync(link)
    if (folder.includes('/node_modules/') || !folder.startsWith(`${realpathSync(above)}/`)) return undefined
    const exported = readJson(join(folder, 'package.json'))?.['exports']
    const paths = asRecord(exported)
    const isByPath = Object.keys(paths ?? {}).some((key) => key.startsWith('.'))
    const subpath = `.${specifier.slice(name.length)}`
    return (
      resolveMapped(isByPath ? paths : { '.': exported }, subpath, folder) ?? findFile(join(folder, subpath))
    )
  }
  return undefined
}

function firstText(target: unknown): string | undefined {
  if (typeof target === 'string') return target
  if (typeof target !== 'object' || target === null) return undefined
  return Object.values(target)
    .map(firstText)
    .find((text) => text !== undefined)
}
