import { adonis } from './peers/adonis.js'
import { fosRouter } from './peers/fos-router.js'
import { koaRouter } from './peers/koa-router.js'
import { mvcRouter } from './peers/mvc-router.js'
import { pathToRegexp } from './peers/path-to-regexp.js'
import { reactRouter } from './peers/react-router.js'
import { regexparam } from './peers/regexparam.js'
import { typesafeRoutes } from './peers/typesafe-routes.js'
import { urlPattern } from './peers/url-pattern.js'
import { vueRouter } from './peers/vue-router.js'
import { ziggy } from './peers/ziggy.js'
import type { ReversePeer } from './reverse-peer.js'

/** Ours comes first: ratios are to it. */
export const reversePeers: readonly ReversePeer[] = [
  mvcRouter,
  pathToRegexp,
  adonis,
  regexparam,
  typesafeRoutes,
  reactRouter,
  urlPattern,
  koaRouter,
  vueRouter,
  fosRouter,
  ziggy,
]
