import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * The project's own template engine, so that its templates are read as it will read them; else the one beside this
 * package. Undefined when there is none.
 */
export function loadEngine(name: string, cwd: string): unknown {
  for (const from of [join(cwd, 'package.json'), import.meta.url]) {
    const require = createRequire(from)
    let path: string
    try {
      path = require.resolve(name)
    } catch {
      continue
    }
    return require(path)
  }
  return undefined
}
