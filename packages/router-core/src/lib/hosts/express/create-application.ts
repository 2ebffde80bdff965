import { InterceptorRegistry } from '../../http/interceptors/interceptor-registry.js'
import { methodNotAllowed } from '../../http/answers/method-not-allowed.js'
import { loadPackage } from '../load-package.js'
import { loadParts, useStatically, type RouterParts } from '../load-routes.js'
import { checkOptions } from '../../check-options.js'
import { ConfigurationException } from '../../exceptions.js'
import { RouterConfigurationSupport, type ExpressApplication } from './router-configuration-support.js'

/**
 * Loads the routes of a configuration for an existing application: `app.use('/shop', ...before, ...routes)`.
 *
 * @throws RouteFileParsingException, ConfigurationException
 */
export async function createRouterParts<Application extends ExpressApplication>(
  configuration: RouterConfigurationSupport<Application>,
): Promise<RouterParts> {
  checkConfiguration(configuration)
  const options = configuration.routerOptions()
  const registry = new InterceptorRegistry()
  configuration.addInterceptors(registry)
  const parts = await loadParts({
    ...options,
    routeFiles: configuration.listRouteFiles(),
    controllers: await configuration.controllers(),
    componentScan: configuration.componentScan() ?? options.componentScan,
    interceptors: registry,
  })
  return { ...parts, routes: [...parts.routes, methodNotAllowed()] }
}

/**
 * Creates an Express application from a configuration. `app.get('routerHandlerMapping')` returns its mapping. Other
 * applications may mount the application at several paths, and each link has the current mount path. The static
 * `Router.reverse` uses the mapping until another application is created or `Router.use` is called.
 *
 * @param options `express`: the application's Express, if `import 'express'` would find another Express
 * @throws RouteFileParsingException, ConfigurationException
 */
export async function createApplication<Application extends ExpressApplication>(
  configuration: RouterConfigurationSupport<Application>,
  options: { readonly express?: () => Application } = {},
): Promise<Application> {
  checkOptions('createApplication', options, { express: true })
  // With the option `express`, the package need not be installed beside this library.
  const express =
    options.express ?? (await loadPackage('express', 'createApplication', () => import('express'))).default
  const application = express() as Application
  const parts = await createRouterParts(configuration)
  useStatically(parts.mapping)
  application.set('routerHandlerMapping', parts.mapping)
  application.use(...parts.before)
  await configuration.configureApplication(application, parts)
  application.use(...parts.routes)
  await configuration.configureErrorHandling(application, parts)
  return application
}

/** Programs in JavaScript may pass any value. */
function checkConfiguration(configuration: unknown): void {
  if (typeof configuration === 'function')
    throw new ConfigurationException(
      'configuration',
      `Expected a configuration, got a class; write new ${configuration.name || 'Configuration'}()`,
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
      'Expected an instance of a class that extends RouterConfigurationSupport',
    )
}
