import {
  RouterConfigurationSupport,
  devTools,
  type InterceptorRegistry,
  type RouterConfigurationOptions,
  type RouterParts,
} from '@mvc-router/router-core/express'
import express, { type Express } from 'express'
import { fileURLToPath } from 'node:url'
import { ErrorPages } from './error-pages.js'
import { CartStore } from './model/cart-store.js'
import { SiteInterceptor } from './site-interceptor.js'
import { installViews } from './views.js'
import { recognizeVisitor } from './visitor.js'

export interface SiteOptions {
  /** The folder of routes.conf, views and public; default: this example's own folder. */
  readonly folder?: string | undefined
  readonly autoReloadEnabled?: boolean | undefined
  /** Shows developers the routes, and why a page fails; never in production. Default: true. */
  readonly hasDevelopmentPages?: boolean | undefined
  /** Called with what failed; default: the terminal. */
  readonly reportFailure?: ((error: unknown) => void) | undefined
}

const ownFolder = fileURLToPath(new URL('..', import.meta.url))

/** The bookshop: what it is made of, in the order in which a request meets it. */
export class SiteConfiguration extends RouterConfigurationSupport<Express> {
  readonly #folder: string
  readonly #autoReloadEnabled: boolean
  readonly #hasDevelopmentPages: boolean
  readonly #carts = new CartStore()
  readonly #interceptor = new SiteInterceptor(this.#carts)
  readonly #errorPages: ErrorPages

  constructor({
    folder = ownFolder,
    autoReloadEnabled = false,
    hasDevelopmentPages = true,
    reportFailure = console.error,
  }: SiteOptions = {}) {
    super()
    this.#folder = folder
    this.#autoReloadEnabled = autoReloadEnabled
    this.#hasDevelopmentPages = hasDevelopmentPages
    this.#errorPages = new ErrorPages(this.#interceptor, reportFailure)
  }

  override configureApplication(app: Express, { mapping }: RouterParts): void {
    app.disable('x-powered-by')
    if (this.#hasDevelopmentPages) app.use(devTools({ mapping })) // /__routes, and why a page fails
    installViews(app, this.#folder)
    app.use(recognizeVisitor, express.urlencoded({ extended: false }))
  }

  override listRouteFiles(): string[] {
    return ['routes.conf']
  }

  override routerOptions(): RouterConfigurationOptions {
    return {
      cwd: this.#folder,
      componentScan: new URL('controllers/', import.meta.url),
      instantiate: (Controller) => new (Controller as new (carts: CartStore) => object)(this.#carts),
      methodOverride: 'post', // so that forms can send DELETE
      autoReloadEnabled: this.#autoReloadEnabled,
    }
  }

  override addInterceptors(registry: InterceptorRegistry): void {
    registry.addInterceptor(this.#interceptor)
  }

  override configureErrorHandling(app: Express): void {
    app.use(this.#errorPages.notFound, this.#errorPages.failure)
  }
}
