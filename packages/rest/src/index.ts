export {
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
export type {
  EntityDefinition,
  FieldDefinition,
  FieldType,
  KeyDefinition,
  KeyType,
  Type,
} from './lib/entity/entity-definition.js'
export type { ViewType } from './lib/view/json-view.js'
export type { EntityPatch, JsonMapper } from './lib/view/json-mapper.js'
export { Page } from './lib/repository/page.js'
export type {
  PagingAndSortingRepository,
  Selection,
  Sort,
} from './lib/repository/paging-and-sorting-repository.js'
export type { RestController, RestMethod, WriteOptions } from './lib/controller/rest-controller.js'
