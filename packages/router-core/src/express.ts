export { mvcRouter } from './lib/hosts/express/mvc-router.js'
export type { MvcRouterOptions } from './lib/hosts/configuration.js'
export type { Routes } from './lib/hosts/load-routes.js'
export { RouterHandlerMapping } from './lib/http/router-handler-mapping.js'
export type { RouterHandlerMappingOptions } from './lib/http/router-handler-mapping-options.js'
export type { ExtendedMapping } from './lib/http/snapshot/extended-mapping.js'
export type {
  AnsweredRequest,
  MappedRequest,
  MappingExtension,
} from './lib/http/extensions/mapping-extension.js'
export type { FollowOptions } from './lib/loading/route-table-source.js'
export type { Controllers, Instantiate } from './lib/controllers/resolve-controllers.js'
export type { AmbientArguments } from './lib/http/snapshot/request-binding.js'
export {
  RouterModelAttribute,
  type RouterModelAttributeOptions,
} from './lib/http/interceptors/router-model-attribute.js'
export { methodNotAllowed } from './lib/http/answers/method-not-allowed.js'
export {
  redirectToCanonical,
  type RedirectToCanonicalOptions,
} from './lib/http/answers/redirect-to-canonical.js'
export { devTools, type DevToolsOptions } from './lib/http/development/dev-tools.js'
export type { MiddlewareMap, NamedMiddleware } from './lib/http/middleware/read-middleware.js'
export { methodOverride } from './lib/http/middleware/method-override.js'
export type {
  ErrorMiddleware,
  HostRequest as ExpressRequest,
  HostResponse as ExpressResponse,
  Middleware,
  NextFunction,
  RoutedRequest,
} from './lib/hosts/host.js'

export type { ActionMetadata, ActionMethod, DeclaredParameter } from './lib/controllers/action-metadata.js'
export { Controller, requestMappingKey, type ControllerClass } from './lib/controllers/controller.js'
export {
  ControllerRegistry,
  type ControllerMap,
  type PublicMethod,
  type RegisteredAction,
} from './lib/controllers/controller-registry.js'

export { Params, type BoundValues } from './lib/http/binding/params.js'
export {
  cookieValue,
  httpRequest,
  httpResponse,
  model,
  pathVariable,
  requestBody,
  requestHeader,
  requestParam,
  type BindingContext,
  type Bound,
  type ParameterBinding,
  type ParameterOptions,
} from './lib/http/binding/parameter-binding.js'
export {
  converters,
  type Converted,
  type Converter,
  type ConverterLike,
  type Converters,
} from './lib/http/binding/converter.js'
export type { SchemaIssue, SchemaResult, StandardSchema } from './lib/http/binding/standard-schema.js'
export { ModelAttribute } from './lib/http/binding/model-attribute-decorator.js'
export { ResponseStatus } from './lib/http/answers/response-status.js'

export { ModelAndView, view } from './lib/http/answers/model-and-view.js'
export { ResponseEntity } from './lib/http/answers/response-entity.js'
export { redirect, Redirect } from './lib/http/answers/redirect.js'

export type { HandlerExecution, HandlerInterceptor } from './lib/http/interceptors/handler-interceptor.js'
export { InterceptorRegistration, InterceptorRegistry } from './lib/http/interceptors/interceptor-registry.js'

export {
  RouterConfigurationSupport,
  type ExpressApplication,
  type RouterConfigurationOptions,
} from './lib/hosts/express/router-configuration-support.js'
export { createApplication, createRouterParts } from './lib/hosts/express/create-application.js'
export type { RouterParts } from './lib/hosts/load-routes.js'
export {
  createServer,
  type ServableApplication,
  type ServerOptions,
  type TlsServerOptions,
} from './lib/hosts/express/create-server.js'

export {
  stopGracefully,
  stopOnSignals,
  type StopOnSignalsOptions,
  type StopOptions,
} from './lib/http/stop-gracefully.js'
