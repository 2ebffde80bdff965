export { Router, type ReverseRequest } from './lib/router.js'
export type { RouterOptions } from './lib/router-options.js'
export { RouteTable } from './lib/routing/route-table.js'
export type { Route } from './lib/routing/route.js'
export type { RouteFileLocation } from './lib/loading/resource-loader.js'
export type { MatchRequest, MethodOverride, RouteMatch } from './lib/routing/match-request.js'
export { ActionDefinition } from './lib/routing/action-definition.js'
export type {
  ActionName,
  RegisteredActions,
  ReverseParameters,
  ReverseValue,
} from './lib/registered-actions.js'
export type { Reverser, ReverseArguments } from './lib/routing/reverser.js'
export { formTarget, type FormTarget } from './lib/form-target.js'
export type { RequestReverser } from './lib/current-reverser.js'
export { checkAttributeName } from './lib/attribute-name.js'
export { createModelAttribute, type CurrentAction, type ModelAttribute } from './lib/model-attribute.js'
export { escapeHtml, escapesUrlsAsHtml } from './lib/escape-html.js'
export { linkHtml, linkUrl, reverseLink, reverseLinkUnfrozen, type LinkReverser } from './lib/reverse-link.js'
export { templateArguments } from './lib/template-arguments.js'
export { parseActionCall, type ActionCall } from './lib/syntax/action-call.js'
export { parseRouteFile, type RouteFile } from './lib/syntax/route-file.js'
export type {
  IncludeLine,
  ParseRouteFileOptions,
  RouteLine,
  RouteModifiers,
} from './lib/syntax/route-line.js'
export type { RouteTarget } from './lib/syntax/route-target.js'
export type { FindInclude } from './lib/syntax/expand-includes.js'
export type { QueryPredicate } from './lib/syntax/query-predicates.js'
export type { RoutePattern, RoutePatternPart, HostPattern } from './lib/syntax/route-pattern.js'
export type { Constraint } from './lib/syntax/constraint.js'
export {
  ActionNotFoundException,
  BadRequestException,
  ConfigurationException,
  InvalidParameterException,
  NoHandlerFoundException,
  NoRouteFoundException,
  RouteFileParsingException,
  formatProblem,
  type RejectedCandidate,
  type ReverseErrorCode,
  type RouteFileErrorCode,
  type RouteFileProblem,
} from './lib/exceptions.js'
export {
  isModelAttribute,
  mergeArguments,
  templateAction,
  templateReverser,
  type TemplateLinkOptions,
  type TemplateRouter,
} from './lib/template-link.js'
export { locateError, type TemplatePosition } from './lib/template-position.js'
