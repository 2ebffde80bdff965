import type { IncomingMessage, ServerResponse } from 'node:http'
import { ConfigurationException } from '@mvc-router/router-core'
import { httpRequest, httpResponse, Params, pathVariable } from '@mvc-router/router-core/express'
import { type RestController, type RestMethod, restMethods } from '../../controller/rest-controller.js'
import type { ViewType } from '../../entity/view-type.js'
import { activeView } from '../../view/json-view.js'
import { checkCount } from '../body/body-options.js'
import type { DocumentedController } from '../openapi/crud-operations.js'
import { CrudEndpoints, type EndpointContext } from './crud-endpoints.js'

/** Actions by their names, in the form that the router takes. */
export type Actions = Record<string, (...parameters: never[]) => unknown>

/** Whether a controller is a generic one, with endpoints of its own. */
export function isRestController(controller: object): controller is RestController {
  return (
    'entity' in controller &&
    'methods' in controller &&
    'identifierOf' in controller &&
    typeof controller.identifierOf === 'function'
  )
}

/**
 * The endpoints that a controller has, in the order of their routes.
 * @throws ConfigurationException for an endpoint that there is not
 */
export function endpointsOf({ methods, deleteAll }: RestController): readonly RestMethod[] {
  if (!Array.isArray(methods))
    throw new ConfigurationException('methods', 'methods must be a list of endpoints')
  const known: readonly string[] = restMethods
  const unknown = methods.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw new ConfigurationException(
      'methods',
      `There is no endpoint "${unknown}"; there are ${restMethods.join(', ')}`,
    )
  }
  return restMethods.filter((name) => methods.includes(name) && (name !== 'deleteAll' || deleteAll))
}

const limits = ['defaultSize', 'maxSize', 'maxUnpaged', 'maxIds'] as const

/** @throws ConfigurationException for a limit that would be none. */
export function checkLimits(
  controller: RestController & { readonly [Name in (typeof limits)[number]]?: number },
): void {
  for (const limit of limits) {
    const value = controller[limit]
    if (value !== undefined) checkCount(limit, value)
  }
}

/** The route lines of a generic controller. */
export function crudRoutes(name: string, path: string, controller: RestController): string {
  return endpointsOf(controller)
    .map(
      (method) =>
        `${httpMethods[method]} ${path}${collectionMethods.has(method) ? '' : '/{id}'} ${name}.${method}\n`,
    )
    .join('')
}

const httpMethods: Readonly<Record<RestMethod, string>> = {
  findAll: 'GET',
  findById: 'GET',
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  deleteAll: 'DELETE',
}
const collectionMethods: ReadonlySet<RestMethod> = new Set(['findAll', 'create', 'deleteAll'])

/** The views in which the endpoints of a generic controller answer. */
export function endpointViews(controller: RestController): ReadonlyMap<RestMethod, ViewType> {
  const views = new Map<RestMethod, ViewType>()
  for (const method of restMethods) {
    const view = activeView(controller, method)
    if (view !== undefined) views.set(method, view)
  }
  return views
}

/** The actions of the endpoints of a generic controller. */
export function crudActions(
  name: string,
  { controller, views }: DocumentedController,
  context: EndpointContext,
): Actions {
  const requireIfMatch = 'requireIfMatch' in controller && controller.requireIfMatch === true
  const endpoints = new CrudEndpoints(name, controller, context, {
    endpoints: new Set(endpointsOf(controller)),
    views,
    requireIfMatch,
  })
  const collection = Params(httpRequest<IncomingMessage>(), httpResponse<ServerResponse>())
  const item = Params(httpRequest<IncomingMessage>(), httpResponse<ServerResponse>(), pathVariable('id'))
  const all: Readonly<Record<RestMethod, Actions[string]>> = {
    findAll: collection((request, response) => endpoints.findAll(request, response)),
    create: collection((request, response) => endpoints.create(request, response)),
    deleteAll: collection((request, response) => endpoints.deleteAll(request, response)),
    findById: item((request, response, id) => endpoints.findById(request, response, id)),
    update: item((request, response, id) => endpoints.update(request, response, id)),
    patch: item((request, response, id) => endpoints.patch(request, response, id)),
    delete: item((request, response, id) => endpoints.delete(request, response, id)),
  }
  return Object.fromEntries(endpointsOf(controller).map((method) => [method, all[method]]))
}
