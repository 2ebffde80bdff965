import { isNativeError } from 'node:util/types'

/**
 * The base class of this package's exceptions. Messages are written for clients. The properties are the same as in the
 * package `http-errors`, so hosts and other copies of this package understand them.
 */
export abstract class RestException extends Error {
  abstract override readonly name: string
  abstract readonly status: number
  /** A stable code for programs, such as `E_NOT_FOUND`. */
  abstract readonly code: string

  get statusCode(): number {
    return this.status
  }

  /** `http-errors` assigns `statusCode` and `expose` to an existing error. */
  set statusCode(value: number) {
    redefine(this, 'statusCode', value)
  }

  /** True if clients may read the message. */
  get expose(): boolean {
    return this.status < 500
  }

  set expose(value: boolean) {
    redefine(this, 'expose', value)
  }
}

function redefine(exception: RestException, name: 'statusCode' | 'expose', value: unknown): void {
  Object.defineProperty(exception, name, { value, configurable: true, enumerable: true, writable: true })
}

/** A wrong part of a request: a path or query parameter, a header, or a value in the body. */
export interface RequestPlace {
  readonly parameter?: string
  readonly header?: string
  /** `address.street`; empty for the whole body. */
  readonly path?: string
  /** The broken rule: `unknown`, `type`, `repeated` and so on. */
  readonly code?: string
}

/** 400: a request parameter, an id or a body is wrong. */
export class IllegalArgumentException extends RestException {
  override readonly name: string = 'IllegalArgumentException'
  readonly status = 400
  readonly code: string = 'E_ILLEGAL_ARGUMENT'
  /** The wrong part of the request, if it is known. Problem details show it. */
  readonly place: RequestPlace | undefined

  constructor(message: string, { place, ...options }: ErrorOptions & { readonly place?: RequestPlace } = {}) {
    super(message, options)
    this.place = place
  }
}

export function wrongParameter(
  parameter: string,
  code: NonNullable<RequestPlace['code']>,
  message: string,
): IllegalArgumentException {
  return new IllegalArgumentException(message, { place: { parameter, code } })
}

/** A validation error of one value. */
export interface ValidationIssue {
  /** `address.street`; empty for the whole body. */
  readonly path: string
  /** The broken rule: `required`, `null`, `type`, `minLength`, `pattern` and so on, or a code of the schema. */
  readonly code?: string
  readonly message: string
}

/** 400: the declaration or the schema of the entity refuses values of the body. */
export class ValidationException extends RestException {
  override readonly name: string = 'ValidationException'
  readonly status = 400
  readonly code: string = 'E_VALIDATION'
  readonly issues: readonly ValidationIssue[]

  constructor(message: string, issues: readonly ValidationIssue[] = [], options?: ErrorOptions) {
    super(message, options)
    this.issues = issues
  }
}

/** 404: the resource does not exist. */
export class NotFoundException extends RestException {
  override readonly name: string = 'NotFoundException'
  readonly status = 404
  readonly code: string = 'E_NOT_FOUND'
}

/** 404: a repository has no entity with this key. */
export class EntityNotFoundException extends RestException {
  override readonly name: string = 'EntityNotFoundException'
  readonly status = 404
  readonly code: string = 'E_ENTITY_NOT_FOUND'
}

/** 404: an object outside of the repositories does not exist. */
export class ObjectNotFoundException extends RestException {
  override readonly name: string = 'ObjectNotFoundException'
  readonly status = 404
  readonly code: string = 'E_OBJECT_NOT_FOUND'
}

/** 501: the application does not offer the operation. */
export class NotImplementedException extends RestException {
  override readonly name: string = 'NotImplementedException'
  readonly status = 501
  readonly code: string = 'E_NOT_IMPLEMENTED'
}

/** 409: a row with the same key or the same unique value exists already. */
export class EntityExistsException extends RestException {
  override readonly name: string = 'EntityExistsException'
  readonly status = 409
  readonly code: string = 'E_ENTITY_EXISTS'
  /** The field with the duplicate value, if it is known. */
  readonly property: string | undefined = undefined
}

/** The message for a conflict in an unknown or hidden field. */
export const existsMessage = 'The same key or unique value exists already'

/** The message for a refused reference. It must not reveal that the row exists for other clients. */
export const referenceMessage = 'A row that this refers to is missing, or another row refers to this'

/** 409: a reference to a row that does not exist, or the deletion of a row with references from other rows. */
export class DataIntegrityViolationException extends RestException {
  override readonly name: string = 'DataIntegrityViolationException'
  readonly status = 409
  readonly code: string = 'E_DATA_INTEGRITY'
  /** The field with the broken reference, if it is known. */
  readonly property: string | undefined = undefined
}

/** 409, or 412 for a request with `If-Match`: another writer has changed the row since it was read. */
export class OptimisticLockException extends RestException {
  override readonly name: string = 'OptimisticLockException'
  readonly status = 409
  readonly code: string = 'E_OPTIMISTIC_LOCK'
}

/** 503: the database is unavailable or busy, or the request took too long. */
export class ServiceUnavailableException extends RestException {
  override readonly name: string = 'ServiceUnavailableException'
  readonly status = 503
  readonly code: string = 'E_SERVICE_UNAVAILABLE'
}

/** Statuses by class name, for exceptions of other libraries. */
const statusByName: ReadonlyMap<string, number> = new Map(
  [
    IllegalArgumentException,
    ValidationException,
    NotFoundException,
    EntityNotFoundException,
    ObjectNotFoundException,
    NotImplementedException,
    EntityExistsException,
    DataIntegrityViolationException,
    OptimisticLockException,
    ServiceUnavailableException,
  ].map((type: new (message: string) => RestException) => {
    const { name, status } = new type('')
    return [name, status]
  }),
)

/**
 * Returns the status of an HTTP error. `status` and `statusCode` must be equal, because a `status` alone may come from
 * another server's answer. For all other errors, the name decides: `name`, the class or an ancestor must have a known
 * name such as `NotFoundException`. `HttpException` and its subclasses are not known by their names.
 */
export function exceptionStatus(error: unknown): number | undefined {
  if (!isError(error)) return undefined
  if ('status' in error && 'statusCode' in error && error.status === error.statusCode) {
    const { status } = error
    if (typeof status === 'number' && Number.isInteger(status) && status >= 400 && status <= 599)
      return status
  }
  for (const name of exceptionNames(error)) {
    const status = statusByName.get(name)
    if (status !== undefined) return status
  }
  return undefined
}

/** Returns the names of an error, the most specific first: its own `name`, its class and the ancestors of the class. */
export function exceptionNames(error: Error): readonly string[] {
  const own = typeof error.name === 'string' ? [error.name] : []
  return Array.from(new Set([...own, ...classesOf(error).map(({ name }) => name)]))
}

/** Returns the classes of an object, the most specific first. */
export function classesOf(object: object): readonly ExceptionType[] {
  const prototype: object | null = Object.getPrototypeOf(object)
  if (prototype === null) return []
  const constructor: unknown = Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value
  const parents = classesOf(prototype)
  return typeof constructor === 'function' ? [constructor as ExceptionType, ...parents] : parents
}

export type ExceptionType<Exception extends object = object> = abstract new (
  ...parameters: never[]
) => Exception

/** True for an error, also from another realm such as a `vm` context. */
export function isError(value: unknown): value is Error {
  return value instanceof Error || isNativeError(value)
}

/**
 * Thrown for a value with too many levels. Usually the value is cyclic: a parent has a child that refers to the parent.
 */
export class CyclicValueException extends Error {
  override readonly name = 'CyclicValueException'
  readonly code = 'E_CYCLE'
  /** The class of the object at which writing stopped. */
  readonly type: string

  constructor(type: string) {
    super(
      `A value cannot be written: it is deeper than 200 levels, where it holds a ${type}. Cut the cycle with a view.`,
    )
    this.type = type
  }
}
