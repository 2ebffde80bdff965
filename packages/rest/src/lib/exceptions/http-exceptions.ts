import { RestException } from './rest-exceptions.js'

/** An exception of the HTTP layer, with headers for the answer. Its message is written for clients. */
export abstract class HttpException extends RestException {
  readonly headers: Readonly<Record<string, string>>

  constructor(message: string, headers: Readonly<Record<string, string>> = {}, options?: ErrorOptions) {
    super(message, options)
    this.headers = headers
  }
}

/** 400: the body is not well-formed, not UTF-8, nested too deeply, or does not have the expected shape. */
export class MessageNotReadableException extends HttpException {
  override readonly name = 'MessageNotReadableException'
  readonly status = 400
  readonly code = 'E_BODY'
}

/** 401: the client is not authenticated. `WWW-Authenticate` in the answer is `Bearer` by default. */
export class UnauthorizedException extends HttpException {
  override readonly name = 'UnauthorizedException'
  readonly status = 401
  readonly code = 'E_UNAUTHORIZED'

  constructor(message: string, headers: Readonly<Record<string, string>> = {}, options?: ErrorOptions) {
    super(message, { 'WWW-Authenticate': 'Bearer', ...headers }, options)
  }
}

/** 403: the client may not do this, or CORS does not allow its origin or header. */
export class ForbiddenException extends HttpException {
  override readonly name = 'ForbiddenException'
  readonly status = 403
  readonly code = 'E_FORBIDDEN'
}

/** 405: the resource or the CORS options do not allow the method. */
export class MethodNotAllowedException extends HttpException {
  override readonly name = 'MethodNotAllowedException'
  readonly status = 405
  readonly code = 'E_METHOD_NOT_ALLOWED'
}

/** 406: the client accepts none of the formats of the answer. */
export class NotAcceptableException extends HttpException {
  override readonly name = 'NotAcceptableException'
  readonly status = 406
  readonly code = 'E_NOT_ACCEPTABLE'
}

/** 412: a precondition failed, such as an `If-Match` with an old ETag. */
export class PreconditionFailedException extends HttpException {
  override readonly name = 'PreconditionFailedException'
  readonly status = 412
  readonly code = 'E_PRECONDITION_FAILED'
}

/** 413: the body is over the limit, before or after decompression. */
export class PayloadTooLargeException extends HttpException {
  override readonly name = 'PayloadTooLargeException'
  readonly status = 413
  readonly code = 'E_BODY_TOO_LARGE'
}

/** 415: the type, charset or encoding of the body is not supported. */
export class UnsupportedMediaTypeException extends HttpException {
  override readonly name = 'UnsupportedMediaTypeException'
  readonly status = 415
  readonly code = 'E_MEDIA_TYPE'
}

/** 428: the controller requires `If-Match` on every PUT, PATCH and DELETE, and the request has none. */
export class PreconditionRequiredException extends HttpException {
  override readonly name = 'PreconditionRequiredException'
  readonly status = 428
  readonly code = 'E_PRECONDITION_REQUIRED'
}

/** 429: the client has sent too many logs. */
export class TooManyRequestsException extends HttpException {
  override readonly name = 'TooManyRequestsException'
  readonly status = 429
  readonly code = 'E_TOO_MANY_REQUESTS'
}
