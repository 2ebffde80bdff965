export { RouterHandlerMapping } from './lib/express/router-handler-mapping.js'
export type { RouterHandlerMappingOptions } from './lib/express/router-handler-mapping-options.js'
export type { ExtendedMapping } from './lib/express/snapshot/extended-mapping.js'
export type {
  AnsweredRequest,
  MappedRequest,
  MappingExtension,
} from './lib/express/extensions/mapping-extension.js'
export type { FollowOptions } from './lib/loading/route-table-source.js'
export type { Controllers, Instantiate } from './lib/controllers/resolve-controllers.js'
export type { AmbientArguments } from './lib/express/snapshot/bound-reverser.js'
export {
  RouterModelAttribute,
  type RouterModelAttributeOptions,
} from './lib/express/interceptors/router-model-attribute.js'
export { methodNotAllowed } from './lib/express/answers/method-not-allowed.js'
export {
  redirectToCanonical,
  type RedirectToCanonicalOptions,
} from './lib/express/answers/redirect-to-canonical.js'
export {
  developmentErrorPage,
  type DevelopmentErrorPageOptions,
  type ErrorMiddleware,
} from './lib/express/development/development-error-page.js'
export { devTools, type DevToolsOptions } from './lib/express/development/dev-tools.js'
export type { MiddlewareMap, NamedMiddleware } from './lib/express/middleware/named-middleware.js'
export { methodOverride } from './lib/express/middleware/method-override.js'
export type {
  ExpressRequest,
  ExpressResponse,
  Middleware,
  NextFunction,
  RoutedRequest,
} from './lib/express/request/express-request.js'

export type { ActionMetadata, ActionMethod, DeclaredParameter } from './lib/controllers/action-metadata.js'
export { Controller, requestMappingKey, type ControllerClass } from './lib/controllers/controller.js'
export {
  ControllerRegistry,
  type ControllerMap,
  type PublicMethod,
  type RegisteredAction,
} from './lib/controllers/controller-registry.js'

export { Params, type BoundValues } from './lib/express/binding/params.js'
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
} from './lib/express/binding/parameter-binding.js'
export {
  converters,
  type Converted,
  type Converter,
  type ConverterLike,
  type Converters,
} from './lib/express/binding/converter.js'
export type { SchemaIssue, SchemaResult, StandardSchema } from './lib/express/binding/standard-schema.js'
export { ModelAttribute } from './lib/express/binding/model-attribute-decorator.js'
export { ResponseStatus } from './lib/express/answers/response-status.js'

export { ModelAndView, view } from './lib/express/answers/model-and-view.js'
export { ResponseEntity } from './lib/express/answers/response-entity.js'
export { redirect, Redirect } from './lib/express/answers/redirect.js'

export type { HandlerExecution, HandlerInterceptor } from './lib/express/interceptors/handler-interceptor.js'
export {
  InterceptorRegistration,
  InterceptorRegistry,
} from './lib/express/interceptors/interceptor-registry.js'

export {
  RouterConfigurationSupport,
  type RouterConfigurationOptions,
} from './lib/express/application/router-configuration-support.js'
export { createApplication, createRouterParts } from './lib/express/application/create-application.js'
export type { RouterParts } from './lib/express/application/router-parts.js'
export type { ExpressApplication } from './lib/express/application/express-application.js'
export {
  createServer,
  type ServableApplication,
  type ServerOptions,
  type TlsServerOptions,
} from './lib/express/application/create-server.js'

export {
  stopGracefully,
  stopOnSignals,
  type StopOnSignalsOptions,
  type StopOptions,
} from './lib/express/application/stop-gracefully.js'
