import type { IncomingMessage } from 'node:http'
import { ResponseEntity } from '@mvc-router/router-core/express'
import { RestError } from './rest-error.js'
import { classesOf, type ExceptionType } from './rest-exceptions.js'

/** Answers one type of exception. `undefined` leaves the exception to the next handler. */
export type ExceptionHandlerFunction<Exception extends object = object> = (
  exception: Exception,
  request: IncomingMessage,
) => ResponseEntity | undefined | Promise<ResponseEntity | undefined>

/**
 * The base class of advice: handlers that answer exceptions before the defaults. Mark a method with
 * `@ExceptionHandler(Type)`, or call `handle(Type, handler)`.
 */
export abstract class ResponseEntityExceptionHandler {
  readonly #handlers = new Map<ExceptionType, ExceptionHandlerFunction>()

  /** Registers a handler for a type of exception and its subclasses. */
  handle<Exception extends object>(
    type: ExceptionType<Exception>,
    handler: ExceptionHandlerFunction<Exception>,
  ): void {
    this.#handlers.set(type, (exception, request) =>
      exception instanceof type ? handler.call(this, exception, request) : undefined,
    )
  }

  /** Returns the handler for exactly this type. */
  handlerFor(type: ExceptionType): ExceptionHandlerFunction | undefined {
    return this.#handlers.get(type)
  }

  /** Creates an answer with the default body of errors. */
  protected restError(
    status: number,
    message: string,
    headers: ResponseEntity['headers'] = {},
  ): ResponseEntity<RestError> {
    return new ResponseEntity(new RestError(status, message), { status, headers })
  }
}

/**
 * Marks a method as the handler for a type of exception and its subclasses:
 * `@ExceptionHandler(BookOnLoanException) handleLoan(exception, request) { return new ResponseEntity(...) }`.
 */
export function ExceptionHandler<Exception extends object>(
  type: ExceptionType<Exception>,
): <Advice extends ResponseEntityExceptionHandler>(
  method: HandlerMethod<Advice, Exception>,
  context: ClassMethodDecoratorContext<Advice, HandlerMethod<Advice, Exception>>,
) => void {
  return (_method, context) => {
    context.addInitializer(function register() {
      // Each call looks up the method, because a subclass may override it.
      this.handle(type, (...given) => context.access.get(this).apply(this, given))
    })
  }
}

type HandlerMethod<Advice, Exception extends object> = (
  this: Advice,
  ...parameters: Parameters<ExceptionHandlerFunction<Exception>>
) => ReturnType<ExceptionHandlerFunction<Exception>>

/** Calls the handler with the most specific type. If two advice objects handle the same type, the first wins. */
export async function answerByAdvice(
  advice: readonly ResponseEntityExceptionHandler[],
  exception: unknown,
  request: IncomingMessage,
): Promise<ResponseEntity | undefined> {
  if (typeof exception !== 'object' || exception === null) return undefined
  for (const type of classesOf(exception)) {
    for (const candidate of advice) {
      const answer = await candidate.handlerFor(type)?.(exception, request)
      if (answer !== undefined) return answer
    }
  }
  return undefined
}
