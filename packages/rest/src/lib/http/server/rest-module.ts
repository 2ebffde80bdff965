import { ConfigurationException, type Reverser, type Route, Router } from '@mvc-router/router-core'
import { requestMappingOf } from '../../controller/request-mapping.js'
import { createJsonMapper } from '../../view/json-mapper.js'
import { checkBodyOptions } from '../body/body-options.js'
import { BodyReader } from '../body/body-reader.js'
import { corsFilter } from '../cors/cors-filter.js'
import type { EndpointContext } from '../actions/crud-endpoints.js'
import { ExceptionResolver } from '../../exceptions/exception-resolver.js'
import { ClientLog } from '../log/client-log.js'
import { type OpenApiDocument, openApiDocument } from '../openapi/openapi-document.js'
import { ResponseWriter } from '../response/response-writer.js'
import type { DocumentedController, Operation } from '../openapi/crud-operations.js'
import { customOperation } from '../openapi/custom-operations.js'
import { applicationMethods } from '../actions/application-methods.js'
import {
  checkLimits,
  crudActions,
  crudRoutes,
  endpointViews,
  isRestController,
} from '../actions/crud-actions.js'
import { customActions } from '../actions/custom-actions.js'
import { clientLogOperations, clientLogPart } from './client-log-part.js'
import { documentsPart } from './documents-part.js'
import { endOfRoutes, exceptionHandler } from './exception-handler.js'
import type { RestPart } from './rest-part.js'
import { validationPart } from './validation-part.js'
import type { ErrorMiddleware, Middleware } from '../middleware.js'
import {
  checkAdvice,
  checkDocuments,
  checkOptions,
  checkProfiles,
  type MountedRequest,
  namedControllers,
  type RestOptions,
} from './web-server-options.js'

/**
 * The parts of a web server, for an application that has its own: routes and controllers for its
 * `RouterHandlerMapping`, and middleware for around it.
 */
export class RestModule {
  /** The lines of a route file. In the application's file: `* / module:rest`, with `modules: { rest: rest.routes }`. */
  readonly routes: string
  /** For the option `controllers` of the mapping. */
  readonly controllers: Readonly<Record<string, object>>
  /** In front of everything, where the options say `cors`. */
  readonly cors: Middleware | undefined
  /** Behind the mapping: OPTIONS, 405 and 404. */
  readonly endOfRoutes: Middleware = endOfRoutes
  /** The last one. */
  readonly exceptionHandler: ErrorMiddleware
  /** Counts what it refused and lost; `undefined` without its profile. */
  readonly clientLog: ClientLog | undefined
  #mapping: ConnectedMapping | undefined
  /** That of the last request: hardly any application is mounted twice. */
  #reverser: { readonly router: Router; readonly baseUrl: string; readonly reverser: Reverser } | undefined

  /** @throws ConfigurationException */
  constructor(options: RestOptions = {}) {
    checkOptions(options)
    const profiles = checkProfiles(options.profiles)
    const named = namedControllers(options.controllers)
    const info = checkDocuments(options.documents)
    const mapper = createJsonMapper(options.modules === undefined ? {} : { modules: options.modules })
    const writer = new ResponseWriter(mapper, { problemDetails: options.problemDetails ?? false })
    const context: EndpointContext = {
      mapper,
      writer,
      reader: new BodyReader(checkBodyOptions(options.body)),
      reverserFor: (request) => this.#reverserFor(request),
    }
    const resolver = new ExceptionResolver({
      advice: checkAdvice(options.advice),
      ...(options.logError === undefined ? {} : { logError: options.logError }),
    })

    const generic = genericControllers(named)
    const entities = Array.from(generic.values(), ({ controller }) => controller.entity)
    const parts: RestPart[] = []
    if (profiles.has('vendor-client-logging')) {
      const { clientLog } = options
      this.clientLog = clientLog instanceof ClientLog ? clientLog : new ClientLog(clientLog)
      parts.push(clientLogPart(this.clientLog))
    }
    if (profiles.has('vendor-validation')) {
      parts.push(validationPart(entities, options.validation ?? {}, writer))
    }
    if (info !== undefined) {
      const operations = new Map([...clientLogOperations, ...customOperations(named)])
      const documentFor = ({ baseUrl = '' }: MountedRequest): OpenApiDocument =>
        openApiDocument({
          info,
          routes: this.#routes,
          controllers: generic,
          operations,
          serverUrl: baseUrl === '' ? '/' : baseUrl,
        })
      parts.push(documentsPart(documentFor, writer))
    }
    for (const [name, controller] of named) {
      parts.push(controllerPart(name, controller, generic.get(name), context))
    }
    checkNames(parts)

    // First what the application wrote itself, last what catches most.
    this.routes = withLineEnd(options.routes ?? '') + parts.map(({ routes }) => routes).join('')
    this.controllers = Object.fromEntries(parts.map(({ name, controller }) => [name, controller]))
    this.cors = options.cors === undefined ? undefined : corsFilter(options.cors)
    this.exceptionHandler = exceptionHandler(resolver, writer)
  }

  /** Says which mapping has these routes, for links; without it, the application's own router (`Router.use`). */
  connect(mapping: ConnectedMapping): this {
    this.#mapping = mapping
    return this
  }

  /** The routes of this module have no hosts, so a mount path is all that the Reverser of a request needs to know. */
  #reverserFor({ baseUrl = '' }: MountedRequest): Reverser {
    if (this.#mapping === undefined) return Router
    const { router } = this.#mapping
    if (this.#reverser?.router !== router || this.#reverser.baseUrl !== baseUrl) {
      const mountPath = router.options.basePath === undefined ? baseUrl : undefined
      this.#reverser = { router, baseUrl, reverser: router.forRequest({ mountPath }) }
    }
    return this.#reverser.reverser
  }

  get #routes(): readonly Route[] {
    if (this.#mapping !== undefined) return this.#mapping.router.routes
    throw new ConfigurationException('mapping', 'Call connect(mapping) for the OpenAPI document')
  }
}

/** What is used of a `RouterHandlerMapping`. */
export interface ConnectedMapping {
  readonly router: Router
}

function genericControllers(named: ReadonlyMap<string, object>): ReadonlyMap<string, DocumentedController> {
  const generic = new Map<string, DocumentedController>()
  for (const [name, controller] of named) {
    if (isRestController(controller)) generic.set(name, { controller, views: endpointViews(controller) })
  }
  return generic
}

function customOperations(named: ReadonlyMap<string, object>): ReadonlyMap<string, Operation> {
  const operations = new Map<string, Operation>()
  for (const [name, controller] of named) {
    for (const [method, { metadata }] of applicationMethods(controller)) {
      operations.set(`${name}.${method}`, customOperation(metadata))
    }
  }
  return operations
}

/** A controller of the application: its own actions, and the endpoints of a generic one. */
function controllerPart(
  name: string,
  controller: object,
  generic: DocumentedController | undefined,
  context: EndpointContext,
): RestPart {
  const custom = customActions(controller, context.writer)
  if (generic === undefined) return { name, routes: '', controller: custom }
  checkLimits(generic.controller)
  return {
    name,
    routes: crudRoutes(name, basePathOf(name, controller), generic.controller),
    controller: { ...custom, ...crudActions(name, generic, context) },
  }
}

function basePathOf(name: string, controller: object): string {
  const path = requestMappingOf(controller)
  if (path !== undefined) return path
  throw new ConfigurationException(
    'controllers',
    `"${name}" has no base path: say @RequestMapping('/...') above its class`,
  )
}

function checkNames(parts: readonly RestPart[]): void {
  const names = parts.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new ConfigurationException('controllers', `The name "${twice}" is taken`)
}

function withLineEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}
