export { RouteDirective } from './lib/route-directive.js'
export type { RouteDirectiveOptions } from './lib/route-directive.js'
