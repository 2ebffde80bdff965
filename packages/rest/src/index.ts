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
  type ValidationIssue,
} from './lib/exceptions.js'
export { defineEntity } from './lib/entity/define-entity.js'
export { Entity, Field, Id, Relation, Version, type EntityOptions } from './lib/entity/entity-decorators.js'
export { entityOf } from './lib/entity/entity-of.js'
export type {
  EntityDeclaration,
  EntityOf,
  FieldDeclarations,
  FieldOptions,
  KeyDeclaration,
  KeyOptions,
  RelationOptions,
} from './lib/entity/entity-declaration.js'
export type {
  EntityDefinition,
  FieldDefinition,
  FieldType,
  KeyDefinition,
  KeyType,
  RelationDefinition,
  Type,
} from './lib/entity/entity-definition.js'
export type { ReadOptions } from './lib/entity/read-body.js'
export type { EntityPatch } from './lib/entity/read-entity.js'
export type { ViewType } from './lib/entity/view-type.js'
export { createJsonMapper, type JsonMapper } from './lib/view/json-mapper.js'
export { Envelope, JsonView, jsonViews, type JsonViews } from './lib/view/json-view.js'
export { Page } from './lib/view/page.js'
export {
  predefinedModules,
  serializerModule,
  SerializerModules,
  type SerializerModule,
} from './lib/view/serializer-modules.js'
export type {
  PagingAndSortingRepository,
  Selection,
  Sort,
} from './lib/repository/paging-and-sorting-repository.js'
export type { RestController, RestMethod, WriteOptions } from './lib/controller/rest-controller.js'
export type { SaveOptions, VersionOptions } from './lib/repository/paging-and-sorting-repository.js'
export { MemoryRepository } from './lib/repository/memory-repository.js'
export { CrudServiceImpl } from './lib/service/crud-service-impl.js'
export type { CrudService, PageRequest } from './lib/service/crud-service.js'
export { RepositoryBasedRestController } from './lib/controller/repository-based-rest-controller.js'
export { ServiceBasedRestController } from './lib/controller/service-based-rest-controller.js'
