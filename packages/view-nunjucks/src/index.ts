export { RouteDirective } from './lib/route-directive.js'
export type { RouteDirectiveOptions, TemplatePosition } from './lib/route-directive.js'
