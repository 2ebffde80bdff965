export {
  CyclicValueException,
  DataIntegrityViolationException,
  EntityExistsException,
  EntityNotFoundException,
  exceptionNames,
  exceptionStatus,
  IllegalArgumentException,
  NotFoundException,
  NotImplementedException,
  ObjectNotFoundException,
  OptimisticLockException,
  RestException,
  ServiceUnavailableException,
  ValidationException,
  type RequestPlace,
  type ValidationIssue,
} from './lib/exceptions/rest-exceptions.js'
export { databaseException } from './lib/repository/database-errors.js'
export { formatDecimal, scaleDecimal } from './lib/entity/decimal.js'
export { generateKey, renewRowToken } from './lib/entity/key-text.js'
export { defineEntity } from './lib/entity/declare/define-entity.js'
export { defineModel } from './lib/entity/declare/define-model.js'
export {
  Entity,
  Field,
  Id,
  Relation,
  Version,
  type EntityOptions,
} from './lib/entity/declare/entity-decorators.js'
export { entityOf } from './lib/entity/entity-of.js'
export type {
  EntityDeclaration,
  EntityOf,
  FieldDeclarations,
  KeyDeclaration,
  KeyOptions,
  ModelDeclaration,
  ModelFieldOptions,
  RelationOptions,
} from './lib/entity/declare/entity-declaration.js'
export type {
  Digits,
  EntityDefinition,
  FieldDefinition,
  FieldOptions,
  FieldType,
  KeyDefinition,
  KeyType,
  ModelDefinition,
  RelationDefinition,
  Type,
} from './lib/entity/entity-definition.js'
export type { TextFormat } from './lib/entity/value-formats.js'
export type { ReadOptions } from './lib/entity/read/read-body.js'
export type { EntityPatch } from './lib/entity/read/read-entity.js'
export type { ViewType } from './lib/entity/view-type.js'
export { createJsonMapper, type JsonMapper } from './lib/view/json-mapper.js'
export { Envelope, JsonView, jsonViews, type JsonViews } from './lib/view/json-view.js'
export { Page } from './lib/view/page.js'
export {
  predefinedModules,
  serializerModule,
  SerializerModules,
  type ModuleSource,
  type SerializerModule,
} from './lib/view/serializer-modules.js'
export type {
  Filtered,
  FindOptions,
  PagingAndSortingRepository,
  CountedSlice,
  NumberedSlice,
  Position,
  Scoped,
  Selection,
  Sort,
  SaveOptions,
  VersionOptions,
} from './lib/repository/paging-and-sorting-repository.js'
export type {
  CollectionContext,
  CreationContext,
  Requirements,
  RestMethod,
  WriteContext,
} from './lib/controller/rest-method.js'
export type { RestController } from './lib/controller/rest-controller.js'
export {
  comparisonsOf,
  type Comparators,
  type Comparison,
  type Condition,
  type Conditions,
  type Operator,
  type Scalar,
} from './lib/repository/condition.js'
export { satisfies } from './lib/repository/satisfies.js'
export { MemoryRepository, type MemoryRepositoryOptions } from './lib/store/memory-repository.js'
export { CrudServiceImpl, type PageRequest } from './lib/service/crud-service-impl.js'
export type { RequestContext } from './lib/service/request-context.js'
export { RepositoryBasedRestController } from './lib/controller/repository-based-rest-controller.js'
export { ServiceBasedRestController } from './lib/controller/service-based-rest-controller.js'
export type { Filters } from './lib/controller/list/filters.js'
export { RequestMapping } from './lib/controller/request-mapping.js'
export {
  createWebServer,
  type WebServer,
  type WebServerOptions,
} from './lib/http/server/create-web-server.js'
export type { WebApplication } from './lib/http/server/hosts/express-server.js'
export type { FastifyApplication } from './lib/http/server/hosts/fastify-server.js'
export type { KoaApplication } from './lib/http/server/hosts/koa-server.js'
export type { WebHost, WebServerSettings } from './lib/http/server/web-server-options.js'
export type { WebServerParts } from './lib/http/server/web-server-parts.js'
export { RestModule } from './lib/http/server/rest-module.js'
export { requestContext } from './lib/http/actions/http-request-context.js'
export type { Profile, RestOptions } from './lib/http/server/rest-options.js'
export type { SecretKey } from './lib/secret-keys.js'
export { corsFilter } from './lib/http/cors/cors-filter.js'
export type { CorsOptions } from './lib/http/cors/cors-options.js'
export type { BodyOptions } from './lib/http/body/body-options.js'
export { type ProblemDetails, type ProblemError, RestError } from './lib/exceptions/rest-error.js'
export type { ErrorLog, FailedRequest } from './lib/exceptions/exception-resolver.js'
export {
  ExceptionHandler,
  ResponseEntityExceptionHandler,
  type ExceptionHandlerFunction,
} from './lib/exceptions/response-entity-exception-handler.js'
export type { ResponseHeaders } from './lib/http/response/response-writer.js'
export {
  ForbiddenException,
  HttpException,
  MessageNotReadableException,
  MethodNotAllowedException,
  NotAcceptableException,
  PayloadTooLargeException,
  PreconditionFailedException,
  PreconditionRequiredException,
  TooManyRequestsException,
  UnauthorizedException,
  UnsupportedMediaTypeException,
} from './lib/exceptions/http-exceptions.js'
export { ClientLog, type ClientLogOptions } from './lib/http/log/client-log.js'
export type { ClientLogLevel, ClientLogRecord } from './lib/http/log/client-log-record.js'
export {
  JsonLogStrategy,
  PinoLogStrategy,
  type LogStrategy,
  type PinoLike,
} from './lib/http/log/log-strategy.js'
export {
  Answers,
  answerTypes,
  type AnswerOptions,
  type AnswerType,
} from './lib/http/openapi/answer-schemas.js'
export type { ApiInfo } from './lib/http/openapi/openapi-document.js'
export { ResponseEntity } from '@mvc-router/router-core/express'
export type { ValidationOptions } from './lib/http/server/validation-part.js'
export type { ConstraintMessages } from './lib/http/validation/constraint-messages.js'
export { StoreRepository } from './lib/store/store-repository.js'
export type { RowQuestion, RowStore, Store, StoredRow } from './lib/store/row-store.js'
export type { RowCondition, StoredValue } from './lib/repository/row-condition.js'
export { IdempotencyKey } from './lib/repository/idempotency-keys.js'
