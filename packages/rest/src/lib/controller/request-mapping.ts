import { ConfigurationException } from '@mvc-router/router-core'
import { requestMappingKey } from '@mvc-router/router-core/express'

/**
 * The base path of a REST controller: `@RequestMapping('/books') class BookController extends ...`.
 * Without decorators, a property `requestMapping` of the controller says the same.
 */
export function RequestMapping(path: string): (type: object, context: ClassDecoratorContext) => void {
  checkBasePath(path)
  return (type) => {
    // A class inherits it. On a controller that a route file routes it has no effect; this lets the router say so.
    Object.defineProperty(type, requestMappingKey, { value: path, configurable: true })
  }
}

/**
 * The base path of a controller: its property `requestMapping`, or the decorator of its class or nearest ancestor.
 *
 * @throws ConfigurationException for a property that is no path
 */
export function requestMappingOf(controller: object): string | undefined {
  const own: unknown = Reflect.get(controller, 'requestMapping')
  const path: unknown = own === undefined ? Reflect.get(controller.constructor, requestMappingKey) : own
  return path === undefined ? undefined : checkBasePath(path)
}

/** A path of literals, as in a route file, without a slash at its end. */
function checkBasePath(path: unknown): string {
  if (typeof path === 'string' && /^(?:\/[^\s/#?{}]+)+$/.test(path)) return path
  throw new ConfigurationException(
    'requestMapping',
    `The base path of a controller: expected one like "/books", got ${typeof path === 'string' ? JSON.stringify(path) : typeof path}`,
  )
}
