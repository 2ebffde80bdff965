import { ConfigurationException } from '@mvc-router/router-core'
import { checkOptions, type OptionNames, refusePromise, wrongOption } from '@mvc-router/router-core/tools'
import { wrongValue } from '../../check-values.js'

/** Options of the CORS filter. A list is an array, or a text such as `'GET, POST'`. */
export interface CorsOptions {
  /** Exact origins such as `https://example.com`, or `*` for any origin. Default: `*`. */
  readonly allowOrigin?: string | readonly string[]
  /** Default: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS. */
  readonly supportedMethods?: string | readonly string[]
  /** Allowed request headers, or `*` for any header. Default: `*`. */
  readonly supportedHeaders?: string | readonly string[]
  /** Response headers that scripts may read. */
  readonly exposedHeaders?: string | readonly string[]
  /** Allows cookies and authentication. Default: true with exact origins. With `*`, true is refused. */
  readonly supportsCredentials?: boolean | string
  /** Allows subdomains of the allowed origins too. Default: false. */
  readonly allowSubdomains?: boolean | string
  /** Seconds that a browser may remember a preflight. */
  readonly maxAge?: number | string
}

export interface CheckedCorsOptions {
  /** `undefined` means any origin. */
  readonly origins: ReadonlySet<string> | undefined
  readonly methods: ReadonlySet<string>
  /** Header names by their lower-case form. `undefined` means any header. */
  readonly headers: ReadonlyMap<string, string> | undefined
  readonly exposedHeaders: readonly string[]
  readonly credentials: boolean
  readonly allowSubdomains: boolean
  readonly maxAge: number | undefined
}

const names: OptionNames<CorsOptions> = {
  allowOrigin: true,
  supportedMethods: true,
  supportedHeaders: true,
  exposedHeaders: true,
  supportsCredentials: true,
  allowSubdomains: true,
  maxAge: true,
}
const defaultMethods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/**
 * Checks the options. Long names such as `cors.allowOrigin` are allowed too.
 *
 * @throws ConfigurationException for wrong options, above all if they would allow more than intended.
 */
export function checkCorsOptions(
  options: CorsOptions | Readonly<Record<string, unknown>>,
): CheckedCorsOptions {
  const given = shortNames(options)
  const origins = readOrigins(given.get('allowOrigin') ?? '*')
  const credentials = readBoolean(
    'cors.supportsCredentials',
    given.get('supportsCredentials') ?? origins !== undefined,
  )
  if (credentials && origins === undefined) {
    throw new ConfigurationException(
      'cors.supportsCredentials',
      'cors.supportsCredentials needs exact origins in cors.allowOrigin, or any site could act as the user',
    )
  }
  const headers = given.get('supportedHeaders') ?? '*'
  return {
    origins,
    methods: readMethods(given.get('supportedMethods') ?? defaultMethods),
    headers:
      headers === '*'
        ? undefined
        : new Map(readTokens('cors.supportedHeaders', headers).map((name) => [name.toLowerCase(), name])),
    exposedHeaders: given.has('exposedHeaders')
      ? readTokens('cors.exposedHeaders', given.get('exposedHeaders'))
      : [],
    credentials,
    allowSubdomains: readBoolean('cors.allowSubdomains', given.get('allowSubdomains') ?? false),
    maxAge: readMaxAge(given.get('maxAge')),
  }
}

function shortNames(options: object): ReadonlyMap<string, unknown> {
  refusePromise('cors', 'an object', options)
  const given = new Map<string, unknown>()
  for (const [key, value] of Object.entries(options)) {
    const name = key.startsWith('cors.') ? key.slice('cors.'.length) : key
    checkOptions<CorsOptions>('The CORS filter', { [name]: value }, names)
    if (given.has(name)) throw new ConfigurationException(key, `cors.${name} is given twice`)
    // An unset environment variable must not become a default such as "any origin".
    if (value === undefined || value === null) {
      throw new ConfigurationException(
        key,
        `cors.${name} is ${String(value)}; leave it out to get its default`,
      )
    }
    given.set(name, value)
  }
  return given
}

function readOrigins(value: unknown): ReadonlySet<string> | undefined {
  const origins = readList('cors.allowOrigin', value)
  if (origins.length === 1 && origins[0] === '*') return undefined
  for (const origin of origins) {
    if (!isOrigin(origin)) {
      throw new ConfigurationException(
        'cors.allowOrigin',
        `${JSON.stringify(origin)} in cors.allowOrigin is not an origin: write scheme, host and port in lower case, without a path, a default port or a wildcard; "null" is not allowed`,
      )
    }
  }
  return new Set(origins)
}

/** True for an origin in exactly the form that browsers send. */
function isOrigin(text: string): boolean {
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@,*"\\]+$/.test(text)) return false
  if (!/^https?:/.test(text)) return true
  return URL.canParse(text) && new URL(text).origin === text
}

/** Methods are case-sensitive, so `get` would never match. */
function readMethods(value: unknown): ReadonlySet<string> {
  const methods = readTokens('cors.supportedMethods', value)
  const small = methods.find((method) => method !== method.toUpperCase())
  if (small !== undefined)
    throw wrongOption('cors.supportedMethods', `write "${small}" in capital letters: ${small.toUpperCase()}`)
  return new Set(methods)
}

function readTokens(option: string, value: unknown): readonly string[] {
  const list = readList(option, value)
  const wrong = list.find((item) => !token.test(item) || item === '*')
  if (wrong !== undefined)
    throw new ConfigurationException(option, `${JSON.stringify(wrong)} in ${option} is not a valid name`)
  return list
}

function readList(option: string, value: unknown): readonly string[] {
  const items: readonly unknown[] =
    typeof value === 'string'
      ? value.split(/[\s,]+/).filter((item) => item !== '')
      : Array.isArray(value)
        ? value
        : []
  if (items.length === 0 || !items.every((item) => typeof item === 'string')) {
    throw wrongValue(option, 'a text or a list of texts that is not empty', value)
  }
  return items
}

function readBoolean(option: string, value: unknown): boolean {
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  throw wrongValue(option, 'true or false', value)
}

function readMaxAge(value: unknown): number | undefined {
  if (value === undefined) return undefined
  const seconds = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  if (typeof seconds === 'number' && Number.isSafeInteger(seconds) && seconds >= 0) return seconds
  throw wrongValue('cors.maxAge', 'a number of seconds', value)
}
