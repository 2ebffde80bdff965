import { wrongOption } from '../exceptions.js'
import { isUrlHost, parseHost, type Host } from '../matching/host-matcher.js'

/** The hosts that an absolute URL may have (docs/route-file.md, Reversing). */
export interface HostPolicy {
  /** Scheme and host, without a slash at the end. */
  readonly baseUrl: string | undefined
  readonly allowedHosts: readonly AllowedHost[]
}

interface AllowedHost extends Host {
  /** True for `.example.org`: all subdomains, but not the name itself. */
  readonly isDomain: boolean
}

/** @throws ConfigurationException for an invalid base or host */
export function createHostPolicy(baseUrl: string | undefined, allowedHosts: readonly string[]): HostPolicy {
  return {
    baseUrl: baseUrl === undefined ? undefined : readBaseUrl(baseUrl),
    allowedHosts: allowedHosts.map(readAllowedHost),
  }
}

function readAllowedHost(text: unknown): AllowedHost {
  const isDomain = typeof text === 'string' && text.startsWith('.')
  const host = typeof text === 'string' ? parseHost(isDomain ? text.slice(1) : text) : undefined
  const isAddress = host !== undefined && /^(?:\[|[0-9.]+$)/.test(host.name)
  if (host === undefined || !isUrlHost(canonicalName(host)) || (isDomain && isAddress)) {
    throw wrongOption(
      'allowedHosts',
      `${JSON.stringify(text)} is not a host; write example.org, example.org:8080, or .example.org for all of its subdomains`,
    )
  }
  return { name: canonicalName(host), port: host.port, isDomain }
}

/** The request's host, in lower case and with its port, if the policy allows it. */
export function allowedHost(
  requestHost: string | undefined,
  { allowedHosts }: HostPolicy,
): string | undefined {
  const host = requestHost === undefined ? undefined : parseHost(requestHost)
  if (host === undefined || !allowedHosts.some((allowed) => covers(allowed, host))) return undefined
  return host.port === undefined ? host.name : `${host.name}:${host.port}`
}

/** True if the policy allows a host on some port. */
export function allowsHost(text: string, { allowedHosts }: HostPolicy): boolean {
  const host = parseHost(text)
  return (
    host !== undefined && allowedHosts.some((allowed) => covers(allowed, { ...host, port: allowed.port }))
  )
}

/** An entry without a port allows every port. A host without a port has port 80 or 443, which clients leave out. */
function covers(allowed: AllowedHost, host: Host): boolean {
  const name = canonicalName(host)
  const isNamed = allowed.isDomain
    ? name.endsWith(`.${allowed.name}`) && isUrlHost(name)
    : name === allowed.name
  const isDefault = host.port === undefined && (allowed.port === '443' || allowed.port === '80')
  return isNamed && (allowed.port === undefined || allowed.port === host.port || isDefault)
}

/** An IPv6 address can be written in many ways. */
function canonicalName({ name }: Host): string {
  return name.startsWith('[') && URL.canParse(`http://${name}/`) ? new URL(`http://${name}/`).hostname : name
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
