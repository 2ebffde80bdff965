import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  httpRequest,
  httpResponse,
  ModelAndView,
  type ParameterBinding,
  Params,
  Redirect,
  ResponseEntity,
} from '@mvc-router/router-core/express'
import { activeView } from '../../view/json-view.js'
import type { ResponseWriter } from '../response/response-writer.js'
import type { Actions } from './crud-actions.js'
import { isRestController } from './crud-actions.js'

/** What the router's annotations leave on a method. */
interface ActionMetadata {
  readonly parameters?: readonly ParameterBinding<unknown>[]
  readonly responseStatus?: number
}

const metadataKey = Symbol.for('@mvc-router/action')

/**
 * The actions that an application wrote itself, whose results are written as negotiated bodies, in their view: the
 * public methods of a controller, and of a generic controller those with `@Params`.
 */
export function customActions(controller: object, writer: ResponseWriter): Actions {
  const isGeneric = isRestController(controller)
  const actions: Actions = {}
  for (const [name, method] of publicMethods(controller)) {
    const metadata = metadataOf(method)
    if (isGeneric && metadata.parameters === undefined) continue
    actions[name] = toAction(controller, name, method, metadata, writer)
  }
  return actions
}

type Method = (...parameters: unknown[]) => unknown

function toAction(
  controller: object,
  name: string,
  method: Method,
  { parameters, responseStatus }: ActionMetadata,
  writer: ResponseWriter,
): Actions[string] {
  const view = activeView(controller, name)
  const bindings = parameters ?? [httpRequest(), httpResponse()]
  const answersItself = bindings.some(({ source }) => source === 'response')
  return Params(
    httpRequest<IncomingMessage>(),
    httpResponse<ServerResponse>(),
    ...bindings,
  )(async (request, response, ...values) => {
    const result = await method.apply(controller, values)
    if (response.headersSent || response.writableEnded || (result === undefined && answersItself))
      return undefined
    // Views and redirects are the router's to answer.
    if (result instanceof ModelAndView || result instanceof Redirect) return result
    const isWhole = result instanceof ResponseEntity || responseStatus === undefined
    writer.write(
      request,
      response,
      isWhole ? result : new ResponseEntity(result, { status: responseStatus }),
      view,
    )
    return undefined
  })
}

function metadataOf(method: Method): ActionMetadata {
  const metadata: unknown = Object.getOwnPropertyDescriptor(method, metadataKey)?.value
  return typeof metadata === 'object' && metadata !== null ? metadata : {}
}

/** The methods of an object and its classes, the nearest of each name; never constructors, `_private` ones or setters of ancestors. */
function publicMethods(controller: object): ReadonlyMap<string, Method> {
  const methods = new Map<string, Method>()
  let isInherited = false
  for (
    let holder: object | null = controller;
    holder !== null && holder !== Object.prototype;
    holder = Object.getPrototypeOf(holder)
  ) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(holder))) {
      const isAction =
        /^[A-Za-z$][\w$]*$/.test(name) && name !== 'constructor' && !(isInherited && /^set[A-Z]/.test(name))
      if (isAction && !methods.has(name) && isMethod(value)) methods.set(name, value)
    }
    isInherited = holder !== controller
  }
  return methods
}

function isMethod(value: unknown): value is Method {
  return typeof value === 'function' && !/^class\b/.test(Function.prototype.toString.call(value))
}
