import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Returns the path of a file of this package. */
export function packageFile(name: string): string {
  return join(dirname(createRequire(import.meta.url).resolve('@mvc-router/cli/package.json')), name)
}

export function readPackageJson(name: string): unknown {
  return JSON.parse(readFileSync(packageFile(name), 'utf8'))
}

export function commandVersion(): string {
  return (readPackageJson('package.json') as { readonly version: string }).version
}
