import { ConfigurationException } from '@mvc-router/router-core'
import { requestMappingKey } from '@mvc-router/router-core/express'

/**
 * Sets the base path of a REST controller: `@RequestMapping('/books') class BookController extends ...`. Without
 * decorators, use a property: `requestMapping = '/books'`.
 */
export function RequestMapping(path: string): (type: object, context: ClassDecoratorContext) => void {
  checkBasePath(path)
  return (type) => {
    // A subclass inherits the path. For a controller of a route file, the path has no effect, and the router warns.
    Object.defineProperty(type, requestMappingKey, { value: path, configurable: true })
  }
}

/** @throws ConfigurationException for a property `requestMapping` that is not a path */
export function requestMappingOf(controller: object): string | undefined {
  const own: unknown = Reflect.get(controller, 'requestMapping')
  const path: unknown = own === undefined ? Reflect.get(controller.constructor, requestMappingKey) : own
  return path === undefined ? undefined : checkBasePath(path)
}

/** Accepts `/books` and `/api/books`, but not `/books/` and `/{id}`. */
function checkBasePath(path: unknown): string {
  if (typeof path === 'string' && /^(?:\/[^\s/#?{}]+)+$/.test(path)) return path
  throw new ConfigurationException(
    'requestMapping',
    `The base path of a controller: expected one like "/books", got ${typeof path === 'string' ? JSON.stringify(path) : typeof path}`,
  )
}
