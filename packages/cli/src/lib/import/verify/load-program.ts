import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { preventListening } from '../../application/prevent-listening.js'
import { SourceModules } from '../program/source/source-module.js'
import { compileTypeScript } from './compile-typescript.js'
import { standInForBrokenPackages } from './stand-in.js'
import type { Program } from './verify-messages.js'

/**
 * From now on this process loads a program as it is, except that it does not listen.
 *
 * @returns the packages that could not be loaded; it grows
 */
export function prepareProgram({ entry, cwd, isTypeScript }: Program): ReadonlySet<string> {
  preventListening()
  const modules = new SourceModules()
  const replaced = standInForBrokenPackages(
    (specifier, from) => from !== undefined && modules.resolve(specifier, from) !== undefined,
  )
  process.chdir(cwd)
  process.argv.splice(1, process.argv.length, entry)
  if (isTypeScript && !hasLoader) compileTypeScript(entry, cwd)
  return replaced
}

/** A file of the program as a module; absolute. */
export async function loadModule(file: string, { isTypeScript }: Program): Promise<unknown> {
  return isTypeScript && !hasLoader ? createRequire(file)(file) : import(pathToFileURL(file).href)
}

/** Whether `tsx` compiles TypeScript. */
const hasLoader = process.env['MVC_ROUTER_TYPESCRIPT'] === 'loaded'
