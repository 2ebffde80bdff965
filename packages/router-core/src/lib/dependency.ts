import type * as Modules from 'node:module'
import { builtin } from './runtime.js'

const modules = builtin<typeof Modules>('node:module')

/**
 * A package that few programs need. The first call of the result loads it synchronously, so other programs start
 * without it. A caller that can wait uses `import()` instead. In a bundle for another runtime than Node,
 * `dependency-in-bundle.ts` replaces this module.
 *
 * @param importer the `import.meta.url` of the package that depends on it
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows the type of the package
export function dependency<Module>(name: string, importer: string = import.meta.url): () => Module {
  let loaded: Module | undefined
  return () => (loaded ??= modules().createRequire(importer)(name) as Module)
}
