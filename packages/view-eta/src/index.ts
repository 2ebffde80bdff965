export { routePlugin, type RoutePlugin, type RoutePluginOptions } from './lib/route-plugin.js'
export type { EtaConfig, EtaNode, EtaPlugin, EtaTag } from './lib/eta-plugin.js'
