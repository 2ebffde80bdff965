import { ConfigurationException } from '@mvc-router/router-core'
import { wrongValue } from '../../check-values.js'
import { requestMappingOf } from '../../controller/request-mapping.js'
import type { RestController } from '../../controller/rest-controller.js'
import { type RestMethod, restMethods } from '../../controller/rest-method.js'
import type { ViewType } from '../../entity/view-type.js'
import { activeView } from '../../view/json-view.js'
import { checkController } from './check-controller.js'
import { nestedLines } from './nested-lists.js'

interface Endpoint {
  readonly httpMethod: string
  readonly isItem: boolean
  readonly action: string
  /** The kind of the body: a whole entity, or a merge patch. */
  readonly body?: 'Input' | 'Patch'
  readonly status: 200 | 201 | 204
  /** The summary in OpenAPI. The name of the entity replaces `{}`. */
  readonly summary: string
}

export const endpoints: Readonly<Record<RestMethod, Endpoint>> = {
  findAll: describe('GET', 'A page of {}, or a simple list', { action: 'findAll' }),
  findById: describe('GET', 'One {}', { action: 'findById', isItem: true }),
  create: describe('POST', 'Creates one {}', { action: 'create', body: 'Input', status: 201 }),
  update: describe('PUT', 'Replaces one {}', { action: 'update', isItem: true, body: 'Input' }),
  patch: describe('PATCH', 'Changes one {} by a JSON merge patch, RFC 7396', {
    action: 'patch',
    isItem: true,
    body: 'Patch',
  }),
  delete: describe('DELETE', 'Deletes one {}', { action: 'delete', isItem: true, status: 204 }),
  // The property `deleteAll` of a controller is a boolean, so the method has another name.
  deleteAll: describe('DELETE', 'Deletes every {}', { action: 'deleteAllEntities', status: 204 }),
}

function describe(
  httpMethod: string,
  summary: string,
  others: Pick<Endpoint, 'action'> & Partial<Endpoint>,
): Endpoint {
  return { httpMethod, summary, isItem: false, status: 200, ...others }
}

const endpointsByAction: ReadonlyMap<string, RestMethod> = new Map(
  restMethods.map((method) => [endpoints[method].action, method]),
)

/** @throws ConfigurationException for an unknown endpoint */
export function endpointsOf({ methods, deleteAll }: RestController): readonly RestMethod[] {
  if (!Array.isArray(methods)) throw wrongValue('methods', 'a list of endpoints', methods)
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

/** Returns the endpoint of a controller's method, or `undefined` for any other method. */
export function endpointOf(controller: RestController, methodName: string): RestMethod | undefined {
  const endpoint = endpointsByAction.get(methodName)
  return endpoint !== undefined && endpointsOf(controller).includes(endpoint) ? endpoint : undefined
}

/** @throws ConfigurationException for a missing base path or a wrong setting */
export function endpointLines(
  name: string,
  controller: RestController,
  controllers: ReadonlyMap<string, object> | undefined,
): string {
  const own = endpointsOf(controller)
  checkController(controller, own, endpointViews(controller))
  const path = requestMappingOf(controller)
  if (path === undefined)
    throw new ConfigurationException(
      'controllers',
      `"${name}" has no base path: say @RequestMapping('/...') above its class`,
    )
  const lines = own
    .map((method) => {
      const { httpMethod, isItem, action } = endpoints[method]
      return `${httpMethod} ${path}${isItem ? '/{id}' : ''} ${name}.${action}\n`
    })
    .join('')
  if (controllers === undefined) return lines
  // The nested lines come first. Otherwise reversing would choose the controller's own line, and add a query
  // `?nested=`.
  return nestedLines(name, controller, controllers) + lines
}

export function endpointViews(controller: RestController): ReadonlyMap<RestMethod, ViewType> {
  const views = new Map<RestMethod, ViewType>()
  for (const method of restMethods) {
    const view = activeView(controller, method) ?? activeView(controller, endpoints[method].action)
    if (view !== undefined) views.set(method, view)
  }
  return views
}
