import { createSite, type HostName, type SiteOptions, type SiteServer } from '@mvc-router/example-site'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

export interface RunningSite extends SiteServer {
  /** `http://localhost:49152` */
  readonly origin: string
  readonly close: () => Promise<void>
}

/** Starts the bookshop on a free port, without development pages and without a report of failures. */
export async function serveSite(options: SiteOptions = {}, host?: HostName): Promise<RunningSite> {
  const site = await createSite(
    { reportFailure: () => undefined, hasDevelopmentPages: false, ...options },
    host,
  )
  const { server } = site
  server.listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    ...site,
    origin: `http://localhost:${port}`,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await site.mapping.close()
    },
  }
}
