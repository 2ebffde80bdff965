import { createRequire } from 'node:module'

/**
 * A package that few programs need, loaded when its result is first asked for, so that it costs the others no time at
 * their start. Synchronous: where a caller waits anyway, `import()` does.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- who asks for a package knows its type
export function dependency<Module>(name: string): () => Module {
  let loaded: Module | undefined
  return () => (loaded ??= createRequire(import.meta.url)(name) as Module)
}
