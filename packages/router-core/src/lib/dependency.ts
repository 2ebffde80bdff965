import type * as Modules from 'node:module'
import { builtin } from './runtime.js'

const modules = builtin<typeof Modules>('node:module')

/**
 * Loads a package synchronously when the result is first called, so that programs start faster. Asynchronous code uses
 * `import()` instead. In bundles, `dependency-in-bundle.ts` replaces this module.
 *
 * @param importer the `import.meta.url` of the package that depends on it
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows the type of the package
export function dependency<Module>(name: string, importer: string = import.meta.url): () => Module {
  let loaded: Module | undefined
  return () => (loaded ??= modules().createRequire(importer)(name) as Module)
}
