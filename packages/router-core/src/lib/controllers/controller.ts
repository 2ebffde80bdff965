import { wrongOption } from '../exceptions.js'
import { lowerFirst } from '../lower-first.js'

/** A class whose public methods are actions. How it is made is the application's business. */
export type ControllerClass = abstract new (...args: never[]) => object

const nameKey = Symbol.for('@mvc-router/controller')

/**
 * Set by the request-mapping annotation of other packages, on a class or a method. On routed controllers it has no
 * effect, and the registry says so.
 */
export const requestMappingKey: unique symbol = Symbol.for('@mvc-router/request-mapping')

/** Marks a class as a controller. The default name is the class's, with a lower-case first letter. */
export function Controller(
  name?: string,
): (target: ControllerClass, context?: ClassDecoratorContext) => void {
  return (target) => {
    Object.defineProperty(target, nameKey, { value: name, configurable: true })
  }
}

/** Written as a class, not as a function. */
export function isClass(value: unknown): value is ControllerClass {
  return typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value))
}

/** True for a class that is marked itself: a subclass is marked anew, or is no controller. */
export function isMarkedController(value: unknown): value is ControllerClass {
  return typeof value === 'function' && Object.hasOwn(value, nameKey)
}

/** @throws ConfigurationException for an anonymous class */
export function controllerNameOf(controllerClass: ControllerClass): string {
  const marked = Object.hasOwn(controllerClass, nameKey)
    ? (controllerClass as { readonly [nameKey]?: unknown })[nameKey]
    : undefined
  if (typeof marked === 'string') return marked
  const { name } = controllerClass
  if (name === '') {
    throw wrongOption('controllers', "a class without a name; mark it with @Controller('name')")
  }
  return lowerFirst(name)
}

/** @throws ConfigurationException for a name that no route file could hold */
export function checkControllerName(name: string, controllerNames: 'lower' | 'any'): void {
  if (!/^[A-Za-z][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/.test(name) || name.split('.').includes('__proto__')) {
    throw wrongOption('controllers', `"${name}" cannot be the name of a controller`)
  }
  if (controllerNames === 'lower' && /^[A-Z]/.test(name)) {
    throw wrongOption(
      'controllers',
      `"${name}" starts with an upper-case letter; name it "${lowerFirst(name)}"`,
    )
  }
}
