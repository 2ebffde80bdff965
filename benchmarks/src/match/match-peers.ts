import type { MatchPeer } from './match-peer.js'
import { expressRouter } from './peers/express-router.js'
import { findMyWay, findMyWayCompiled } from './peers/find-my-way.js'
import { honoRegExpRouter } from './peers/hono.js'
import { koaTreeRouter } from './peers/koa-tree-router.js'
import { memoirist } from './peers/memoirist.js'
import { mvcRouter } from './peers/mvc-router.js'
import { regexList } from './peers/regex-list.js'
import { rou3, rou3Compiled } from './peers/rou3.js'
import { trekRouter } from './peers/trek-router.js'

/** Ours comes first: ratios are to it. */
export const matchPeers: readonly MatchPeer[] = [
  mvcRouter,
  memoirist,
  koaTreeRouter,
  findMyWay,
  findMyWayCompiled,
  rou3,
  rou3Compiled,
  trekRouter,
  honoRegExpRouter,
  regexList,
  expressRouter,
]
