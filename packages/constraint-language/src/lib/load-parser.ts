import type * as Regexpp from '@eslint-community/regexpp'
import { createRequire } from 'node:module'

/** Loads the parser on first use, because loading is slow. Bundles use `load-parser-in-bundle.ts` instead. */
export function loadParser(): typeof Regexpp {
  return (parserModule ??= createRequire(import.meta.url)('@eslint-community/regexpp') as typeof Regexpp)
}

let parserModule: typeof Regexpp | undefined
