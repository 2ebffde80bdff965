import type { HttpPeer } from './http-peer.js'
import { bare } from './peers/bare.js'
import { expressLinks, expressMapping, expressMappingServer, expressPlain } from './peers/express.js'
import { fastify } from './peers/fastify.js'
import { hono } from './peers/hono.js'

/** Ours first: the others are compared with it. */
export const httpPeers: readonly HttpPeer[] = [
  expressMappingServer,
  expressLinks,
  expressMapping,
  expressPlain,
  fastify,
  hono,
  bare,
]
