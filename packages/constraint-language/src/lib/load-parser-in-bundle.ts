import * as regexpp from '@eslint-community/regexpp'

/** Replaces `load-parser.ts` in bundles, which contain only packages that an `import` names. */
export function loadParser(): typeof regexpp {
  return regexpp
}
