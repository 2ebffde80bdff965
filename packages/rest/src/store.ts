export { checkCount, checkDelay } from './lib/check-values.js'
export { fractionDigits, formatDecimal, readDecimal, scaleDecimal } from './lib/entity/decimal.js'
export { defineEntity } from './lib/entity/declare/define-entity.js'
export type {
  EntityDefinition,
  FieldDefinition,
  FieldOptions,
  FieldType,
  KeyDefinition,
  Type,
} from './lib/entity/entity-definition.js'
export { existsException, notFound } from './lib/entity/entity-exceptions.js'
export { entityOf } from './lib/entity/entity-of.js'
export { changedMeanwhile } from './lib/entity/entity-version.js'
export { fromJsonForm, toJsonForm } from './lib/entity/json-form.js'
export { isCountedKey, newKey, renewRowToken } from './lib/entity/key-text.js'
export { recordOf } from './lib/entity/record-of.js'
export { NotImplementedException, ValidationException } from './lib/exceptions/rest-exceptions.js'
export { comparisonsOf, shapeless, typeOf, type Comparison, type Scalar } from './lib/repository/condition.js'
export { namedByLooking, namedConflict } from './lib/repository/conflicting-field.js'
export {
  databaseException,
  databaseProblem,
  isConflict,
  isConnectionLost,
  retried,
} from './lib/repository/database-errors.js'
export { IdempotencyKey, IdempotencyKeys } from './lib/repository/idempotency-keys.js'
export { inOrderOf } from './lib/repository/in-order-of.js'
export {
  sliceAfter,
  type OrderRange,
  boundariesOf,
  sortKeys,
  type Boundary,
  type SortKey,
} from './lib/repository/sort-order.js'
export type {
  CountedSlice,
  Filtered,
  FindOptions,
  IdempotentRequest,
  NumberedSlice,
  PagingAndSortingRepository,
  SaveOptions,
  Scoped,
  Selection,
  SliceSelection,
  VersionOptions,
  TransactionOptions,
} from './lib/repository/paging-and-sorting-repository.js'
export {
  askRelated,
  type RelatedRepositories,
  RelationLoader,
  type FindRelated,
} from './lib/repository/relation-loader.js'
export { conditionBeyond, conditionOf, type RowCondition } from './lib/repository/row-condition.js'
export type { RowQuestion, RowStore, Store, StoredRow } from './lib/store/row-store.js'
export { requestEnd, requestHasEnded, type RequestEnd } from './lib/request-end.js'
