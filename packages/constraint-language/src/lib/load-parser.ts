import type * as Regexpp from '@eslint-community/regexpp'
import { createRequire } from 'node:module'

/**
 * Loads the parser on first use, because it is slow to load and simple constraints do not need it. Bundles for runtimes
 * other than Node use `load-parser-in-bundle.ts` instead.
 */
export function loadParser(): typeof Regexpp {
  return (parserModule ??= createRequire(import.meta.url)('@eslint-community/regexpp') as typeof Regexpp)
}

let parserModule: typeof Regexpp | undefined
