import { createRequire } from 'node:module'
import { resolve } from 'node:path'

/** A template engine as a module. */
export interface LoadedEngine {
  readonly module: unknown
  /** The project's own, and not the one beside this package. */
  readonly isOfProject: boolean
}

/**
 * The project's own template engine, so that its templates are read as it will read them; else the one beside this
 * package. Undefined when there is none.
 */
export function loadEngine(name: string, cwd: string): LoadedEngine | undefined {
  for (const [from, isOfProject] of [
    [resolve(cwd, 'package.json'), true],
    [import.meta.url, false],
  ] as const) {
    const require = createRequire(from)
    let path: string
    try {
      path = require.resolve(name)
    } catch {
      continue
    }
    return { module: require(path), isOfProject }
  }
  return undefined
}
