import type { IncomingMessage, ServerResponse } from 'node:http'
import { ConfigurationException } from '@mvc-router/router-core'
import {
  type AnsweredRequest,
  type ControllerMap,
  type ErrorMiddleware,
  type HandlerInterceptor,
  type MappedRequest,
  type MappingExtension,
  type Middleware,
  type ParameterBinding,
  type PublicMethod,
  type RegisteredAction,
  ResponseEntity,
} from '@mvc-router/router-core/express'
import { cutOff, getOrInsert, isEnded } from '@mvc-router/router-core/tools'
import { Cursors } from '../../controller/list/cursors.js'
import { isRestController, type RestController } from '../../controller/rest-controller.js'
import { restMethods } from '../../controller/rest-method.js'
import { entityOfPrototype } from '../../entity/entity-of.js'
import type { ViewType } from '../../entity/view-type.js'
import { ExceptionResolver } from '../../exceptions/exception-resolver.js'
import { reasonPhrase, RestError } from '../../exceptions/rest-error.js'
import { processKeys, SecretKeys, warnWithoutSecret } from '../../secret-keys.js'
import { createJsonMapper } from '../../view/json-mapper.js'
import { activeView, viewedMethods } from '../../view/json-view.js'
import { Page } from '../../view/page.js'
import { CrudEndpoints } from '../actions/crud-endpoints.js'
import { endpointLines, endpointOf } from '../actions/endpoint.js'
import { BodyReader } from '../body/body-reader.js'
import { RowTags } from '../conditional/row-tags.js'
import { corsFilter } from '../cors/cors-filter.js'
import { ClientLog } from '../log/client-log.js'
import { answeredMethods } from '../openapi/answer-schemas.js'
import { jsonFormat, prefersPages } from '../negotiation/response-format.js'
import { ResponseWriter } from '../response/response-writer.js'
import { clientLogPart } from './client-log-part.js'
import { documentsPart } from './documents-part.js'
import { answerOptions, methodNotAllowedException } from './end-of-routes.js'
import { healthPart } from './health-part.js'
import { requestTimeout } from './request-timeout.js'
import type { RestPart } from './rest-part.js'
import { validationPart } from './validation-part.js'
import {
  checkAdvice,
  checkDocuments,
  checkProfiles,
  checkRestOptions,
  type RestOptions,
} from './rest-options.js'
import type { EndpointTools } from '../actions/crud-answers.js'

/**
 * Extends a mapping for APIs: endpoints of generic controllers, results as JSON and XML, answers to exceptions, CORS,
 * the client log and the OpenAPI document.
 *
 * ```ts
 * new RouterHandlerMapping({ routeFiles: ['routes.conf'], controllers: { bookController }, extensions: [new RestModule()] })
 * ```
 */
export class RestModule implements MappingExtension {
  readonly name = 'rest'
  /** The controllers of the client log, of validation, of health checks and of the documents. */
  readonly controllers: ControllerMap
  /** The CORS filter, if the options configure it. */
  readonly middleware: Middleware | undefined
  /** Answers errors of earlier middleware. Register it as the last middleware of the application. */
  readonly exceptionHandler: ErrorMiddleware = (error, request, response, _next) =>
    void this.#answer(error, request, response)
  readonly interceptors: readonly HandlerInterceptor[]
  /** Counts refused requests and lost records. `undefined` without the profile `vendor-client-logging`. */
  readonly clientLog: ClientLog | undefined
  /** The parts by their controllers. */
  readonly #parts: ReadonlyMap<object, RestPart>
  readonly #tools: EndpointTools
  readonly #resolver: ExceptionResolver
  readonly #hasPages: boolean
  readonly #cursors: Cursors
  readonly #endpoints = new WeakMap<object, Map<string, CrudEndpoints<object>>>()
  readonly #writings = new WeakMap<RegisteredAction, Writing>()

  constructor(options: RestOptions = {}) {
    checkRestOptions(options)
    const profiles = checkProfiles(options.profiles)
    const info = checkDocuments(options.documents)
    const mapper = createJsonMapper(options.modules === undefined ? {} : { modules: options.modules })
    const writer = new ResponseWriter(mapper, options.problemDetails ?? false)
    const { secretKey } = options
    if (secretKey === undefined) warnWithoutSecret()
    const secrets = secretKey === undefined ? processKeys : new SecretKeys(secretKey)
    this.#cursors = new Cursors(secrets)
    const reader = new BodyReader(options.body)
    this.#tools = { mapper, writer, reader, tags: new RowTags(secrets) }
    this.#resolver = new ExceptionResolver(checkAdvice(options.advice), options.logError)
    this.#hasPages = options.pages ?? true
    this.middleware = options.cors === undefined ? undefined : corsFilter(options.cors)

    const { requestTimeout: timeout = 30_000 } = options
    this.interceptors = timeout === false ? [] : [requestTimeout(timeout, this.#answer.bind(this))]

    const parts: RestPart[] = []
    if (profiles.has('vendor-client-logging')) {
      const { clientLog } = options
      this.clientLog = clientLog instanceof ClientLog ? clientLog : new ClientLog(clientLog)
      parts.push(clientLogPart(this.clientLog))
    }
    if (profiles.has('vendor-validation')) parts.push(validationPart(options.validation ?? {}, writer))
    if (options.health === true) parts.push(healthPart())
    if (info !== undefined) parts.push(documentsPart(info, writer))
    this.#parts = new Map(parts.map((part) => [part.controller, part]))
    this.controllers = Object.fromEntries(parts.map(({ name, controller }) => [name, controller]))
  }

  linesFor(name: string, controller: object, controllers?: ReadonlyMap<string, object>): string | undefined {
    checkNamedMethods(controller)
    if (isRestController(controller)) {
      controller.setCursors(this.#cursors)
      return endpointLines(name, controller, controllers)
    }
    return this.#parts.get(controller)?.routes
  }

  /** True for endpoints of a generic controller, and for its methods with `@Params`. */
  isAction({ controller, name, metadata }: PublicMethod): boolean | undefined {
    if (!isRestController(controller)) return undefined
    return metadata.parameters !== undefined || endpointOf(controller, name) !== undefined
  }

  bindingsFor({
    controllerName,
    controller,
    name,
  }: PublicMethod): readonly ParameterBinding<unknown>[] | undefined {
    if (!isRestController(controller)) return undefined
    const endpoint = endpointOf(controller, name)
    return endpoint && this.#endpointsOf(controllerName, controller).bindingsFor(endpoint)
  }

  /** True for entities and pages, which are always written as data. */
  isAnswer(result: object): boolean {
    return result instanceof Page || entityOfPrototype(Object.getPrototypeOf(result)) !== undefined
  }

  writeResult(answered: AnsweredRequest, result: unknown): boolean {
    const { request, response, registered } = answered
    const { writeEndpoint, view } = getOrInsert(this.#writings, registered, () => this.#writing(registered))
    if (writeEndpoint !== undefined && !(result instanceof ResponseEntity)) {
      writeEndpoint(answered, result).catch((error: unknown) => this.#answer(error, request, response))
      return true
    }
    const body = result instanceof ResponseEntity ? result.body : result
    if (result === undefined || (typeof body === 'string' && this.#isPage(registered))) return false
    this.#tools.writer.write(request, response, result, view)
    return true
  }

  answerException({ request, response, registered }: MappedRequest, error: unknown): boolean {
    if (this.#isPage(registered) && prefersPages(request.headers.accept)) return false
    void this.#answer(error, request, response)
    return true
  }

  answerOtherMethod(
    { request, response, registered }: MappedRequest,
    allowedMethods: readonly string[],
  ): boolean {
    if (this.#isPage(registered)) return false
    if (request.method === 'OPTIONS') answerOptions(response, allowedMethods)
    else void this.#answer(methodNotAllowedException(allowedMethods), request, response)
    return true
  }

  /** Answers any exception. It never rejects. */
  async #answer(error: unknown, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const entity = await this.#resolver.resolve(error, request)
    // The action answered before it failed, or the request took too long.
    if (isEnded(response)) return
    try {
      // A half-written answer cannot be replaced. The connection is closed, so that the client notices the error.
      if (response.headersSent) cutOff(response)
      else this.#tools.writer.writeError(request, response, entity)
    } catch (writeError) {
      // The answer of advice may be impossible to write: a body with a cycle, or a header with a line break.
      const { status } = await this.#resolver.resolve(writeError, request)
      writeReason(status, response)
    }
  }

  /** True in an application with pages, except for generic controllers and the module's own controllers. */
  #isPage(registered: RegisteredAction | undefined): boolean {
    if (!this.#hasPages) return false
    if (registered === undefined) return true
    const { controller } = registered
    return !isRestController(controller) && !this.#parts.has(controller)
  }

  #writing({ controllerName, controller, methodName, metadata }: RegisteredAction): Writing {
    const view = activeView(controller, methodName)
    // An endpoint with `@Params` is an ordinary action.
    if (!isRestController(controller) || metadata.parameters !== undefined) return { view }
    const endpoint = endpointOf(controller, methodName)
    if (endpoint === undefined) return { view }
    const endpoints = this.#endpointsOf(controllerName, controller)
    return { view, writeEndpoint: (answered, result) => endpoints.write(endpoint, answered, result) }
  }

  #endpointsOf(name: string, controller: RestController): CrudEndpoints<object> {
    const byName = getOrInsert(this.#endpoints, controller, () => new Map<string, CrudEndpoints<object>>())
    return getOrInsert(byName, name, () => new CrudEndpoints(name, controller, this.#tools))
  }
}

interface Writing {
  readonly view: ViewType | undefined
  /** Defined for endpoints of generic controllers. */
  readonly writeEndpoint?: (answered: AnsweredRequest, result: unknown) => Promise<void>
}

function writeReason(status: number, response: ServerResponse): void {
  if (response.headersSent) {
    cutOff(response)
    return
  }
  // Any header may be the cause of the error. So all headers are removed, except the CORS headers.
  for (const name of response.getHeaderNames())
    if (!/^(?:access-control-|vary$)/.test(name)) response.removeHeader(name)
  response.statusCode = status
  response.setHeader('Content-Type', jsonFormat.contentType)
  response.end(JSON.stringify(new RestError(status, reasonPhrase(status))))
}

/** @throws ConfigurationException for a view or an answer type of an unknown method, which is probably a typo */
function checkNamedMethods(controller: object): void {
  const known: readonly string[] = isRestController(controller) ? restMethods : []
  const isMethod = (name: string): boolean =>
    known.includes(name) || typeof Reflect.get(controller, name) === 'function'
  for (const name of viewedMethods(controller))
    if (!isMethod(name))
      throw new ConfigurationException('JsonView', `A view is declared for "${name}", which is not a method`)
  for (const name of answeredMethods(controller))
    if (!isMethod(name))
      throw new ConfigurationException(
        'Answers',
        `The answers of "${name}" are declared, but there is no such method`,
      )
}
