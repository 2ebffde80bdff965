import type * as Modules from 'node:module'
import { builtin } from './runtime.js'

const modules = builtin<typeof Modules>('node:module')

/**
 * A package that few programs need, loaded when its result is first asked for, so that it costs the others no time at
 * their start. Synchronous: where a caller waits anyway, `import()` does. In a bundle for another runtime than Node,
 * `dependency-in-bundle.ts` takes the place of this module.
 *
 * @param importer whose dependency it is: the `import.meta.url` of another package
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- who asks for a package knows its type
export function dependency<Module>(name: string, importer: string = import.meta.url): () => Module {
  let loaded: Module | undefined
  return () => (loaded ??= modules().createRequire(importer)(name) as Module)
}
