import * as regexpp from '@eslint-community/regexpp'

/** Replaces `load-parser.ts` in bundles, because a bundle contains only packages that are imported. */
export function loadParser(): typeof regexpp {
  return regexpp
}
