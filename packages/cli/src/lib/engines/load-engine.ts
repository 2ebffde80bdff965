import { foldersAbove, readJson } from '@mvc-router/import/script'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

/** A template engine as a module. */
export interface LoadedEngine {
  readonly module: unknown
  /** Its major version; 0 where nothing says it. */
  readonly major: number
  /** The project's own, and not the one beside this package. */
  readonly isOfProject: boolean
}

/**
 * The project's own template engine, so that its templates are read as it will read them; else the one beside this
 * package. Undefined when there is none.
 *
 * @param through the package whose own dependency it may be: `pug-lexer` comes with `pug`
 */
export function loadEngine(name: string, cwd: string, through?: string): LoadedEngine | undefined {
  for (const [from, isOfProject] of [
    [resolve(cwd, 'package.json'), true],
    [import.meta.url, false],
  ] as const) {
    const require = createRequire(from)
    const path = resolveModule(require, name) ?? resolveThrough(require, name, through)
    if (path !== undefined) return { module: require(path), major: majorOf(path), isOfProject }
  }
  return undefined
}

function majorOf(path: string): number {
  const versions = Array.from(
    foldersAbove(path),
    (folder) => readJson(join(folder, 'package.json'))?.['version'],
  )
  return Number.parseInt(versions.find((version) => typeof version === 'string') ?? '0', 10)
}

function resolveThrough(
  require: NodeJS.Require,
  name: string,
  through: string | undefined,
): string | undefined {
  const path = through === undefined ? undefined : resolveModule(require, through)
  return path === undefined ? undefined : resolveModule(createRequire(path), name)
}

function resolveModule(require: NodeJS.Require, name: string): string | undefined {
  try {
    return require.resolve(name)
  } catch {
    return undefined
  }
}
