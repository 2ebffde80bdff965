import type { ExpressApplication } from './express-application.js'
import type { Middleware } from './express-request.js'
import { InterceptorRegistry } from './interceptor-registry.js'
import { methodNotAllowed } from './method-not-allowed.js'
import { methodOverride } from './method-override.js'
import type { RouterConfigurationSupport } from './router-configuration-support.js'
import { RouterHandlerMapping } from './router-handler-mapping.js'
import { RouterModelAttribute } from './router-model-attribute.js'

/** What a configuration makes, for an application that exists already. */
export interface RouterParts {
  readonly mapping: RouterHandlerMapping
  readonly modelAttribute: RouterModelAttribute
  /** Goes first: the method override, when it is configured, and the model attribute. */
  readonly before: readonly Middleware[]
  /** The mapping, and 405 for what it has under other methods only. */
  readonly routes: readonly Middleware[]
}

/**
 * Loads what the configuration names, and gives the middleware: `app.use('/shop', ...before, ...routes)`.
 *
 * @throws RouteFileParsingException, ConfigurationException
 */
export async function createRouterParts<Application extends ExpressApplication>(
  configuration: RouterConfigurationSupport<Application>,
): Promise<RouterParts> {
  const { attributeName, ...options } = configuration.routerOptions()
  const { methodOverride: override = false } = options
  const registry = new InterceptorRegistry()
  configuration.addInterceptors(registry)
  const mapping = new RouterHandlerMapping({
    ...options,
    routeFiles: configuration.listRouteFiles(),
    controllers: await configuration.controllers(),
    interceptors: registry,
  })
  await mapping.load()
  const modelAttribute = new RouterModelAttribute({ mapping, attributeName })
  return {
    mapping,
    modelAttribute,
    before: [...(override === false ? [] : [methodOverride(override)]), modelAttribute.middleware],
    routes: [mapping.middleware, methodNotAllowed()],
  }
}

/**
 * A whole Express application from a configuration. Links know where it is mounted: it may stand inside of others, at
 * several places. `app.get('routerHandlerMapping')` is its mapping.
 *
 * @param options `express`: the application's Express, where it is not the one that `import 'express'` finds
 * @throws RouteFileParsingException, ConfigurationException
 */
export async function createApplication<Application extends ExpressApplication>(
  configuration: RouterConfigurationSupport<Application>,
  { express }: { readonly express?: () => Application } = {},
): Promise<Application> {
  const application = express === undefined ? await createWithInstalledExpress<Application>() : express()
  const { mapping, before, routes } = await createRouterParts(configuration)
  application.set('routerHandlerMapping', mapping)
  application.use(...before)
  await configuration.configureApplication(application)
  application.use(...routes)
  await configuration.configureErrorHandling(application)
  return application
}

/** Imported only here, so that whoever brings an application needs no second Express. */
async function createWithInstalledExpress<Application>(): Promise<Application> {
  const { default: express } = await import('express')
  return express() as unknown as Application
}
