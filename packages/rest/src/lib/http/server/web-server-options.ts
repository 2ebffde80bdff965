import { ConfigurationException, type RouterOptions } from '@mvc-router/router-core'
import type {
  Middleware,
  RedirectToCanonicalOptions,
  RouterHandlerMappingOptions,
} from '@mvc-router/router-core/express'
import {
  checkOptions,
  nearestHint,
  nearestNames,
  type OptionNames,
  wrongOption,
} from '@mvc-router/router-core/tools'
import { restOptionNames, type RestOptions } from './rest-options.js'

/** Options of a web server on any host. */
export interface WebServerSettings
  extends
    Omit<RestOptions, 'pages'>,
    Pick<
      RouterHandlerMappingOptions,
      'componentScan' | 'instantiate' | 'interceptors' | 'extensions' | 'autoReloadEnabled' | 'cwd'
    > {
  /** Controllers by name, or a list. In a list, the name is the class name with a lower-case first letter. */
  readonly controllers?: Readonly<Record<string, object>> | readonly object[]
  /** Lines of a route file for your own actions. The lines come before the generic lines, so they win. */
  readonly routes?: string
  /** Route files. Their lines come before `routes` and the generic lines. */
  readonly routeFiles?: RouterHandlerMappingOptions['routeFiles']
  /** Middleware after CORS and before the routes: authentication, compression, a request log. */
  readonly middleware?: readonly Middleware[]
  readonly router?: RouterOptions
  /** Redirects `/books/` to `/books` if no line answers a GET or HEAD request. Default: false, so the answer is 404. */
  readonly redirectToCanonical?: boolean | RedirectToCanonicalOptions
}

/** The host of a web server. */
export type WebHost = keyof typeof hostNames

const hostNames = { express: true, fastify: true, koa: true, node: true, fetch: true } as const

/** The chosen host, and a function for it that creates the application, for example with options of Fastify. */
interface Applications {
  readonly host?: WebHost
  readonly express?: unknown
  readonly fastify?: unknown
  readonly koa?: unknown
}

const { pages: _pages, ...moduleOptionNames } = restOptionNames
const optionNames: OptionNames<WebServerSettings & Applications> = {
  ...moduleOptionNames,
  controllers: true,
  componentScan: true,
  instantiate: true,
  interceptors: true,
  extensions: true,
  autoReloadEnabled: true,
  cwd: true,
  routes: true,
  routeFiles: true,
  middleware: true,
  router: true,
  redirectToCanonical: true,
  host: true,
  express: true,
  fastify: true,
  koa: true,
}

/** @throws ConfigurationException for an unknown option or host, or for the application of another host */
export function checkWebServerOptions(options: WebServerSettings & Applications): void {
  checkOptions('createWebServer', options, optionNames)
  const { host = 'express' } = options
  checkHost(host)
  for (const name of ['express', 'fastify', 'koa'] as const) {
    const make = options[name]
    if (make === undefined) continue
    if (name !== host)
      throw new ConfigurationException(
        name,
        `The option "${name}" is for the host ${name}, and the host is ${host}`,
      )
    if (typeof make !== 'function') throw wrongOption(name, 'expected a function that gives an application')
  }
}

function checkHost(host: unknown): void {
  const name = String(host)
  if (Object.hasOwn(hostNames, name)) return
  const names = Object.keys(hostNames)
  const hint = nearestHint(nearestNames(name, names)) ?? `the hosts are ${names.join(', ')}`
  throw new ConfigurationException('host', `There is no host "${name.slice(0, 100)}"; ${hint}`)
}
