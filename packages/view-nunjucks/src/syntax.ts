export { compileRouteTag } from './lib/compile-route-tag.js'
export type {
  NunjucksLexer,
  NunjucksNode,
  NunjucksNodes,
  NunjucksParser,
  NunjucksToken,
} from './lib/nunjucks-compiler.js'
export { pageTag, readRouteTag, type RouteTag } from './lib/read-route-tag.js'
