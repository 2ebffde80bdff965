import { parseHost } from '../../matching/host-matcher.js'
import type { HostRequest } from '../../hosts/host.js'

/**
 * True if a request comes from this computer. It does not use `trust proxy`, and checks:
 *
 * - the peer has a loopback address;
 * - the request passed no proxy, because a proxy on this computer also has a loopback address;
 * - the host is a loopback name, because any other name may lead to this computer (DNS rebinding).
 */
export function isLocalClient({
  socket,
  headers,
  httpVersion,
}: Pick<HostRequest, 'socket' | 'headers' | 'httpVersion'>): boolean {
  return (
    isLoopbackAddress(socket.remoteAddress ?? '') &&
    // Browsers do not use HTTP/1.0. An nginx with default settings does, and it adds no proxy header.
    httpVersion !== '1.0' &&
    !Object.keys(headers).some(tellsOfProxy) &&
    isLoopbackHost(headers.host ?? headers[':authority']?.toString())
  )
}

/** True if a page of another origin sends the request in the background, and might read the answer. False for links. */
export function isForeignFetch({ headers }: Pick<HostRequest, 'headers'>): boolean {
  const site = headers['sec-fetch-site']
  if (site === undefined) return headers.origin !== undefined
  return site !== 'same-origin' && site !== 'none' && headers['sec-fetch-mode'] !== 'navigate'
}

function isLoopbackAddress(address: string): boolean {
  return address === '::1' || isLoopbackIpv4(address.startsWith('::ffff:') ? address.slice(7) : address)
}

function isLoopbackIpv4(text: string): boolean {
  return /^127(?:\.\d{1,3}){3}$/.test(text)
}

function tellsOfProxy(header: string): boolean {
  return header.startsWith('x-forwarded-') || proxyHeaders.has(header)
}

const proxyHeaders: ReadonlySet<string> = new Set([
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'cf-connecting-ip',
  'true-client-ip',
  'fastly-client-ip',
])

function isLoopbackHost(text: string | undefined): boolean {
  const name = parseHost(text ?? '')?.name
  if (name === undefined) return false
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || isLoopbackIpv4(name)
}
