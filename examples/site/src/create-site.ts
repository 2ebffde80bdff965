import type { ServeSite, SiteServer } from './hosts/site-server.js'
import { describeSite, type SiteOptions } from './site-options.js'

export type { SiteOptions, SiteServer }

/** A host is loaded only if it is chosen. */
const hosts = {
  express: async () => (await import('./hosts/on-express.js')).onExpress,
  fastify: async () => (await import('./hosts/on-fastify.js')).onFastify,
  koa: async () => (await import('./hosts/on-koa.js')).onKoa,
  node: async () => (await import('./hosts/on-node.js')).onNode,
  fetch: async () => (await import('./hosts/on-fetch.js')).onFetch,
  hono: async () => (await import('./hosts/on-hono.js')).onHono,
} satisfies Record<string, () => Promise<ServeSite>>

export type HostName = keyof typeof hosts

export const hostNames = Object.keys(hosts) as readonly HostName[]

/** Creates the whole site on a host, and loads its route files. */
export async function createSite(options: SiteOptions = {}, host: HostName = 'express'): Promise<SiteServer> {
  const serveSite = await hosts[host]()
  return serveSite(describeSite(options))
}
