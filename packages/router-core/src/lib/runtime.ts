import type * as Crypto from 'node:crypto'
import type * as FileSystem from 'node:fs'
import type * as Http from 'node:http'
import type * as Path from 'node:path'

/**
 * A module of Node that is loaded when it is first needed. An `import` would read each of its exports, and some of
 * these load more modules (decisions/packages.md). It would also fail in a runtime without the module.
 *
 * @throws Error when the result is called in a runtime without the module
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- who asks for a module knows its type
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
