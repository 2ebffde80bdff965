import * as regexpp from '@eslint-community/regexpp'

/** As in `load-parser.ts`: a package must be imported to be in a bundle. */
export function loadParser(): typeof regexpp {
  return regexpp
}
