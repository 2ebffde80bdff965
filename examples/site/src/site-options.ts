import {
  devTools,
  methodNotAllowed,
  type Middleware,
  type RouterHandlerMapping,
} from '@mvc-router/router-core/express'
import type { HostRouterOptions } from '@mvc-router/router-core/node'
import bodyParser from 'body-parser'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { ErrorPages } from './error-pages.js'
import { CartStore } from './model/cart-store.js'
import { SiteInterceptor } from './site-interceptor.js'
import { createViews, type Views } from './views.js'
import { recognizeVisitor } from './visitor.js'

export interface SiteOptions {
  /** The folder of routes.conf, views and public. Default: this example's own folder. */
  readonly folder?: string | undefined
  readonly autoReloadEnabled?: boolean | undefined
  /** Shows developers the routes, and the reason why a page fails. Never in production. Default: true. */
  readonly hasDevelopmentPages?: boolean | undefined
  /** Called with each failure. Default: prints it in the terminal. */
  readonly reportFailure?: ((error: unknown) => void) | undefined
}

/** The bookshop for `mvcRouter` of any host. On Express, the views are engines of the application. */
export interface Site {
  readonly options: HostRouterOptions
  readonly views: Views
}

/** Each process has a new key, because orders are in memory and are lost with their process. */
const signingKey = randomBytes(32).toString('base64url')

const ownFolder = fileURLToPath(new URL('..', import.meta.url))

/** The parts of the bookshop, in the order in which a request meets them. */
export function describeSite({
  folder = ownFolder,
  autoReloadEnabled = false,
  hasDevelopmentPages = true,
  reportFailure = console.error,
}: SiteOptions = {}): Site {
  const carts = new CartStore()
  const interceptor = new SiteInterceptor(carts)
  const errorPages = new ErrorPages(interceptor, reportFailure)
  const options: HostRouterOptions = {
    before: (mapping: RouterHandlerMapping) => [
      ...(hasDevelopmentPages ? [devTools({ mapping })] : []), // /__routes, and why a page fails
      recognizeVisitor,
      bodyParser.urlencoded({ extended: false }) as Middleware,
    ],
    cwd: folder,
    routeFiles: 'routes.conf',
    componentScan: new URL('controllers/', import.meta.url),
    instantiate: (Controller) => new (Controller as new (carts: CartStore) => object)(carts),
    interceptors: [interceptor],
    signingKeys: [signingKey],
    methodOverride: 'post', // so that forms can send DELETE
    autoReloadEnabled,
    after: [methodNotAllowed(), errorPages.notFound],
    errorHandler: errorPages.failure,
  }
  return { options, views: createViews(folder) }
}
