import type * as Crypto from 'node:crypto'
import type * as FileSystem from 'node:fs'
import type * as Http from 'node:http'
import type * as Path from 'node:path'

/**
 * Loads a module of Node when the result is first called. An `import` would load more than needed
 * (decisions/packages.md), and would fail in a runtime without the module.
 *
 * @throws Error when the result is called in a runtime without the module
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows the type of the module
export function builtin<Module>(name: string): () => Module {
  let loaded: Module | undefined
  return () => (loaded ??= load(name) as Module)
}

/** Undefined in a browser. A Worker may have parts of it. */
const { process } = globalThis as { process?: Partial<typeof globalThis.process> }

/** True if `NODE_ENV` is `production`, and in a runtime without environment variables. */
export function isInProduction(): boolean {
  return process?.env === undefined || process.env['NODE_ENV'] === 'production'
}

/** Warns the developer. A process can filter the warnings by their name, `RouterWarning`. */
export function emitWarning(warning: string | Error): void {
  if (process?.emitWarning === undefined) console.warn(warning)
  else process.emitWarning(warning, 'RouterWarning')
}

function load(name: string): unknown {
  const loaded = process?.getBuiltinModule?.(name)
  if (loaded === undefined) throw new Error(`A call needs ${name}, which this runtime does not have`)
  return loaded
}

/** Returns `node:crypto`. */
export const crypto: () => typeof Crypto = builtin<typeof Crypto>('node:crypto')
/** Returns `node:http`. */
export const http: () => typeof Http = builtin<typeof Http>('node:http')
export const fs: () => typeof FileSystem = builtin<typeof FileSystem>('node:fs')
export const nodePath: () => typeof Path = builtin<typeof Path>('node:path')
