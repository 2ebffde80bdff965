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
  readonly httpMethod: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly isItem: boolean
  readonly action: string
}

export const endpoints: Readonly<Record<RestMethod, Endpoint>> = {
  findAll: { httpMethod: 'GET', isItem: false, action: 'findAll' },
  findById: { httpMethod: 'GET', isItem: true, action: 'findById' },
  create: { httpMethod: 'POST', isItem: false, action: 'create' },
  update: { httpMethod: 'PUT', isItem: true, action: 'update' },
  patch: { httpMethod: 'PATCH', isItem: true, action: 'patch' },
  delete: { httpMethod: 'DELETE', isItem: true, action: 'delete' },
  // The property `deleteAll` of a controller is a boolean, so the method has another name.
  deleteAll: { httpMethod: 'DELETE', isItem: false, action: 'deleteAllEntities' },
}

/** The status of a successful answer, for each HTTP method. */
export const successStatus = { GET: 200, POST: 201, PUT: 200, PATCH: 200, DELETE: 204 } as const

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
