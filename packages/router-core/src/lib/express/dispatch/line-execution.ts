import type { RegisteredAction } from '../../controllers/controller-registry.js'
import { ActionNotFoundException } from '../../exceptions.js'
import type { RouteMatch } from '../../matching/match-request.js'
import { answerTarget } from '../answers/answer-target.js'
import type { BoundReverser } from '../snapshot/bound-reverser.js'
import type { ExpressRequest, ExpressResponse } from '../request/express-request.js'
import type { HandlerExecution, HandlerInterceptor } from '../interceptors/handler-interceptor.js'
import { invokeAction } from '../binding/invoke-action.js'
import { isPromise } from '../../is-promise.js'
import { mayAnswer } from '../answers/may-answer.js'
import type { ExtendedMapping } from '../snapshot/extended-mapping.js'
import type { AnsweredRequest, MappedRequest } from '../extensions/mapping-extension.js'
import type { MappingExtensions } from '../extensions/mapping-extensions.js'
import { ModelAndView } from '../answers/model-and-view.js'
import type { BindingContext } from '../binding/parameter-binding.js'
import { isExpressError, toError } from '../request/express-error.js'
import type { Handler } from '../snapshot/handlers.js'
import { bodyOf, withBody } from '../answers/response-entity.js'
import { runMiddleware } from '../middleware/run-middleware.js'
import { isValue, writeResult, type ResultContext } from '../answers/write-result.js'

/** The request that comes to a line, and where it goes from there. */
export interface DispatchedRequest {
  readonly request: ExpressRequest
  readonly response: ExpressResponse
  readonly mapping: ExtendedMapping
  readonly extensions: MappingExtensions
  /** Tells the developer what no client may be told. */
  readonly warn: (problem: unknown) => void
  /** Bound to the request, and to its current line. */
  reverserFor(match: RouteMatch): BoundReverser
  /** Runs `step` with the request's Reverser as the current one. */
  inContext(step: () => void): void
  /** Tells `listener` once the answer is sent or the client is gone. The last to come is the first to be told. */
  whenCompleted(listener: () => void): void
  /**
   * The line has passed the request on, or failed.
   *
   * @param reason what `next` was called with
   */
  passOn(from: MappedRequest & { readonly match: RouteMatch }, reason: unknown): void
}

/** One request at one line: from the matched route to the answer, or until the line passes it on. */
export class LineExecution implements HandlerExecution, BindingContext, ResultContext, MappedRequest {
  readonly request: ExpressRequest
  readonly response: ExpressResponse
  readonly match: RouteMatch
  readonly #dispatch: DispatchedRequest
  readonly #handler: Handler
  /** Where the handler is an action. */
  readonly registered: RegisteredAction | undefined
  #model: Record<string, unknown> | undefined
  #postHandlers: readonly HandlerInterceptor[] = []
  #error: unknown
  /** The action called `next`, which waits for the action to return. */
  #held: { readonly reason: unknown } | undefined
  #isRunning = false
  #isPassedOn = false

  constructor(
    dispatch: DispatchedRequest,
    match: RouteMatch,
    handler: Handler,
    registered: RegisteredAction | undefined,
  ) {
    this.#dispatch = dispatch
    this.match = match
    this.#handler = handler
    this.registered = registered
    this.request = dispatch.request
    this.response = dispatch.response
  }

  get mapping(): ExtendedMapping {
    return this.#dispatch.mapping
  }

  get args(): Readonly<Record<string, string>> {
    return this.match.args
  }

  get model(): Record<string, unknown> {
    return (this.#model ??= {})
  }

  get reverser(): BoundReverser {
    return this.#dispatch.reverserFor(this.match)
  }

  get action(): string {
    return this.registered?.action ?? this.match.action
  }

  get controller(): object | undefined {
    return this.registered?.controller
  }

  get method(): RegisteredAction['method'] | undefined {
    return this.registered?.method
  }

  /** Middleware first, then interceptors, then what the route leads to. */
  start(interceptors: readonly HandlerInterceptor[]): void {
    const { middleware } = this.#handler
    if (middleware.length === 0) this.#enter(interceptors)
    else this.#runMiddleware(middleware, interceptors)
  }

  // A closure costs each call of the function around it. What few requests need has a method of its own.
  #runMiddleware(middleware: Handler['middleware'], interceptors: readonly HandlerInterceptor[]): void {
    const done = (reason?: unknown): void => {
      if (reason === undefined) this.#dispatch.inContext(() => this.#enter(interceptors))
      else this.#passOn(reason)
    }
    runMiddleware(middleware, this.request, this.response, done, this.#dispatch.warn)
  }

  #enter(interceptors: readonly HandlerInterceptor[]): void {
    if (interceptors.length === 0) this.#run()
    else this.#intercept(interceptors, 0)
  }

  #intercept(interceptors: readonly HandlerInterceptor[], index: number): void {
    const interceptor = interceptors[index]
    if (interceptor === undefined) {
      this.#run()
      return
    }
    const enter = (proceeds: boolean | void): void => {
      if (proceeds === false || this.response.writableEnded) return
      if (interceptor.afterCompletion !== undefined)
        this.#dispatch.whenCompleted(() => this.#tellCompletion(interceptor))
      if (interceptor.postHandle !== undefined) this.#postHandlers = [interceptor, ...this.#postHandlers]
      const proceed = once(() => this.#intercept(interceptors, index + 1))
      if (interceptor.aroundHandle === undefined) proceed()
      else interceptor.aroundHandle(this.request, this.response, this, proceed)
    }
    this.#settle(() => interceptor.preHandle?.(this.request, this.response, this), enter)
  }

  #tellCompletion(interceptor: HandlerInterceptor): void {
    const complete = async (): Promise<void> =>
      interceptor.afterCompletion?.(this.request, this.response, this, this.#error)
    complete().catch(this.#dispatch.warn)
  }

  #run(): void {
    const handler = this.#handler
    if (handler.type === 'action' || handler.type === 'dynamicAction') this.#runAction()
    else this.#answerTarget(handler)
  }

  #answerTarget(handler: Parameters<typeof answerTarget>[1]): void {
    this.#attempt(() => answerTarget(this, handler, (reason) => this.#passOn(reason)))
  }

  #runAction(): void {
    const registered = this.registered
    if (registered === undefined) {
      const { action } = this.match
      this.#fail(new ActionNotFoundException(`No controller has the action "${action}"`, action))
      return
    }
    const { responseStatus } = registered.metadata
    if (responseStatus !== undefined) this.response.statusCode = responseStatus
    if (registered.modelAttributes.length === 0) this.#invoke(registered)
    else this.#invokeWithModel(registered)
  }

  #invokeWithModel(registered: RegisteredAction): void {
    this.#settle(
      () => this.#addModelAttributes(registered.modelAttributes),
      () => this.#invoke(registered),
    )
  }

  async #addModelAttributes(attributes: readonly RegisteredAction[]): Promise<void> {
    for (const attribute of attributes) {
      const { modelAttribute = '' } = attribute.metadata
      const value = await invokeAction(attribute, this, noNext)
      if (value !== undefined) this.model[modelAttribute] = value
    }
    // An action that renders for itself, as Express handlers do, finds them there.
    Object.assign(this.response.locals, this.model)
  }

  #invoke(registered: RegisteredAction): void {
    this.#isRunning = true
    let result: unknown
    try {
      result = invokeAction(registered, this, (reason) => this.#hold(reason))
    } catch (error) {
      this.#isRunning = false
      this.#fail(error)
      return
    }
    this.#isRunning = false
    if (this.#held !== undefined) this.#passOn(this.#held.reason)
    if (isPromise(result)) this.#await(registered, result)
    else this.#complete(registered, result)
  }

  #await(registered: RegisteredAction, result: PromiseLike<unknown>): void {
    result.then(
      (value) => this.#complete(registered, value),
      (error: unknown) => this.#fail(error),
    )
  }

  /**
   * An action may call `next` and send something all the same. The call is held until the action has returned, and is
   * forgotten when it has answered: one request, one answer.
   */
  #hold(reason: unknown): void {
    if (this.#isRunning) this.#held ??= { reason }
    else this.#passOn(reason)
  }

  #passOn(reason: unknown): void {
    if (this.#isPassedOn) return
    const isAnswered = this.response.headersSent
    const isFailure = isExpressError(reason)
    if (isAnswered && !isFailure) return
    this.#isPassedOn = true
    if (isFailure) this.#error = reason
    if (this.registered?.metadata.responseStatus !== undefined && !isAnswered) this.response.statusCode = 200
    this.#dispatch.passOn(this, reason)
  }

  #complete(registered: RegisteredAction, result: unknown): void {
    if (this.#isPassedOn) return
    const isSent = this.response.headersSent
    const body = bodyOf(result)
    if (isPromise(body)) {
      this.#await(
        registered,
        body.then((value) => withBody(result, value)),
      )
      return
    }
    if (!isSent && body instanceof Error) {
      this.#fail(body)
      return
    }
    const isAnswer = !isSent && (mayAnswer(registered, result) || this.#dispatch.extensions.isAnswer(result))
    const answer = isAnswer && body instanceof ModelAndView ? withBody(result, this.#withModel(body)) : result
    if (this.#postHandlers.length > 0) this.#completeLater(registered, answer, isAnswer)
    else if (isAnswer) this.#answer(registered, answer)
  }

  #completeLater(registered: RegisteredAction, answer: unknown, isAnswer: boolean): void {
    const body = bodyOf(answer)
    const modelAndView = isAnswer && body instanceof ModelAndView ? body : undefined
    this.#settle(
      () => this.#postHandle(modelAndView),
      () => {
        if (isAnswer && !this.response.headersSent) this.#answer(registered, answer)
      },
    )
  }

  #withModel({ view, model, status }: ModelAndView): ModelAndView {
    return new ModelAndView(view, { ...this.#model, ...model }, { status })
  }

  async #postHandle(modelAndView: ModelAndView | undefined): Promise<void> {
    for (const interceptor of this.#postHandlers) {
      await interceptor.postHandle?.(this.request, this.response, this, modelAndView)
    }
  }

  #answer(registered: RegisteredAction, result: unknown): void {
    const { extensions } = this.#dispatch
    try {
      if (!extensions.isEmpty && isValue(result) && extensions.writeResult(this as AnsweredRequest, result))
        return
      if (result !== undefined) {
        writeResult(this, result, (error) => this.#passOn(error))
        return
      }
      this.response.statusCode = registered.metadata.responseStatus ?? 204
      this.response.end()
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Runs `step`, now or later, and then `proceed` with what it gave. */
  #settle<Value>(step: () => Value | Promise<Value>, proceed: (value: Value) => void): void {
    this.#attempt(() => {
      const value = step()
      if (isPromise(value)) {
        value.then(
          (settled) => this.#attempt(() => proceed(settled)),
          (error: unknown) => this.#fail(error),
        )
      } else proceed(value)
    })
  }

  #attempt(step: () => void): void {
    try {
      step()
    } catch (error) {
      this.#fail(error)
    }
  }

  /** To the application's error handler; once the request is somebody else's, only the developer is told. */
  #fail(thrown: unknown): void {
    const error = toError(thrown, 'An action')
    this.#error = error
    if (this.#isPassedOn) this.#dispatch.warn(error)
    else {
      this.#isPassedOn = true
      this.#dispatch.passOn(this, error)
    }
  }
}

function once(callback: () => void): () => void {
  let isCalled = false
  return () => {
    if (isCalled) return
    isCalled = true
    callback()
  }
}

function noNext(): void {
  // A method that only adds to the model decides about nothing else.
}
