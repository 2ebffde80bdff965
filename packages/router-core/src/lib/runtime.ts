import type * as Crypto from 'node:crypto'
import type * as FileSystem from 'node:fs'
import type * as Http from 'node:http'
import type * as Path from 'node:path'

/**
 * A module of Node, loaded when it is first needed. An `import` reads each of its exports, and some of those load more
 * (decisions/packages.md); and runtimes without it load the program all the same.
 *
 * @throws Error, from what is returned, in a runtime without the module
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- who asks for a module knows its type
export function builtin<Module>(name: string): () => Module {
  let loaded: Module | undefined
  return () => (loaded ??= load(name) as Module)
}

/** A browser has none, and a Worker may have parts of it. */
const { process } = globalThis as { process?: Partial<typeof globalThis.process> }

/** True by `NODE_ENV`, and where no process could say otherwise. */
export function isInProduction(): boolean {
  return process?.env === undefined || process.env['NODE_ENV'] === 'production'
}

/** @param type as the developer filters by it: `RouterWarning` */
export function processWarning(warning: string | Error, type: string): void {
  if (process?.emitWarning === undefined) console.warn(warning)
  else process.emitWarning(warning, type)
}

function load(name: string): unknown {
  const loaded = process?.getBuiltinModule?.(name)
  if (loaded === undefined) throw new Error(`This needs ${name}, which this runtime does not have`)
  return loaded
}

/** Gives `node:crypto`. */
export const crypto: () => typeof Crypto = builtin<typeof Crypto>('node:crypto')
/** Gives `node:http`. */
export const http: () => typeof Http = builtin<typeof Http>('node:http')
/** Gives `node:fs`. */
export const fs: () => typeof FileSystem = builtin<typeof FileSystem>('node:fs')
/** Gives `node:path`. */
export const nodePath: () => typeof Path = builtin<typeof Path>('node:path')
