import {
  RouterHandlerMapping,
  RouterModelAttribute,
  methodNotAllowed,
  methodOverride,
} from '@mvc-router/router-core/express'
import express, { type Express } from 'express'
import { fileURLToPath } from 'node:url'
import { errorPage, notFoundPage } from './error-pages.js'
import { CartStore } from './model/cart-store.js'
import { SiteInterceptor } from './site-interceptor.js'
import { installViews } from './views.js'
import { recognizeVisitor } from './visitor.js'

export interface Site {
  readonly app: Express
  readonly mapping: RouterHandlerMapping
}

export interface SiteOptions {
  /** Where routes.conf, views and public stand; default: this example's own folder. */
  readonly folder?: string | undefined
  readonly autoReloadEnabled?: boolean | undefined
  /** Told of what failed; default: the terminal. */
  readonly reportFailure?: ((error: unknown) => void) | undefined
}

const ownFolder = fileURLToPath(new URL('..', import.meta.url))

/** The whole site as an Express application, with its route files loaded. */
export async function createSite({
  folder = ownFolder,
  autoReloadEnabled = false,
  reportFailure = console.error,
}: SiteOptions = {}): Promise<Site> {
  const carts = new CartStore()
  const site = new SiteInterceptor(carts)
  const mapping = new RouterHandlerMapping({
    routeFiles: ['routes.conf'],
    cwd: folder,
    componentScan: new URL('controllers/', import.meta.url),
    instantiate: (Controller) => new (Controller as new (carts: CartStore) => object)(carts),
    interceptors: [site],
    methodOverride: 'post',
    autoReloadEnabled,
  })
  await mapping.load()

  const app = express()
  app.disable('x-powered-by')
  installViews(app, folder, mapping)
  app.use(methodOverride('post'), express.urlencoded({ extended: false }), recognizeVisitor)
  app.use(new RouterModelAttribute({ mapping }).middleware)
  app.use(mapping.middleware)
  app.use(methodNotAllowed(), notFoundPage(site), errorPage(site, reportFailure))
  return { app, mapping }
}
