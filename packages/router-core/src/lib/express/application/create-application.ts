import type { ExpressApplication } from './express-application.js'
import { InterceptorRegistry } from '../interceptors/interceptor-registry.js'
import { methodNotAllowed } from '../answers/method-not-allowed.js'
import { methodOverride } from '../method-override.js'
import type { RouterConfigurationSupport } from './router-configuration-support.js'
import { RouterHandlerMapping } from '../router-handler-mapping.js'
import { RouterModelAttribute } from '../interceptors/router-model-attribute.js'
import type { RouterParts } from './router-parts.js'

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
  const parts = await createRouterParts(configuration)
  application.set('routerHandlerMapping', parts.mapping)
  application.use(...parts.before)
  await configuration.configureApplication(application, parts)
  application.use(...parts.routes)
  await configuration.configureErrorHandling(application, parts)
  return application
}

/** Imported only here, so that whoever brings an application needs no second Express. */
async function createWithInstalledExpress<Application>(): Promise<Application> {
  const { default: express } = await import('express')
  return express() as unknown as Application
}
