export { Router } from './lib/router.js'
export type { ReverseRequest } from './lib/request-links.js'
export type { RouterOptions } from './lib/router-options.js'
export { defineConfig, type Configuration } from './lib/hosts/configuration.js'
export { RouteTable } from './lib/table/route-table.js'
export type { Route } from './lib/routes/route.js'
export type { RegisteredMiddleware } from './lib/http/middleware/read-middleware.js'
export type { RouteFileLocation } from './lib/loading/resolve-locations.js'
export type { MatchRequest, MethodOverride, RouteMatch } from './lib/matching/match-request.js'
export { ActionDefinition } from './lib/reversing/action-definition.js'
export type {
  ActionName,
  ActionParams,
  RegisteredActionParams,
  RegisteredActions,
  RegisteredQueries,
  RegisteredSettings,
  RegisteredSignedActions,
  QueryParameters,
  SignedActionName,
  SignedMessage,
  SignedParameters,
  ReverseParameters,
  ReverseValue,
} from './lib/reversing/registered-actions.js'
export type { SigningOptions } from './lib/reversing/reverse-signed.js'
export type { Reverser, ReverseArguments } from './lib/reversing/reverser.js'
export type { ModelAttribute } from './lib/templates/model-attribute.js'
export { parseRouteFile, type RouteFile } from './lib/syntax/route-file.js'
export type { IncludeLine, ParseRouteFileOptions, RouteLine } from './lib/syntax/route-line.js'
export type { RouteModifiers } from './lib/syntax/modifiers.js'
export type { RouteTarget } from './lib/syntax/route-target.js'
export type { FindInclude } from './lib/syntax/expand-includes.js'
export type { QueryPredicate } from './lib/syntax/query-predicates.js'
export type { RoutePattern, RoutePatternPart, HostPattern } from './lib/syntax/pattern/route-pattern.js'
export type { Constraint } from './lib/syntax/pattern/constraint.js'
export {
  ActionNotFoundException,
  BadRequestException,
  ConfigurationException,
  InvalidParameterException,
  NoHandlerFoundException,
  NoRouteFoundException,
  RouteFileParsingException,
  SignatureException,
  formatProblem,
  type RejectedCandidate,
  type ReverseErrorCode,
  type RouteFileErrorCode,
  type RouteFileProblem,
} from './lib/exceptions.js'
