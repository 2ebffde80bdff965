import type { ExpressApplication } from './express-application.js'
import { InterceptorRegistry } from '../interceptors/interceptor-registry.js'
import { methodNotAllowed } from '../answers/method-not-allowed.js'
import { methodOverride } from '../middleware/method-override.js'
import { setApplicationRouter } from '../../application-router.js'
import { ConfigurationException } from '../../exceptions.js'
import type { Reverser } from '../../reversing/reverser.js'
import { currentReverser } from '../../templates/current-reverser.js'
import type { TemplateRouter } from '../../templates/reverse-link.js'
import { RouterConfigurationSupport } from './router-configuration-support.js'
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
  checkConfiguration(configuration)
  const { attributeName, defaults, ...options } = configuration.routerOptions()
  const { methodOverride: override = false } = options
  const registry = new InterceptorRegistry()
  configuration.addInterceptors(registry)
  const mapping = new RouterHandlerMapping({
    ...options,
    routeFiles: configuration.listRouteFiles(),
    controllers: await configuration.controllers(),
    componentScan: configuration.componentScan() ?? options.componentScan,
    interceptors: registry,
  })
  await mapping.load()
  const modelAttribute = new RouterModelAttribute({ mapping, attributeName, defaults })
  return {
    mapping,
    modelAttribute,
    before: [modelAttribute.middleware, ...(override === false ? [] : [methodOverride(override)])],
    routes: [mapping.middleware, methodNotAllowed()],
  }
}

/**
 * A whole Express application from a configuration. Links know where it is mounted: it may stand inside of others, at
 * several places. `app.get('routerHandlerMapping')` is its mapping, and the one behind the static `Router.reverse`, until
 * another application is created or `Router.use` names another one.
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
  useStatically(parts.mapping)
  application.set('routerHandlerMapping', parts.mapping)
  application.use(...parts.before)
  await configuration.configureApplication(application, parts)
  application.use(...parts.routes)
  await configuration.configureErrorHandling(application, parts)
  return application
}

/** Code in JavaScript hands over anything. */
function checkConfiguration(configuration: unknown): void {
  if (typeof configuration === 'function')
    throw new ConfigurationException(
      'configuration',
      `createApplication: expected a configuration, got a class; write new ${configuration.name || 'Configuration'}()`,
    )
  const { listRouteFiles } = Object(configuration) as { listRouteFiles?: unknown }
  if (typeof listRouteFiles !== 'function')
    throw new ConfigurationException(
      'listRouteFiles',
      "The configuration names no route files: add the method listRouteFiles() { return ['routes.conf'] }",
    )
  if (!(configuration instanceof RouterConfigurationSupport))
    throw new ConfigurationException(
      'configuration',
      'createApplication: expected an instance of a class that extends RouterConfigurationSupport',
    )
}

/** Within a request, `Router.reverse` is that of the request's own application, whichever was created last. */
function useStatically(mapping: RouterHandlerMapping): void {
  const application: TemplateRouter & Reverser = {
    get current() {
      return currentReverser() ?? mapping.router
    },
    reverse: (action, args) => (currentReverser() ?? mapping.router).reverse(action, args),
  }
  setApplicationRouter(application)
}

/** Imported only here, so that whoever brings an application needs no second Express. */
async function createWithInstalledExpress<Application>(): Promise<Application> {
  const { default: express } = await import('express')
  return express() as unknown as Application
}
