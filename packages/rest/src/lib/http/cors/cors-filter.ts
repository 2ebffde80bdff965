import type { IncomingMessage } from 'node:http'
import type cors from 'cors'
import type onHeaders from 'on-headers'
import vary from 'vary'
import { ConfigurationException } from '@mvc-router/router-core'
import { ForbiddenException, MethodNotAllowedException } from '../../exceptions/http-exceptions.js'
import type { ExpressRequest, Middleware } from '@mvc-router/router-core/express'
import { dependency } from '@mvc-router/router-core/tools'
import { type CheckedCorsOptions, checkCorsOptions, type CorsOptions } from './cors-options.js'

/**
 * Creates the CORS filter, based on the `cors` package. It answers preflights. It refuses other origins with 403 and
 * other methods with 405, as exceptions for `next`. Except after a refused preflight, each answer to an allowed origin
 * has the CORS headers, so that scripts can read a 405. Install the filter before authentication and the routes.
 *
 * @throws ConfigurationException
 */
export function corsFilter(options: CorsOptions | Readonly<Record<string, unknown>>): Middleware {
  const checked = checkCorsOptions(options)
  const answers = createAnswers(checked)
  const beforeHeaders = loadPeer(dependency<typeof onHeaders>('on-headers', import.meta.url))
  return (request, response, next) => {
    beforeHeaders(response, () => vary(response, 'Origin'))
    const { origin } = request.headers
    if (origin === undefined || isSameOrigin(request, origin)) return next()
    if (!isAllowedOrigin(origin, checked)) return next(new ForbiddenException('This origin is not allowed'))
    if (!isPreflight(request))
      return answers.actual(request, response, () => next(refuseMethod(request.method, checked)))
    const refusal = refusePreflight(request, checked)
    return refusal === undefined ? answers.preflight(request, response, next) : next(refusal)
  }
}

/** Any other OPTIONS request is for the router. */
function isPreflight(request: IncomingMessage): boolean {
  return request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
}

/** Browsers send `Origin` even to the same origin, except with GET and HEAD. */
function isSameOrigin({ secure, headers }: ExpressRequest, origin: string): boolean {
  const host = headers.host ?? headers[':authority']?.toString()
  return host !== undefined && origin === `${secure ? 'https' : 'http'}://${host}`
}

function refusePreflight({ headers }: IncomingMessage, options: CheckedCorsOptions): Error | undefined {
  const requested = (headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
  const isRefused = requested.some((name) => name !== '' && !isAllowedHeader(name, options))
  return (
    refuseMethod(headers['access-control-request-method'], options) ??
    (isRefused ? new ForbiddenException('A requested header is not allowed') : undefined)
  )
}

function refuseMethod(method = '', { methods }: CheckedCorsOptions): Error | undefined {
  if (methods.has(method)) return undefined
  return new MethodNotAllowedException('This method is not allowed from another origin', {
    Allow: [...methods].join(', '),
  })
}

function isAllowedOrigin(origin: string, { origins, allowSubdomains }: CheckedCorsOptions): boolean {
  if (origins === undefined) return true
  if (origins.has(origin)) return true
  return allowSubdomains && [...origins].some((allowed) => isSubdomain(origin, allowed))
}

/** True for `https://api.example.com` under `https://example.com`. The scheme and the port must be the same. */
function isSubdomain(origin: string, allowed: string): boolean {
  const hostStart = allowed.indexOf('://') + '://'.length
  const suffix = `.${allowed.slice(hostStart)}`
  if (!origin.startsWith(allowed.slice(0, hostStart)) || !origin.endsWith(suffix)) return false
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(origin.slice(hostStart, -suffix.length))
}

const headerName = /^[!#$%&'*+.^_`|~0-9a-z-]+$/

function isAllowedHeader(name: string, { headers }: CheckedCorsOptions): boolean {
  return headers === undefined ? headerName.test(name) : headers.has(name)
}

function createAnswers(checked: CheckedCorsOptions): Readonly<Record<'preflight' | 'actual', Middleware>> {
  const { origins, headers, credentials, maxAge } = checked
  const options = {
    // `true` answers with the origin that the client sent. With `*`, credentials are never allowed.
    origin: origins === undefined ? '*' : true,
    methods: [...checked.methods],
    ...(headers === undefined ? {} : { allowedHeaders: [...headers.values()] }),
    exposedHeaders: [...checked.exposedHeaders],
    credentials,
    ...(maxAge === undefined ? {} : { maxAge }),
    optionsSuccessStatus: 200,
  }
  const corsOf = loadPeer(dependency<typeof cors>('cors', import.meta.url))
  return { preflight: corsOf(options), actual: corsOf({ ...options, preflightContinue: true }) }
}

/** The packages are optional peers, because most servers have no CORS filter. */
function loadPeer<Module>(load: () => Module): Module {
  try {
    return load()
  } catch (cause) {
    const exception = new ConfigurationException(
      'cors',
      'CORS needs its packages: npm install cors on-headers',
    )
    throw Object.assign(exception, { cause })
  }
}
