import { checkOptions } from '../check-options.js'
import { wrongOption } from '../exceptions.js'
import {
  actionMetadataOf,
  type ActionMetadata,
  type ActionMethod,
  type DeclaredParameter,
} from './action-metadata.js'
import { checkControllerName, isClass, requestMappingKey, type ControllerClass } from './controller.js'
import { isObject, isObjectOrFunction, isPromise } from '../is-object.js'

/** Controllers by the name that route files use. */
export type ControllerMap = Readonly<Record<string, object>>

/** An action of a registered controller. */
export interface RegisteredAction {
  /** As declared: `userController.showUser`. */
  readonly action: string
  readonly controllerName: string
  readonly methodName: string
  readonly controller: object
  readonly method: ActionMethod
  readonly metadata: ActionMetadata
  /** From `@Params` or from an extension; `undefined` if the action takes `(request, response, next)`. */
  readonly parameters: readonly DeclaredParameter[] | undefined
  /** False if a line with `{controller}.{action}` cannot run the action. */
  readonly dispatchable: boolean
  /** True if the action takes the response. It may then answer itself. */
  readonly takesResponse: boolean
  /** The `@ModelAttribute` methods of its controller, in the order of their declaration. */
  readonly modelAttributes: readonly RegisteredAction[]
}

/** Rules that a mapping's extensions set for controllers. */
export interface ControllerRules {
  /** True if a public method is an action. */
  isAction(method: PublicMethod): boolean
  /** The parameters of an action without `@Params`. */
  parametersOf(method: PublicMethod): RegisteredAction['parameters']
  /** True if `@RequestMapping` on the controller has an effect. */
  takesRequestMapping(name: string, controller: object): boolean
}

interface ControllerRegistryOptions {
  readonly controllerNames?: 'lower' | 'any' | undefined
  readonly rules?: ControllerRules | undefined
  readonly onWarning?: ((message: string) => void) | undefined
}

/** Finds public methods of controllers by the names of actions. Requests may choose a name, so it uses only Maps. */
export class ControllerRegistry {
  readonly #exact = new Map<string, RegisteredAction>()
  readonly #ignoringCase = new Map<string, RegisteredAction>()
  readonly #controllers = new Map<string, object>()
  /** True if `find` falls back to a name that differs only in case. */
  readonly ignoresCase: boolean

  constructor(controllers: ControllerMap = {}, options: ControllerRegistryOptions = {}) {
    checkOptions('ControllerRegistry', options, { controllerNames: true, rules: true, onWarning: true })
    this.ignoresCase = options.controllerNames === 'any'
    for (const [name, controller] of Object.entries(controllers)) this.#register(name, controller, options)
  }

  /** Finds the exact name, or else a name in another case if `ignoresCase` is true. */
  find(action: string): RegisteredAction | undefined {
    return (
      this.#exact.get(action) ?? (this.ignoresCase ? this.#ignoringCase.get(action.toLowerCase()) : undefined)
    )
  }

  /**
   * Finds an action for a name in a request. The case must be the same, because a guard at `/admin` may not run for
   * `/ADMIN`. It never finds accessors, inherited setters (`setRepository`), functions that a constructor put on an
   * instance, `_private` methods, or methods that every object has.
   */
  findDispatchable(action: string): RegisteredAction | undefined {
    const found = this.#exact.get(action)
    return found?.dispatchable === true ? found : undefined
  }

  /** All actions in their order of registration. */
  get actions(): Iterable<RegisteredAction> {
    return this.#exact.values()
  }

  /** The name of the registered instance of exactly this class. */
  nameOf(controllerClass: ControllerClass): string | undefined {
    for (const { controller, controllerName } of this.#exact.values()) {
      if (Object.getPrototypeOf(controller)?.constructor === controllerClass) return controllerName
    }
    return undefined
  }

  /** The controllers by name. A class is replaced by its instance. */
  get controllers(): ReadonlyMap<string, object> {
    return this.#controllers
  }

  #register(controllerName: string, source: object, options: ControllerRegistryOptions): void {
    checkControllerName(controllerName, options.controllerNames ?? 'lower')
    const controller = toInstance(controllerName, source)
    this.#controllers.set(controllerName, controller)
    const { rules } = options
    const modelAttributes: RegisteredAction[] = []
    const methods = publicMethods(controller)
    for (const { name, method, dispatchable } of methods) {
      const metadata = actionMetadataOf(method)
      const isAttribute = metadata.modelAttribute !== undefined
      const publicMethod = { controllerName, name, controller, method, metadata }
      if (!isAttribute && rules?.isAction(publicMethod) === false) continue
      const parameters = metadata.parameters ?? rules?.parametersOf(publicMethod)
      const registered = {
        action: `${controllerName}.${name}`,
        controllerName,
        methodName: name,
        controller,
        method,
        metadata,
        parameters,
        dispatchable,
        takesResponse: takesResponse(method, parameters),
        modelAttributes,
      }
      if (isAttribute) modelAttributes.push(registered)
      else this.#add(registered)
    }
    const holders = [controller, controller.constructor, ...methods.map(({ method }) => method)]
    if (holders.some(hasRequestMapping) && rules?.takesRequestMapping(controllerName, controller) !== true) {
      options.onWarning?.(
        `@RequestMapping has no effect on the routed controller "${controllerName}": its routes are in the route file`,
      )
    }
  }

  #add(action: RegisteredAction): void {
    this.#exact.set(action.action, action)
    const lower = action.action.toLowerCase()
    if (!this.#ignoringCase.has(lower)) this.#ignoringCase.set(lower, action)
  }
}

/** Called once for each action, because V8 reads the `length` of a function slowly. */
function takesResponse({ length }: ActionMethod, parameters: RegisteredAction['parameters']): boolean {
  return parameters === undefined ? length >= 2 : parameters.some(({ source }) => source === 'response')
}

function toInstance(name: string, source: unknown): object {
  if (isPromise(source)) throw wrongOption('controllers', `"${name}" is a promise: await it`)
  if (isObject(source)) return source
  if (typeof source === 'function' && source.prototype !== undefined)
    return new (source as new () => object)()
  const why = typeof source === 'function' ? `; an action is a method: { ${name}: { index: … } }` : ''
  throw wrongOption('controllers', `"${name}" is neither an object nor a class${why}`)
}

/** A method of a controller that a route file may name. */
export interface PublicMethod {
  readonly controllerName: string
  readonly name: string
  readonly controller: object
  readonly method: ActionMethod
  readonly metadata: ActionMetadata
}

type FoundMethod = Pick<PublicMethod, 'name' | 'method'> & Pick<RegisteredAction, 'dispatchable'>

/** The methods of an object and of its classes. For each name, only the nearest method counts. */
function publicMethods(controller: object): FoundMethod[] {
  const methods: FoundMethod[] = []
  const seen = new Set<string>(Object.getOwnPropertyNames(Object.prototype))
  const isInstance = isInstanceOfClass(controller)
  let depth = 0
  for (
    let holder: object | null = controller;
    holder !== null && !isRoot(holder);
    holder = Object.getPrototypeOf(holder)
  ) {
    for (const name of Object.getOwnPropertyNames(holder)) {
      if (seen.has(name) || !/^[A-Za-z$][\w$]*$/.test(name)) continue
      seen.add(name)
      const method: unknown = Object.getOwnPropertyDescriptor(holder, name)?.value
      if (typeof method !== 'function' || isClass(method)) continue
      const isInjected = isInstance && depth === 0
      // An overridden setter, such as `setRepository`, is still an inherited setter.
      const isInherited = depth > (isInstance ? 1 : 0) || name in (Object.getPrototypeOf(holder) ?? {})
      const isInheritedSetter = isInherited && /^set[A-Z]/.test(name)
      methods.push({ name, method: method as ActionMethod, dispatchable: !isInjected && !isInheritedSetter })
    }
    depth++
  }
  return methods
}

function isInstanceOfClass(controller: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(controller)
  return isObject(prototype) && !isRoot(prototype)
}

function isRoot(holder: object): boolean {
  return Object.getPrototypeOf(holder) === null && Object.hasOwn(holder, 'hasOwnProperty')
}

function hasRequestMapping(holder: unknown): boolean {
  return isObjectOrFunction(holder) && requestMappingKey in holder
}
