import type { RegisteredAction } from '../controllers/controller-registry.js'
import type { RequestReverser } from '../templates/current-reverser.js'
import { ActionNotFoundException } from '../exceptions.js'
import type { RouteMatch } from '../matching/match-request.js'
import { answerTarget } from './answers/answer-target.js'
import { BoundReverser } from './bound-reverser.js'
import type { ExpressRequest, ExpressResponse, NextFunction } from './express-request.js'
import type { HandlerExecution, HandlerInterceptor } from './interceptors/handler-interceptor.js'
import { invokeAction } from './binding/invoke-action.js'
import { isPromise } from './is-promise.js'
import { mayAnswer } from './answers/may-answer.js'
import { ModelAndView } from './answers/model-and-view.js'
import type { BindingContext } from './binding/parameter-binding.js'
import type { RouterHandlerMapping } from './router-handler-mapping.js'
import type { Handler, RoutingState } from './routing-state.js'
import { writeResult, type ResultContext } from './answers/write-result.js'

/** What a mapping found for a request. */
export interface Found {
  readonly mapping: RouterHandlerMapping
  readonly state: RoutingState
  readonly match: RouteMatch
  readonly handler: Handler
  /** Where the handler is an action. */
  readonly registered: RegisteredAction | undefined
}

/** One request on its way from the matched route to the answer. */
export class RequestExecution implements HandlerExecution, BindingContext, ResultContext {
  readonly request: ExpressRequest
  readonly response: ExpressResponse
  readonly #next: NextFunction
  readonly #found: Found
  #model: Record<string, unknown> | undefined
  #postHandlers: readonly HandlerInterceptor[] = []
  #completionHandlers: readonly HandlerInterceptor[] = []
  #error: unknown
  /** The action called `next`, which waits for the action to return. */
  #held: { readonly error: unknown } | undefined
  #isRunning = false
  #isPassedOn = false

  constructor(found: Found, request: ExpressRequest, response: ExpressResponse, next: NextFunction) {
    this.#found = found
    this.request = request
    this.response = response
    this.#next = next
  }

  get mapping(): RouterHandlerMapping {
    return this.#found.mapping
  }

  get match(): RouteMatch {
    return this.#found.match
  }

  get args(): Readonly<Record<string, string>> {
    return this.#found.match.args
  }

  get model(): Record<string, unknown> {
    return (this.#model ??= {})
  }

  get reverser(): RequestReverser {
    const { mapping, state, match } = this.#found
    const bound = BoundReverser.of(mapping, state, this.request)
    bound.enter(match)
    return bound
  }

  get action(): string {
    return this.#found.registered?.action ?? this.match.action
  }

  get controller(): object | undefined {
    return this.#found.registered?.controller
  }

  get method(): RegisteredAction['method'] | undefined {
    return this.#found.registered?.method
  }

  /** Interceptors first, then what the route leads to. */
  start(interceptors: readonly HandlerInterceptor[]): void {
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
      if (interceptor.afterCompletion !== undefined) this.#tellCompletion(interceptor)
      if (interceptor.postHandle !== undefined) this.#postHandlers = [interceptor, ...this.#postHandlers]
      const proceed = once(() => this.#intercept(interceptors, index + 1))
      if (interceptor.aroundHandle === undefined) proceed()
      else interceptor.aroundHandle(this.request, this.response, this, proceed)
    }
    this.#settle(() => interceptor.preHandle?.(this.request, this.response, this), enter)
  }

  /** A response is closed once: sent whole, or given up by the client. The last to come is the first to be told. */
  #tellCompletion(interceptor: HandlerInterceptor): void {
    const isFirst = this.#completionHandlers.length === 0
    this.#completionHandlers = [interceptor, ...this.#completionHandlers]
    if (!isFirst) return
    if (this.response.closed) setImmediate(() => this.#completed())
    else this.response.once('close', () => this.#completed())
  }

  #completed(): void {
    for (const interceptor of this.#completionHandlers) {
      const complete = async (): Promise<void> =>
        interceptor.afterCompletion?.(this.request, this.response, this, this.#error)
      complete().catch(this.#found.state.warn)
    }
  }

  #run(): void {
    const { handler } = this.#found
    if (handler.type === 'action' || handler.type === 'dynamicAction') this.#runAction()
    else this.#attempt(() => answerTarget(this, handler, this.#next))
  }

  #runAction(): void {
    const registered = this.#found.registered
    if (registered === undefined) {
      const { action } = this.match
      this.#fail(new ActionNotFoundException(`No controller has the action "${action}"`, action))
      return
    }
    const { responseStatus } = registered.metadata
    if (responseStatus !== undefined) this.response.statusCode = responseStatus
    const { modelAttributes } = registered
    if (modelAttributes.length === 0) this.#invoke(registered)
    else
      this.#settle(
        () => this.#addModelAttributes(modelAttributes),
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
      result = invokeAction(registered, this, registered.takesNext ? this.#createNext() : this.#next)
    } catch (error) {
      this.#isRunning = false
      this.#fail(error)
      return
    }
    this.#isRunning = false
    if (this.#held !== undefined) this.#passOn(this.#held.error)
    if (isPromise(result)) {
      result.then(
        (value) => this.#complete(registered, value),
        (error: unknown) => this.#fail(error),
      )
    } else this.#complete(registered, result)
  }

  /**
   * An action may call `next` and send something all the same. The call is held until the action has returned, and is
   * forgotten when it has answered: one request, one answer.
   */
  #createNext(): NextFunction {
    return (error) => {
      if (this.#isRunning) this.#held ??= { error }
      else this.#passOn(error)
    }
  }

  #passOn(error: unknown): void {
    if (this.#isPassedOn) return
    const isAnswered = this.response.headersSent
    if (isAnswered && error === undefined) return
    this.#isPassedOn = true
    this.#error = error
    if (this.#found.registered?.metadata.responseStatus !== undefined && !isAnswered)
      this.response.statusCode = 200
    this.#next(error)
  }

  #complete(registered: RegisteredAction, result: unknown): void {
    if (this.#isPassedOn) return
    const isAnswer = !this.response.headersSent && mayAnswer(registered, result)
    const answer = isAnswer && result instanceof ModelAndView ? this.#withModel(result) : result
    if (this.#postHandlers.length === 0) {
      if (isAnswer) this.#answer(registered, answer)
      return
    }
    const modelAndView = isAnswer && answer instanceof ModelAndView ? answer : undefined
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

  #answer({ metadata }: RegisteredAction, result: unknown): void {
    this.#attempt(() => {
      if (result !== undefined) {
        writeResult(this, result, this.#next)
        return
      }
      this.response.statusCode = metadata.responseStatus ?? 204
      this.response.end()
    })
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
  #fail(error: unknown): void {
    this.#error = error
    if (this.#isPassedOn) this.#found.state.warn(error)
    else {
      this.#isPassedOn = true
      // Express takes these for anything but an error.
      const isError = Boolean(error) && error !== 'route' && error !== 'router'
      this.#next(isError ? error : new Error(`An action failed with ${String(error)}`))
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
