import { wrongOption } from '../exceptions.js'

/** A class whose public methods are actions. Its instance is the result of `instantiate`, or of `new Class()`. */
export type ControllerClass = abstract new (...args: never[]) => object

const nameKey = Symbol.for('@mvc-router/controller')

/** Set by `@RequestMapping` of other packages. On a controller of the route file it only causes a warning. */
export const requestMappingKey: unique symbol = Symbol.for('@mvc-router/request-mapping')

/** Marks a class as a controller. Default name: the name of the class, with its first letter in lower case. */
export function Controller(
  name?: string,
): (target: ControllerClass, context?: ClassDecoratorContext) => void {
  return (target) => {
    Object.defineProperty(target, nameKey, { value: name, configurable: true })
  }
}

/** True for `class A {}`, and false for functions that serve as constructors. */
export function isClass(value: unknown): value is ControllerClass {
  return typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value))
}

/** True if the class itself has the mark. A subclass does not inherit it. */
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

/** @throws ConfigurationException for a name that a route file cannot contain */
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

/** The default name of a controller: `userController` for the class `UserController`. */
export function lowerFirst(name: string): string {
  return name.replace(/^[A-Z]/, (letter) => letter.toLowerCase())
}
