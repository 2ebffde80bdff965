import { dependency as dependencyOfBuild } from '#dependency'

export { SourceLines } from './lib/source-lines.js'
export { printable, shorten } from './lib/printable.js'
export { lowerFirst } from './lib/controllers/controller.js'
export {
  loadRouteFiles,
  type LoadedRouteFiles,
  type LoadRouteFilesOptions,
} from './lib/loading/load-route-files.js'
export { RouteTableSource } from './lib/loading/route-table-source.js'
export { routerOfFiles } from './lib/router.js'
export { acceptsMethod } from './lib/matching/accepts-method.js'
export { httpMethods } from './lib/syntax/http-methods.js'
export { nearMisses, type LineExplanation, type MismatchReason } from './lib/matching/explain-match.js'
export { blamesPath } from './lib/reversing/fill-redirect.js'
export { isSigned } from './lib/signing/link-signer.js'
export { linkMethod, actionText, routeColumns, routeJson } from './lib/routes/describe-route.js'
export { variablesOf } from './lib/syntax/pattern/route-pattern.js'
export { attempt, BoundedMap, getOrInsert } from '@mvc-router/constraint-language'
export { checkOptions, refusePromise, withoutNames, type OptionNames } from './lib/check-options.js'
export { configurationNames } from './lib/hosts/configuration.js'
export { loadPackage } from './lib/hosts/load-package.js'
export { cutOff, isEnded } from './lib/hosts/sent-answer.js'
export { readRouterOptions, routerOptionsOf } from './lib/router-options.js'
export { nearestHint, nearestNames } from './lib/nearest-names.js'
export { isObject } from './lib/is-object.js'
export { wrongOption } from './lib/exceptions.js'
export { builtin, crypto, http } from './lib/runtime.js'

/** The type of `dependency` is repeated, because old resolvers of types do not know `#dependency`. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows the type of the package
const dependency: <Module>(name: string, importer?: string) => () => Module = dependencyOfBuild
export { dependency }
