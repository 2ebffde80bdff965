import type { RegisteredAction } from '../../controllers/controller-registry.js'
import { ActionNotFoundException } from '../../exceptions.js'
import type { HostRequest, HostResponse, NextFunction } from '../../hosts/host.js'
import { isPromise } from '../../is-object.js'
import type { RouteMatch } from '../../matching/match-request.js'
import type { Route } from '../../routes/route.js'
import { currentSource, runWithReverser } from '../../templates/current-reverser.js'
import { answerTarget } from '../answers/answer-target.js'
import { ModelAndView } from '../answers/model-and-view.js'
import { bodyOf, withBody } from '../answers/response-entity.js'
import { isValue, mayAnswer, writeResult } from '../answers/write-result.js'
import { invokeAction } from '../binding/invoke-action.js'
import type { AnsweredRequest, MappedRequest } from '../extensions/mapping-extension.js'
import type { MappingExtensions } from '../extensions/mapping-extensions.js'
import type { HandlerInterceptor } from '../interceptors/handler-interceptor.js'
import { runMiddleware } from '../middleware/run-middleware.js'
import { isErrorReason, toError } from '../request/error-reason.js'
import { traceRoute } from '../../hosts/request-route.js'
import { isEnded, isSent } from '../../hosts/sent-answer.js'
import type { Miss } from '../snapshot/allowed-methods.js'
import { RequestBinding } from '../snapshot/request-binding.js'
import type { ExtendedMapping } from '../snapshot/extended-mapping.js'
import type { RoutingSnapshot } from '../snapshot/routing-snapshot.js'
import { DispatchedLine } from './dispatched-line.js'

export interface Dispatcher extends ExtendedMapping {
  readonly extensions: MappingExtensions
  interceptorsFor(request: HostRequest, route: Route): readonly HandlerInterceptor[]
  /** Called if no line has answered. Returns true if an extension answers. */
  answerMiss(request: HostRequest, response: HostResponse, miss: Miss): boolean
}

/**
 * Runs a request through the lines of a mapping. It starts at the first line that accepts the request, and goes on to
 * the next line while lines pass the request on (docs/route-file.md, When a line passes a request on).
 *
 * Each started line keeps the value of `#number`. `#number` grows when the line fails or passes the request on. A line
 * with an older number no longer affects the request.
 */
export class RequestDispatch implements MappedRequest {
  readonly mapping: Dispatcher
  readonly snapshot: RoutingSnapshot
  readonly request: HostRequest
  readonly response: HostResponse
  /** Undefined, because each line has its own action. */
  readonly registered: undefined
  readonly #next: NextFunction
  /** The `params` before the mapping, restored if no line answers. */
  readonly #outerParams: Record<string, unknown> | undefined
  readonly #outerMatch: RouteMatch | undefined
  readonly #outerRoute: unknown
  #tracedMount: string | undefined
  #number = 0
  /** True if a line has done more than look for a file. The request is then no miss. */
  #isAnswered = false
  #completions: (() => void)[] | undefined

  constructor(
    mapping: Dispatcher,
    snapshot: RoutingSnapshot,
    request: HostRequest,
    response: HostResponse,
    next: NextFunction,
  ) {
    this.mapping = mapping
    this.snapshot = snapshot
    this.request = request
    this.response = response
    this.#next = next
    this.#outerParams = request.params
    this.#outerMatch = request.routeMatch
    this.#outerRoute = request.route
  }

  /** Runs a line that the snapshot has found. Without a line, the request leaves the mapping. */
  run(match: RouteMatch | undefined): void {
    if (match === undefined) {
      this.#leave()
      return
    }
    const { request } = this
    const line = new DispatchedLine(this, match, this.#number)
    this.#isAnswered ||= line.handler.type !== 'file'
    const binding = this.#binding
    binding?.enter(match)
    request.params = mergeParams(this.#outerParams, match.args)
    request.routeMatch = match
    const { requestRoute } = line.handler
    this.#tracedMount = traceRoute(request, requestRoute.path, this.#tracedMount)
    request.route = requestRoute
    const interceptors = this.mapping.interceptorsFor(request, match.route)
    if (binding === undefined) this.#start(line, interceptors)
    else this.#startInContext(binding, line, interceptors)
  }

  get #binding(): RequestBinding | undefined {
    return RequestBinding.find(this.mapping, this.response.locals)
  }

  // A closure slows every call of the function around it, so rare steps have their own methods.
  #startInContext(
    binding: RequestBinding,
    line: DispatchedLine,
    interceptors: readonly HandlerInterceptor[],
  ): void {
    runInContext(binding, () => this.#start(line, interceptors))
  }

  /** Runs middleware, then interceptors, then the target of the route. */
  #start(line: DispatchedLine, interceptors: readonly HandlerInterceptor[]): void {
    const { middleware, isSigned } = line.handler
    if (isSigned && !this.#verifySignature(line)) return
    if (middleware.length === 0) this.#intercept(line, interceptors, 0)
    else this.#runMiddleware(line, interceptors)
  }

  #runMiddleware(line: DispatchedLine, interceptors: readonly HandlerInterceptor[]): void {
    const done = (reason?: unknown): void => {
      if (reason !== undefined) this.#passOn(line, reason)
      else if (!isEnded(this.response))
        runInContext(this.#binding, () => this.#intercept(line, interceptors, 0))
    }
    runMiddleware(line.handler.middleware, this.request, this.response, done, this.snapshot.warn)
  }

  #verifySignature(line: DispatchedLine): boolean {
    try {
      this.snapshot.verifySignature(this.request, line.match)
      return true
    } catch (error) {
      this.#fail(line, error)
      return false
    }
  }

  #intercept(line: DispatchedLine, interceptors: readonly HandlerInterceptor[], index: number): void {
    const interceptor = interceptors[index]
    if (interceptor === undefined) this.#runHandler(line)
    else
      this.#enter(
        interceptor,
        line,
        once(() => this.#intercept(line, interceptors, index + 1)),
      )
  }

  #enter(interceptor: HandlerInterceptor, line: DispatchedLine, proceed: () => void): void {
    const request = this.request
    const response = this.response
    this.#settle(
      line,
      () => interceptor.preHandle?.(request, response, line),
      (proceeds) => {
        if (proceeds === false || isEnded(response)) return
        if (interceptor.afterCompletion !== undefined)
          this.#whenCompleted(() => this.#callAfterCompletion(interceptor, line))
        if (interceptor.postHandle !== undefined) line.postHandlers = [interceptor, ...line.postHandlers]
        if (interceptor.aroundHandle === undefined) proceed()
        else interceptor.aroundHandle(request, response, line, proceed)
      },
    )
  }

  /** Calls `listener` after the answer is sent or the client is gone. The listener that was added last runs first. */
  #whenCompleted(listener: () => void): void {
    const response = this.response
    if (response.closed) setImmediate(listener)
    else if (this.#completions !== undefined) this.#completions.unshift(listener)
    else {
      const completions = (this.#completions = [listener])
      response.once('close', () => {
        for (const complete of completions) complete()
      })
    }
  }

  #callAfterCompletion(interceptor: HandlerInterceptor, line: DispatchedLine): void {
    const complete = async (): Promise<void> =>
      interceptor.afterCompletion?.(this.request, this.response, line, line.error)
    complete().catch(this.snapshot.warn)
  }

  #runHandler(line: DispatchedLine): void {
    const { handler } = line
    if (handler.type === 'action' || handler.type === 'dynamicAction' || handler.type === 'view')
      this.#runAction(line)
    else this.#answerTarget(line, handler)
  }

  #answerTarget(line: DispatchedLine, handler: Parameters<typeof answerTarget>[1]): void {
    this.#attempt(line, () => answerTarget(line, handler, (reason) => this.#passOn(line, reason)))
  }

  #runAction(line: DispatchedLine): void {
    const { registered } = line
    if (registered === undefined) {
      const { action } = line.match
      this.#fail(line, new ActionNotFoundException(`No controller has the action "${action}"`, action))
      return
    }
    const { responseStatus } = registered.metadata
    if (responseStatus !== undefined) this.response.statusCode = responseStatus
    if (registered.modelAttributes.length === 0) this.#invoke(line, registered)
    else this.#invokeWithModel(line, registered)
  }

  #invokeWithModel(line: DispatchedLine, registered: RegisteredAction): void {
    this.#settle(
      line,
      () => this.#addModelAttributes(line, registered.modelAttributes),
      () => this.#invoke(line, registered),
    )
  }

  async #addModelAttributes(line: DispatchedLine, attributes: readonly RegisteredAction[]): Promise<void> {
    for (const attribute of attributes) {
      const { modelAttribute = '' } = attribute.metadata
      const value = await invokeAction(attribute, line, noNext)
      if (value !== undefined) line.model[modelAttribute] = value
    }
    // An action that calls `response.render` itself finds the values in the locals.
    Object.assign(this.response.locals, line.model)
  }

  /**
   * A call of `next` waits until the action has returned. If the action has answered, only `next(error)` still has an
   * effect.
   */
  #invoke(line: DispatchedLine, registered: RegisteredAction): void {
    const held: unknown[] = []
    let next: NextFunction = (reason) => void held.push(reason)
    let result: unknown
    try {
      result = invokeAction(registered, line, (reason) => next(reason))
    } catch (error) {
      this.#fail(line, error)
      return
    }
    next = (reason) => this.#passOn(line, reason)
    if (held.length > 0) next(held[0])
    if (isPromise(result)) this.#await(line, registered, result)
    else this.#complete(line, registered, result)
  }

  #await(line: DispatchedLine, registered: RegisteredAction, result: PromiseLike<unknown>): void {
    result.then(
      (value) => this.#attempt(line, () => this.#complete(line, registered, value)),
      (error: unknown) => this.#fail(line, error),
    )
  }

  #complete(line: DispatchedLine, registered: RegisteredAction, result: unknown): void {
    const body = bodyOf(result)
    if (isPromise(body)) {
      this.#await(
        line,
        registered,
        body.then((value) => withBody(result, value)),
      )
      return
    }
    if (line.number !== this.#number) return
    const wasSent = isSent(this.response)
    if (!wasSent && body instanceof Error) {
      this.#fail(line, body)
      return
    }
    const isAnswer = !wasSent && (mayAnswer(registered, result) || this.mapping.extensions.isAnswer(result))
    const answer = isAnswer && body instanceof ModelAndView ? withBody(result, withModel(line, body)) : result
    if (line.postHandlers.length > 0) this.#completeLater(line, registered, answer, isAnswer)
    else if (isAnswer) this.#answer(line, registered, answer)
  }

  #completeLater(
    line: DispatchedLine,
    registered: RegisteredAction,
    answer: unknown,
    isAnswer: boolean,
  ): void {
    this.#settle(
      line,
      () => this.#postHandle(line, isAnswer ? bodyOf(answer) : undefined),
      () => {
        if (isAnswer && !isSent(this.response)) this.#answer(line, registered, answer)
      },
    )
  }

  async #postHandle(line: DispatchedLine, body: unknown): Promise<void> {
    const modelAndView = body instanceof ModelAndView ? body : undefined
    for (const interceptor of line.postHandlers)
      await interceptor.postHandle?.(this.request, this.response, line, modelAndView)
  }

  #answer(line: DispatchedLine, registered: RegisteredAction, result: unknown): void {
    const { extensions } = this.mapping
    const response = this.response
    try {
      if (!extensions.isEmpty && isValue(result) && extensions.writeResult(line as AnsweredRequest, result))
        return
      if (result !== undefined) {
        writeResult(line, result, (error) => this.#passOn(line, error))
        return
      }
      response.statusCode = registered.metadata.responseStatus ?? 204
      response.end()
    } catch (error) {
      this.#fail(line, error)
    }
  }

  /** Runs `step`, and then `proceed` with its result. Waits only for a promise. */
  #settle<Value>(
    line: DispatchedLine,
    step: () => Value | Promise<Value>,
    proceed: (value: Value) => void,
  ): void {
    this.#attempt(line, () => {
      const value = step()
      if (isPromise(value)) {
        value.then(
          (settled) => this.#attempt(line, () => proceed(settled)),
          (error: unknown) => this.#fail(line, error),
        )
      } else proceed(value)
    })
  }

  #attempt(line: DispatchedLine, step: () => void): void {
    try {
      step()
    } catch (error) {
      this.#fail(line, error)
    }
  }

  #passOn(line: DispatchedLine, reason: unknown): void {
    const wasSent = isSent(this.response)
    const isFailure = isErrorReason(reason)
    if (line.number !== this.#number || (wasSent && !isFailure)) return
    this.#number++
    if (line.registered?.metadata.responseStatus !== undefined && !wasSent) this.response.statusCode = 200
    if (isFailure) {
      line.error = reason
      this.#report(line, reason)
    } else if (reason === 'router') this.#leave()
    else if (this.#number % turnsInARow === 0) setImmediate(() => this.#goOn(line.match.route))
    else this.#goOn(line.match.route)
  }

  /** Passes an error to the application's error handler. If the request has already left the line, only warns. */
  #fail(line: DispatchedLine, thrown: unknown): void {
    const error = toError(thrown, 'An action')
    line.error = error
    if (line.number === this.#number) {
      this.#number++
      this.#report(line, error)
    } else this.snapshot.warn(error)
  }

  #goOn(route: Route): void {
    try {
      this.run(this.snapshot.matchFollowing(this.request, route))
    } catch (error) {
      this.#report(this, error)
    }
  }

  #report(request: MappedRequest, error: unknown): void {
    if (!this.mapping.extensions.answerException(request, error)) this.#next(error)
  }

  #leave(): void {
    const request = this.request
    this.#binding?.enter(undefined)
    if (this.#outerParams !== undefined) request.params = this.#outerParams
    request.routeMatch = this.#outerMatch
    if (request.route !== this.#outerRoute) {
      request.route = this.#outerRoute
      traceRoute(request, undefined)
    }
    if (this.#isAnswered || !this.#answerMiss()) this.#next()
  }

  #answerMiss(): boolean {
    const request = this.request
    const snapshot = this.snapshot
    const response = this.response
    const { path, baseUrl } = request
    const asked = snapshot.toMatchRequest(request, path)
    return this.mapping.answerMiss(request, response, { snapshot, asked, baseUrl })
  }
}

/** Restores the current Reverser. A body parser runs in socket events, which lose the asynchronous context. */
function runInContext(binding: RequestBinding | undefined, step: () => void): void {
  if (binding === undefined || currentSource() === binding) step()
  else runWithReverser(binding, step)
}

/** After this many lines in a row, the next line runs in a new turn, because the stack is limited. */
const turnsInARow = 100

/** Keeps the parameters of the mount path (`app.use('/:tenant', ...)`). The route's own parameters win. */
function mergeParams(
  outer: Record<string, unknown> | undefined,
  args: Record<string, string>,
): Record<string, unknown> {
  for (const name in outer) if (Object.hasOwn(outer, name)) return { ...outer, ...args }
  return args
}

function withModel(line: DispatchedLine, { view, model, status }: ModelAndView): ModelAndView {
  return new ModelAndView(view, { ...line.model, ...model }, { status })
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
  // A method that adds to the model cannot pass the request on.
}
