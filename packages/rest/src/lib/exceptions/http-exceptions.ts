import { RestException } from './rest-exceptions.js'

/** An exception of the HTTP layer itself; it may carry headers for the answer. Its message is written for clients. */
export abstract class HttpException extends RestException {
  readonly headers: Readonly<Record<string, string>>

  constructor(message: string, headers: Readonly<Record<string, string>> = {}, options?: ErrorOptions) {
    super(message, options)
    this.headers = headers
  }
}

/** A body that is not well-formed, not UTF-8, too deep, or not of the expected shape: 400. */
export class MessageNotReadableException extends HttpException {
  override readonly name = 'MessageNotReadableException'
  readonly status = 400
  readonly code = 'E_BODY'
}

/** Nobody has said who asks, or not in a way that convinces: 401. The answer names the way, by default `Bearer`. */
export class UnauthorizedException extends HttpException {
  override readonly name = 'UnauthorizedException'
  readonly status = 401
  readonly code = 'E_UNAUTHORIZED'

  constructor(message: string, headers: Readonly<Record<string, string>> = {}, options?: ErrorOptions) {
    super(message, { 'WWW-Authenticate': 'Bearer', ...headers }, options)
  }
}

/** The client may not do this, or CORS does not allow its origin or header: 403. */
export class ForbiddenException extends HttpException {
  override readonly name = 'ForbiddenException'
  readonly status = 403
  readonly code = 'E_FORBIDDEN'
}

/** A method that the resource, or the CORS configuration, does not offer: 405. */
export class MethodNotAllowedException extends HttpException {
  override readonly name = 'MethodNotAllowedException'
  readonly status = 405
  readonly code = 'E_METHOD_NOT_ALLOWED'
}

/** No representation that the client accepts: 406. */
export class NotAcceptableException extends HttpException {
  override readonly name = 'NotAcceptableException'
  readonly status = 406
  readonly code = 'E_NOT_ACCEPTABLE'
}

/** `If-Match` named another state than the current one: 412. */
export class PreconditionFailedException extends HttpException {
  override readonly name = 'PreconditionFailedException'
  readonly status = 412
  readonly code = 'E_PRECONDITION_FAILED'
}

/** A body over the limit, before or after decompression: 413. */
export class PayloadTooLargeException extends HttpException {
  override readonly name = 'PayloadTooLargeException'
  readonly status = 413
  readonly code = 'E_BODY_TOO_LARGE'
}

/** A body type, charset or encoding that is not read here: 415. */
export class UnsupportedMediaTypeException extends HttpException {
  override readonly name = 'UnsupportedMediaTypeException'
  readonly status = 415
  readonly code = 'E_MEDIA_TYPE'
}

/** The controller wants `If-Match` on every write and there was none: 428. */
export class PreconditionRequiredException extends HttpException {
  override readonly name = 'PreconditionRequiredException'
  readonly status = 428
  readonly code = 'E_PRECONDITION_REQUIRED'
}

/** The application's limit on client logs said no: 429. */
export class TooManyRequestsException extends HttpException {
  override readonly name = 'TooManyRequestsException'
  readonly status = 429
  readonly code = 'E_TOO_MANY_REQUESTS'
}
