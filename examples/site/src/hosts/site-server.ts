import type { Routes } from '@mvc-router/router-core/node'
import type { Server } from 'node:http'
import type { Site } from '../site-options.js'

/** The shop as a server that does not listen yet. */
export interface SiteServer {
  readonly server: Server
  readonly mapping: Routes['mapping']
}

export type ServeSite = (site: Site) => Promise<SiteServer>
