import type * as Crypto from 'node:crypto'
import type * as Http from 'node:http'
import { createRequire } from 'node:module'

/**
 * A package that few programs need, loaded when its result is first asked for, so that it costs the others no time at
 * their start. Synchronous: where a caller waits anyway, `import()` does.
 *
 * @param importer whose dependency it is: the `import.meta.url` of another package
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- who asks for a package knows its type
export function dependency<Module>(name: string, importer: string = import.meta.url): () => Module {
  let loaded: Module | undefined
  return () => (loaded ??= createRequire(importer)(name) as Module)
}

// An `import` of these reads each of their exports, and some of those load more: on Node 24 that of `node:http` costs
// 45 ms, since it loads a WebSocket, where `require` costs 4 (decision 145).
/** Gives `node:crypto`. */
export const crypto: () => typeof Crypto = dependency<typeof Crypto>('node:crypto')
/** Gives `node:http`. */
export const http: () => typeof Http = dependency<typeof Http>('node:http')
