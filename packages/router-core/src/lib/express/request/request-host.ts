import type { ExpressRequest } from './express-request.js'

/**
 * The host that the client asked for, with its port and unchecked: from `X-Forwarded-Host` when the application's
 * `trust proxy` trusts the peer, else from `Host`. Express's own `hostname` lacks the port.
 */
export function requestHost(request: ExpressRequest): string | undefined {
  const trust = request.app.get('trust proxy fn')
  const { headers, socket } = request
  if (typeof trust === 'function' && trust(socket.remoteAddress, 0) === true) {
    const [forwarded] = String(headers['x-forwarded-host'] ?? '').split(',', 1)
    if (forwarded !== undefined && forwarded.trim() !== '') return forwarded.trim()
  }
  return headers.host
}
