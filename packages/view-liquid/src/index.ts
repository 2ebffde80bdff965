export { routeTag, type RouteTagOptions } from './lib/route-tag.js'
