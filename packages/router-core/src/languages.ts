export { fromLetters, requestPaths, readablePaths } from './lib/languages/path-letters.js'
export { pathAutomaton } from './lib/languages/path-language.js'
export { matchQuery } from './lib/matching/match-query.js'
export type { RoutePattern, RoutePatternPart } from './lib/syntax/route-pattern.js'
