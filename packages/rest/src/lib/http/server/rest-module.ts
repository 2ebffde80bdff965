import { ConfigurationException, type Reverser, type Route, Router } from '@mvc-router/router-core'
import { requestMappingOf } from '../../controller/request-mapping.js'
import { createJsonMapper } from '../../view/json-mapper.js'
import { checkBodyOptions } from '../body/body-options.js'
import { BodyReader } from '../body/body-reader.js'
import { corsFilter } from '../cors/cors-filter.js'
import type { EndpointContext } from '../crud/crud-endpoints.js'
import { ExceptionResolver } from '../error/exception-resolver.js'
import { ClientLog } from '../log/client-log.js'
import { type OpenApiDocument, openApiDocument } from '../openapi/openapi-document.js'
import { ResponseWriter } from '../response/response-writer.js'
import { clientLogController, clientLogOperations, clientLogRoutes } from './client-log-controller.js'
import type { DocumentedController } from '../openapi/crud-operations.js'
import { customOperation } from '../openapi/custom-operations.js'
import { applicationMethods } from './application-methods.js'
import { crudActions, crudRoutes, endpointViews, isRestController } from './crud-actions.js'
import { customActions } from './custom-actions.js'
import { documentsController, documentsRoutes } from './documents-controller.js'
import { endOfRoutes, exceptionHandler } from './exception-handler.js'
import { validationController, validationRoutes } from './validation-controller.js'
import type { ErrorMiddleware, Middleware } from './middleware.js'
import {
  checkDocuments,
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
    const advice = options.advice === undefined ? [] : [options.advice].flat()
    const resolver = new ExceptionResolver({
      advice,
      ...(options.logError === undefined ? {} : { logError: options.logError }),
    })

    const controllers = new Map<string, object>()
    const generic = new Map<string, DocumentedController>()
    const operations = new Map(clientLogOperations)
    const routes = [options.routes ?? '']
    for (const [name, controller] of named) {
      for (const [method, { metadata }] of applicationMethods(controller)) {
        operations.set(`${name}.${method}`, customOperation(metadata))
      }
      const custom = customActions(controller, writer)
      if (isRestController(controller)) {
        const documented = { controller, views: endpointViews(controller) }
        controllers.set(name, { ...custom, ...crudActions(name, documented, context) })
        generic.set(name, documented)
        routes.push(crudRoutes(name, basePathOf(name, controller), controller))
      } else {
        controllers.set(name, custom)
      }
    }
    if (profiles.has('vendor-client-logging')) {
      this.clientLog =
        options.clientLog instanceof ClientLog ? options.clientLog : new ClientLog(options.clientLog)
      controllers.set('clientLogController', clientLogController(this.clientLog))
      routes.push(clientLogRoutes)
    }
    if (profiles.has('vendor-validation')) {
      const entities = Array.from(generic.values(), ({ controller }) => controller.entity)
      controllers.set(
        'validationController',
        validationController(entities, options.validation ?? {}, writer),
      )
      routes.push(validationRoutes)
    }
    if (info !== undefined) {
      const documentFor = (request: MountedRequest): OpenApiDocument =>
        openApiDocument({
          info,
          routes: this.#routes,
          controllers: generic,
          operations,
          serverUrl: request.baseUrl === undefined || request.baseUrl === '' ? '/' : request.baseUrl,
        })
      controllers.set('documentsController', documentsController(documentFor, writer))
      routes.push(documentsRoutes)
    }
    this.routes = routes.map((text) => (text === '' || text.endsWith('\n') ? text : `${text}\n`)).join('')
    this.controllers = Object.fromEntries(controllers)
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

function basePathOf(name: string, controller: object): string {
  const path = requestMappingOf(controller)
  if (path !== undefined) return path
  throw new ConfigurationException(
    'controllers',
    `"${name}" has no base path: say @RequestMapping('/...') above its class`,
  )
}
