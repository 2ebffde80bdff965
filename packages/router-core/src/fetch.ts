export { mvcRouter, type FetchContext, type FetchRoutes } from './lib/hosts/fetch/mvc-router.js'
export type { RenderView } from './lib/hosts/as-host.js'
export type { HostRouterOptions, Routes } from './lib/hosts/load-routes.js'
export type { HostRequest, HostResponse, Middleware, NextFunction } from './lib/hosts/host.js'
