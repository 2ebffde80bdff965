export { registerRoute, routeHelpers, type RouteHelpers } from './lib/route-helpers.js'
export type { HandlebarsEnvironment, HelperOptions, RouteHelper } from './lib/handlebars-options.js'
