import type { ParameterBinding } from '@mvc-router/router-core/express'
import { isRestController } from './crud-actions.js'

/** What the router's annotations leave on a method. */
export interface ActionMetadata {
  readonly parameters?: readonly ParameterBinding<unknown>[]
  readonly responseStatus?: number
  /** The method is no action, but gives this attribute of models. */
  readonly modelAttribute?: string
}

/** A method of a controller, of which nothing is known but that it can be called. */
export type Method = (...parameters: unknown[]) => unknown

/** A method that is an action. */
export interface ApplicationMethod {
  readonly method: Method
  readonly metadata: ActionMetadata
}

const metadataKey = Symbol.for('@mvc-router/action')

/** The actions of a controller by name: its public methods, and of a generic controller those with `@Params`. */
export function applicationMethods(controller: object): ReadonlyMap<string, ApplicationMethod> {
  const isGeneric = isRestController(controller)
  const methods = new Map<string, ApplicationMethod>()
  for (const [name, method] of publicMethods(controller)) {
    const metadata = metadataOf(method)
    if (metadata.modelAttribute === undefined && (!isGeneric || metadata.parameters !== undefined))
      methods.set(name, { method, metadata })
  }
  return methods
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
