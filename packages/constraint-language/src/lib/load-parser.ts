import type * as Regexpp from '@eslint-community/regexpp'
import { createRequire } from 'node:module'

/**
 * The parser takes longer to load than most route files, and most route files hold simple constraints only. In a bundle
 * for another runtime than Node, `load-parser-in-bundle.ts` takes the place of this module.
 */
export function loadParser(): typeof Regexpp {
  return (parserModule ??= createRequire(import.meta.url)('@eslint-community/regexpp') as typeof Regexpp)
}

let parserModule: typeof Regexpp | undefined
