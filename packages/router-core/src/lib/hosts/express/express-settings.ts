import type { HostRequest, HostSettings } from '../host.js'
import { ignoresCase, type ExpressApp } from './ignores-case.js'

/** Reads the settings of the Express application that handles a request. */
export const expressSettings: HostSettings = { hostName: 'Express', ignoresCase, authority, isProduction }

/** Reads `X-Forwarded-Host` if `trust proxy` trusts the peer, else `Host`. Express's `hostname` lacks the port. */
function authority({ app, headers, socket }: HostRequest): string | undefined {
  const trust = app?.get('trust proxy fn')
  if (typeof trust === 'function' && trust(socket.remoteAddress, 0) === true) {
    const [forwarded] = String(headers['x-forwarded-host'] ?? '').split(',', 1)
    if (forwarded !== undefined && forwarded.trim() !== '') return forwarded.trim()
  }
  return headers.host
}

/** Reads `env` of the application and of all applications around it, because each application has its own `env`. */
function isProduction({ app }: HostRequest): boolean {
  for (let each: ExpressApp | undefined = app; each !== undefined; each = each.parent)
    if (each.get('env') === 'production') return true
  return false
}
