export { SourceLines } from './lib/source-lines.js'
export { printable } from './lib/printable.js'
export { shorten } from './lib/shorten.js'
export { lowerFirst } from './lib/lower-first.js'
export {
  loadRouteFiles,
  type LoadedRouteFiles,
  type LoadRouteFilesOptions,
} from './lib/loading/load-route-files.js'
export { RouteTableSource } from './lib/loading/route-table-source.js'
export { routerOfFiles } from './lib/router.js'
export { acceptsMethod, httpMethods } from './lib/syntax/http-methods.js'
export { nearMisses, type LineExplanation, type MismatchReason } from './lib/matching/explain-match.js'
export { blamesPath } from './lib/reversing/blames-path.js'
export { linkMethod } from './lib/routes/link-method.js'
export { actionText, routeColumns, routeJson } from './lib/routes/describe-route.js'
export { variablesOf } from './lib/syntax/pattern/route-pattern.js'
export { BoundedMap } from './lib/bounded-map.js'
export { getOrInsert } from './lib/get-or-insert.js'
export { wrongOption } from './lib/exceptions.js'
export { crypto, dependency, http } from './lib/dependency.js'
