import { isNativeError } from 'node:util/types'

/**
 * The base of all exceptions of this package. Their messages are written for clients. They have the properties of
 * errors of the package `http-errors`. Hosts and other copies of this package know these.
 */
export abstract class RestException extends Error {
  abstract override readonly name: string
  abstract readonly status: number
  /** A stable code for programs: `E_` and the name in capitals. */
  abstract readonly code: string

  get statusCode(): number {
    return this.status
  }

  /** Programs assign these properties to errors, as `http-errors` does with an error that it gets. */
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

/** A wrong part of a request: a parameter of its path or query, a header, or a value of its body. */
export interface RequestPlace {
  readonly parameter?: string
  readonly header?: string
  /** `address.street`; empty for the whole body. */
  readonly path?: string
  /** The rule that is broken: `unknown`, `type`, `repeated` and so on. */
  readonly code?: string
}

/** 400: a request parameter, an id or a body is wrong. */
export class IllegalArgumentException extends RestException {
  override readonly name: string = 'IllegalArgumentException'
  readonly status = 400
  readonly code: string = 'E_ILLEGAL_ARGUMENT'
  /** The place that the message is about, if it is known. Problem details show it. */
  readonly place: RequestPlace | undefined

  constructor(message: string, { place, ...options }: ErrorOptions & { readonly place?: RequestPlace } = {}) {
    super(message, options)
    this.place = place
  }
}

/** Creates the exception for a parameter that breaks a rule. */
export function wrongParameter(
  parameter: string,
  code: NonNullable<RequestPlace['code']>,
  message: string,
): IllegalArgumentException {
  return new IllegalArgumentException(message, { place: { parameter, code } })
}

/** An error of a validation in one value. */
export interface ValidationIssue {
  /** `address.street`; empty for the whole body. */
  readonly path: string
  /** The rule that is broken: `required`, `null`, `type`, `minLength`, `pattern` and so on, or the schema's own. */
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

/** 404: an object of another store does not exist. */
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
  /** The field whose value another row has, if it is known. */
  readonly property: string | undefined = undefined
}

/** The message for a conflict about a field that is unknown or hidden. */
export const existsMessage = 'The same key or unique value exists already'

/** The message for a refused reference. It does not reveal if the row exists for other clients. */
export const referenceMessage = 'A row that this refers to is missing, or another row refers to this'

/** 409: a reference to a row that does not exist, or the deletion of a row with references from other rows. */
export class DataIntegrityViolationException extends RestException {
  override readonly name: string = 'DataIntegrityViolationException'
  readonly status = 409
  readonly code: string = 'E_DATA_INTEGRITY'
  /** The field that refers to no row, if it is known. */
  readonly property: string | undefined = undefined
}

/** 409, or 412 for a request with `If-Match`: another writer has changed the row since it was read. */
export class OptimisticLockException extends RestException {
  override readonly name: string = 'OptimisticLockException'
  readonly status = 409
  readonly code: string = 'E_OPTIMISTIC_LOCK'
}

/** 503: the database cannot be used at the moment. */
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
 * Returns the HTTP status of an error that was made for HTTP. Such an error has the same `status` and `statusCode`, or
 * it or an ancestor has the name of an exception of the package. A `status` alone may come from the answer of another
 * server.
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

/** A class of exceptions. */
export type ExceptionType<Exception extends object = object> = abstract new (
  ...parameters: never[]
) => Exception

/** True for an error of this realm or another, such as a `vm` context. */
export function isError(value: unknown): value is Error {
  return value instanceof Error || isNativeError(value)
}

/**
 * Thrown for a value with too many levels. Usually, the value contains itself: a parent has a child that refers to the
 * parent.
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
