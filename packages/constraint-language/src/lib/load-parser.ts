import type * as Regexpp from '@eslint-community/regexpp'
import { createRequire } from 'node:module'

/**
 * Loads the parser when it is first needed. It takes longer to load than most route files, and most of these have only
 * simple constraints. In a bundle for another runtime than Node, `load-parser-in-bundle.ts` replaces this module.
 */
export function loadParser(): typeof Regexpp {
  return (parserModule ??= createRequire(import.meta.url)('@eslint-community/regexpp') as typeof Regexpp)
}

let parserModule: typeof Regexpp | undefined
