import { wrongOption } from '../exceptions.js'
import { isUrlHost, parseHost, type Host } from '../matching/host-matcher.js'

/** Which hosts an absolute URL may name (docs/route-file.md, Reversing). */
export interface HostPolicy {
  /** Scheme and host, without a slash at the end. */
  readonly baseUrl: string | undefined
  readonly allowedHosts: readonly string[]
}

/** @throws ConfigurationException for a base or a host that cannot be one */
export function createHostPolicy(baseUrl: string | undefined, allowedHosts: readonly string[]): HostPolicy {
  for (const allowed of allowedHosts) {
    const host = parseHost(allowed.replace(/^\./, ''))
    if (host === undefined || !isUrlHost(host.name)) {
      throw wrongOption(
        'allowedHosts',
        `"${allowed}" is not a host; write example.org, example.org:8080, or .example.org for all of its subdomains`,
      )
    }
  }
  return { baseUrl: baseUrl === undefined ? undefined : readBaseUrl(baseUrl), allowedHosts }
}

/** The request's host, in lower case and with its port, when the policy allows it. */
export function allowedHost(
  requestHost: string | undefined,
  { allowedHosts }: HostPolicy,
): string | undefined {
  const host = requestHost === undefined ? undefined : parseHost(requestHost)
  if (host === undefined || !allowedHosts.some((allowed) => covers(allowed, host))) return undefined
  return host.port === undefined ? host.name : `${host.name}:${host.port}`
}

/** Tells whether the policy allows a host on some port. */
export function allowsHost(text: string, { allowedHosts }: HostPolicy): boolean {
  const host = parseHost(text)
  return (
    host !== undefined &&
    allowedHosts.some((allowed) => covers(allowed, { ...host, port: parseHost(allowed)?.port }))
  )
}

/** `.example.org` allows subdomains; an entry without a port allows every port. */
function covers(allowed: string, { name, port }: Host): boolean {
  if (allowed.startsWith('.')) return name.endsWith(allowed.toLowerCase()) && isUrlHost(name)
  const entry = parseHost(allowed)
  return entry?.name === name && (entry.port === undefined || entry.port === port)
}

function readBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw wrongOption('baseUrl', `"${baseUrl}" is not an http(s) URL`)
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw wrongOption('baseUrl', `"${baseUrl}" has a path; give the path as basePath`)
  }
  return url.origin
}
