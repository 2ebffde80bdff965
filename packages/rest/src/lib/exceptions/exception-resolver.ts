import type { IncomingMessage } from 'node:http'
import { ResponseEntity } from '@mvc-router/router-core/express'
import { crypto, printable } from '@mvc-router/router-core/tools'
import { exceptionStatus, isError, OptimisticLockException, RestException } from './rest-exceptions.js'
import { HttpException, PreconditionFailedException } from './http-exceptions.js'
import { problemErrors } from './problem-errors.js'
import { reasonPhrase, RestError } from './rest-error.js'
import { answerByAdvice, type ResponseEntityExceptionHandler } from './response-entity-exception-handler.js'

/** A request whose error is logged. */
export interface FailedRequest {
  /** The id that is also in the message and the `X-Request-Id` header of the answer. */
  readonly requestId: string
  readonly method: string
  /** The path of the URL, without the query, which may hold secrets. */
  readonly path: string
}

/** A database that is down usually comes back soon. */
const retryAfterSeconds = '1'

/** Logs errors with a status of 500 and above. The answer does not wait for the log. */
export type ErrorLog = (error: unknown, request: FailedRequest) => unknown

/**
 * Turns a thrown value into an answer, and never rejects. Advice comes first, then the status of an HTTP error. Any
 * other value becomes 500. The answer shows a message only below 500, and only of exceptions of REST and the router,
 * and of HTTP errors with `expose: true`.
 */
export class ExceptionResolver {
  readonly #advice: readonly ResponseEntityExceptionHandler[]
  readonly #log: ErrorLog

  constructor(advice: readonly ResponseEntityExceptionHandler[], log: ErrorLog = logToConsole) {
    this.#advice = advice
    this.#log = log
  }

  async resolve(thrown: unknown, request: IncomingMessage): Promise<ResponseEntity> {
    let error = thrown
    try {
      error = withPrecondition(thrown, request)
      const answer = await answerByAdvice(this.#advice, error, request)
      if (answer !== undefined) return checkAnswer(answer, error)
    } catch (adviceError) {
      return this.#resolveFailure(500, adviceError, request)
    }
    try {
      if (!isError(error)) return this.#resolveFailure(500, error, request)
      const status = exceptionStatus(error) ?? 500
      if (status >= 500) return this.#resolveFailure(status, error, request)
      const body = new RestError(status, messageOf(error, status), { errors: problemErrors(error) })
      return new ResponseEntity(body, {
        status,
        headers: error instanceof HttpException ? error.headers : {},
      })
    } catch (oddError) {
      // Even reading the thrown value may throw.
      return this.#resolveFailure(500, oddError, request)
    }
  }

  #resolveFailure(status: number, error: unknown, request: IncomingMessage): ResponseEntity<RestError> {
    const requestId = crypto().randomUUID()
    void this.#logFailure(error, { requestId, method: request.method ?? '', path: pathOf(request) })
    return new ResponseEntity(new RestError(status, `${reasonPhrase(status)}; request id ${requestId}`), {
      status,
      headers: { 'X-Request-Id': requestId, ...(status === 503 && { 'Retry-After': retryAfterSeconds }) },
    })
  }

  /** A failing log must not prevent the answer or end the process. */
  async #logFailure(error: unknown, request: FailedRequest): Promise<void> {
    try {
      await this.#log(error, request)
    } catch {}
  }
}

/** If a row changes after the check of `If-Match`, the request is answered with 412. */
function withPrecondition(error: unknown, { headers }: IncomingMessage): unknown {
  if (headers['if-match'] === undefined || !(error instanceof OptimisticLockException)) return error
  return new PreconditionFailedException('The resource was changed at the same time', {}, { cause: error })
}

/** @throws TypeError if advice does not return a `ResponseEntity` */
function checkAnswer(answer: unknown, cause: unknown): ResponseEntity {
  if (answer instanceof ResponseEntity) return answer
  throw new TypeError('The answer of an exception handler: expected a ResponseEntity', { cause })
}

/** Returns the path from the client. Express changes `url`, but not `originalUrl`. */
function pathOf({
  url = '',
  originalUrl = url,
}: IncomingMessage & { readonly originalUrl?: string }): string {
  return originalUrl.split('?', 1)[0] ?? ''
}

/** Returns the message if it was written for clients, and otherwise the reason phrase. */
function messageOf(error: Error, status: number): string {
  const isOurs = error instanceof RestException || routerExceptions.has(error.name)
  const isExposed = 'expose' in error && error.expose === true && !('type' in error)
  return (isOurs || isExposed) && typeof error.message === 'string' && error.message !== ''
    ? error.message
    : reasonPhrase(status)
}

const routerExceptions: ReadonlySet<string> = new Set([
  'BadRequestException',
  'InvalidParameterException',
  'NoRouteFoundException',
])

function logToConsole(error: unknown, { requestId, method, path }: FailedRequest): void {
  console.error(`${printable(method)} ${printable(path)} failed; request id ${requestId}`, error)
}
